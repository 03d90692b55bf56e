import { sql, type Kysely } from 'kysely'
import type { UnconfirmedOrderStore } from '#server/storage/store.ts'
import type { Tables } from './store-schema.ts'

/** The clock may have been set back, and several servers have theirs: each time is another one all the same. */
const laterThanKept = sql<number>`case when rumours.spoken_at < excluded.spoken_at then excluded.spoken_at else rumours.spoken_at + 1 end`

/** Orders that were spoken of, in a database. `onWrite` is told after each commit that kept some. */
export function createUnconfirmedOrders(
  db: Kysely<Tables>,
  onWrite: () => void = () => undefined,
): UnconfirmedOrderStore {
  return {
    async saveUnconfirmed(orderIds, spokenAt) {
      const ids = [...new Set(orderIds)]
      if (ids.length === 0) return []
      const kept = await db.transaction().execute(async (tx) => {
        const known = await tx.selectFrom('rumours').select('order_id').where('order_id', 'in', ids).execute()
        const rows = await tx
          .insertInto('rumours')
          // In one order, so that of two servers none waits for a row while the other one waits for one of its own.
          .values(ids.toSorted().map((orderId) => ({ order_id: orderId, spoken_at: spokenAt })))
          .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ spoken_at: laterThanKept }))
          .returning(['order_id', 'spoken_at'])
          .execute()
        const before = new Set(known.map(({ order_id: orderId }) => orderId))
        const times = new Map(rows.map((row) => [row.order_id, row.spoken_at]))
        return ids.map((orderId) => ({
          orderId,
          spokenAt: times.get(orderId) ?? spokenAt,
          isNew: !before.has(orderId),
        }))
      })
      onWrite()
      return kept
    },
    async unconfirmedOrders() {
      const rows = await db.selectFrom('rumours').selectAll().orderBy('spoken_at').orderBy('order_id').execute()
      return rows.map((row) => ({ orderId: row.order_id, spokenAt: row.spoken_at }))
    },
    async dropUnconfirmed({ orderId, spokenAt }) {
      await db.deleteFrom('rumours').where('order_id', '=', orderId).where('spoken_at', '=', spokenAt).execute()
    },
    async forgetUnconfirmed(spokenBefore) {
      const old = db.deleteFrom('rumours').where('spoken_at', '<', spokenBefore)
      return Number((await old.executeTakeFirst()).numDeletedRows)
    },
  }
}
