import { sql, type Kysely } from 'kysely'
import type { UnconfirmedOrderStore } from '#server/storage/store.ts'
import type { Tables } from './store-tables.ts'

/** Clocks may be set back, and those of servers differ, but each stored time must be a new one. */
const laterThanStored = sql<number>`case when rumours.spoken_at < excluded.spoken_at then excluded.spoken_at else rumours.spoken_at + 1 end`

/** Unconfirmed orders in a database. `onWrite` is called after each commit that saved some. */
export function createUnconfirmedOrders(
  db: Kysely<Tables>,
  onWrite: () => void = () => undefined,
): UnconfirmedOrderStore {
  return {
    async saveUnconfirmed(orderIds, mentionedAt) {
      const ids = [...new Set(orderIds)]
      if (ids.length === 0) return []
      const saved = await db.transaction().execute(async (tx) => {
        const known = await tx.selectFrom('rumours').select('order_id').where('order_id', 'in', ids).execute()
        const rows = await tx
          .insertInto('rumours')
          // Sorted, so that two servers cannot deadlock on their rows.
          .values(ids.toSorted().map((orderId) => ({ order_id: orderId, spoken_at: mentionedAt })))
          .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ spoken_at: laterThanStored }))
          .returning(['order_id', 'spoken_at'])
          .execute()
        const before = new Set(known.map(({ order_id: orderId }) => orderId))
        const times = new Map(rows.map((row) => [row.order_id, row.spoken_at]))
        return ids.map((orderId) => ({
          orderId,
          mentionedAt: times.get(orderId) ?? mentionedAt,
          isNew: !before.has(orderId),
        }))
      })
      onWrite()
      return saved
    },
    async unconfirmedOrders() {
      const rows = await db.selectFrom('rumours').selectAll().orderBy('spoken_at').orderBy('order_id').execute()
      return rows.map((row) => ({ orderId: row.order_id, mentionedAt: row.spoken_at }))
    },
    async dropUnconfirmed({ orderId, mentionedAt }) {
      await db.deleteFrom('rumours').where('order_id', '=', orderId).where('spoken_at', '=', mentionedAt).execute()
    },
    async forgetUnconfirmed(mentionedBefore) {
      const old = db.deleteFrom('rumours').where('spoken_at', '<', mentionedBefore)
      return Number((await old.executeTakeFirst()).numDeletedRows)
    },
  }
}
