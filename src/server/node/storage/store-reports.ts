import type { Kysely } from 'kysely'
import type { DayTotals } from '#domain/report-day.ts'
import type { LogEntry, ReportDay, ReportStore } from '#server/storage/store.ts'
import { recordIn } from './store-record.ts'
import type { Tables } from './store-tables.ts'

/** The days of reports in a database. */
export const createReports = (db: Kysely<Tables>): ReportStore => ({
  async ordersReceived({ from, before, after, limit }) {
    let orders = db.selectFrom('orders').select('record').where('received_at', '>=', from)
    orders = orders.where('received_at', '<', before)
    if (after) {
      const { receivedAt, orderId } = after
      orders = orders
        .where('received_at', '>=', receivedAt)
        .where((eb) => eb.or([eb('received_at', '>', receivedAt), eb('order_id', '>', orderId)]))
    }
    return (await orders.orderBy('received_at').orderBy('order_id').limit(limit).execute()).map(recordIn)
  },
  async changedAfter(version, limit) {
    const orders = db.selectFrom('orders').select(['order_id', 'received_at', 'version'])
    const rows = await orders.where('version', '>', version).orderBy('version').limit(limit).execute()
    return rows.map((row) => ({ orderId: row.order_id, receivedAt: row.received_at, version: row.version }))
  },
  async logOf(orderIds) {
    if (orderIds.length === 0) return []
    const rows = db
      .selectFrom('action_log')
      .select('entry')
      .where('order_id', 'in', [...orderIds])
    return (await rows.orderBy('number').execute()).map(({ entry }) => JSON.parse(entry) as LogEntry) // as `appendEntry` wrote it
  },
  async reportDays({ from, to, limit }) {
    const days = db.selectFrom('report_days').selectAll().where('day', '>=', from).where('day', '<=', to)
    return (await days.orderBy('day').limit(limit).execute()).map(dayIn)
  },
  async openReportDays(to) {
    const days = db.selectFrom('report_days').select('day').where('is_final', '=', 0).where('day', '<=', to)
    return (await days.orderBy('day').execute()).map(({ day }) => day)
  },
  async saveReportDay(day) {
    const row = rowOf(day)
    const written = await db
      .insertInto('report_days')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('day')
          .doUpdateSet(row)
          .where('report_days.is_final', '=', 0)
          .where('report_days.version', '<=', day.version),
      )
      .returning('day')
      .executeTakeFirst()
    return written !== undefined
  },
  async forgetReportDays(before) {
    const old = await db.deleteFrom('report_days').where('day', '<', before).executeTakeFirst()
    return Number(old.numDeletedRows)
  },
})

const rowOf = ({ day, version, isFinal, totals }: ReportDay): Tables['report_days'] => ({
  day,
  version,
  is_final: isFinal ? 1 : 0,
  totals: JSON.stringify(totals),
})

const dayIn = ({ day, version, is_final: isFinal, totals }: Tables['report_days']): ReportDay => ({
  day,
  version,
  isFinal: isFinal === 1,
  totals: JSON.parse(totals) as DayTotals, // as `rowOf` wrote it
})
