import type { Kysely, Selectable } from 'kysely'
import type { AlertRecord, PhoneRecord } from '#domain/alert.ts'
import type { AlertStore, LogEntry } from '#server/storage/store.ts'
import { changed } from './store-actions.ts'
import type { Tables } from './store-tables.ts'
import type { TakeTurn } from './store-tries.ts'

/** Alerts and phones in a database. */
export const createAlerts = (db: Kysely<Tables>, takeTurn: TakeTurn = async () => undefined): AlertStore => ({
  ...createAlertRows(db),
  ...createPhoneRows(db, takeTurn),
})

function createAlertRows(db: Kysely<Tables>) {
  const alerts = db.selectFrom('alerts').select('alert')
  return {
    beginAlert: (alert: AlertRecord) =>
      db.transaction().execute(async (tx) => {
        const added = await tx
          .insertInto('alerts')
          .values(rowOf(alert))
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .execute()
        return added.length > 0
      }),
    saveAlert: (alert: AlertRecord) =>
      db.transaction().execute(async (tx) => {
        const saved = { ...alert, revision: alert.revision + 1 }
        const known = tx.updateTable('alerts').where('id', '=', alert.id).where('revision', '=', alert.revision)
        const { numUpdatedRows } = await known.set(rowOf(saved)).executeTakeFirst()
        return numUpdatedRows > 0n ? saved : undefined
      }),
    async findAlert(id: string) {
      const row = await alerts.where('id', '=', id).executeTakeFirst()
      return row && alertIn(row)
    },
    openAlerts: async () =>
      (await alerts.where('ended_at', 'is', null).orderBy('at').orderBy('occasion').execute()).map(alertIn),
    async latestAlerts(limit: number) {
      const newestFirst = alerts.orderBy('at', 'desc').orderBy('occasion', 'desc')
      return (await newestFirst.limit(limit).execute()).map(alertIn)
    },
    async forgetAlerts(before: number) {
      return Number((await db.deleteFrom('alerts').where('at', '<', before).executeTakeFirst()).numDeletedRows)
    },
  }
}

function createPhoneRows(db: Kysely<Tables>, takeTurn: TakeTurn) {
  return {
    async phones() {
      const oldestFirst = db.selectFrom('phones').selectAll().orderBy('created_at').orderBy('id')
      return (await oldestFirst.execute()).map(phoneIn)
    },
    savePhone: ({ deliveredAt, ...phone }: PhoneRecord, entry?: LogEntry) =>
      changed(db, entry, async (tx) => {
        await takeTurn(tx, 'people')
        const { id, personId, deviceId, endpoint, createdAt } = phone
        const person = await tx.selectFrom('people').select('id').where('id', '=', personId).executeTakeFirst()
        const device = await tx.selectFrom('devices').select('role').where('id', '=', deviceId).executeTakeFirst()
        if (!person || device?.role !== 'counter') return false
        const row = {
          id,
          person_id: personId,
          device_id: deviceId,
          created_at: createdAt,
          phone: JSON.stringify(phone),
        }
        await tx
          .insertInto('phones')
          .values({ ...row, endpoint, delivered_at: deliveredAt })
          .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
          .execute()
        return true
      }),
    async touchPhone(id: string, at: number) {
      await db.updateTable('phones').where('id', '=', id).set({ delivered_at: at }).execute()
    },
    removePhone: (id: string, entry?: LogEntry) =>
      changed(db, entry, async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('phones').where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}

const rowOf = (alert: AlertRecord): Tables['alerts'] => ({
  id: alert.id,
  occasion: alert.occasion,
  at: alert.at,
  ended_at: alert.ended?.at ?? null,
  revision: alert.revision,
  alert: JSON.stringify(alert),
})

/** As written by `rowOf`. */
const alertIn = ({ alert }: { readonly alert: string }): AlertRecord => JSON.parse(alert) as AlertRecord

const phoneIn = ({ phone, delivered_at: deliveredAt }: Selectable<Tables['phones']>): PhoneRecord => ({
  ...(JSON.parse(phone) as Omit<PhoneRecord, 'deliveredAt'>), // as `savePhone` wrote it
  deliveredAt,
})
