import type { Kysely } from 'kysely'
import type { TimelineRecord } from '#domain/order.ts'
import { addEnd, recordIn, searchedIn } from './store-record.ts'
import type { Tables } from './store-tables.ts'

const rowsAtOnce = 500

/**
 * Fills the columns by which closed orders are searched, for orders of an older version. How they ended is in their
 * timelines.
 */
export async function fillSearchColumns(db: Kysely<Tables>): Promise<void> {
  for (let last = ''; ;) {
    const some = db.selectFrom('orders').select(['order_id', 'record']).where('order_id', '>', last).orderBy('order_id')
    const rows = await some.limit(rowsAtOnce).execute()
    const timelines = await timelinesOf(
      db,
      rows.map(({ order_id: id }) => id),
    )
    for (const { order_id: id, record } of rows) {
      const ended = addEnd(recordIn({ record }), timelines.get(id) ?? [])
      const columns = { ...searchedIn(ended), record: JSON.stringify(ended) }
      await db.updateTable('orders').set(columns).where('order_id', '=', id).execute()
      last = id
    }
    if (rows.length < rowsAtOnce) return
  }
}

async function timelinesOf(db: Kysely<Tables>, ids: readonly string[]) {
  const timelines = new Map<string, TimelineRecord[]>()
  if (ids.length === 0) return timelines
  const entries = db.selectFrom('timeline').select(['order_id', 'entry']).where('order_id', 'in', ids)
  for (const { order_id: id, entry } of await entries.orderBy('at').orderBy('number').execute())
    timelines.set(id, [...(timelines.get(id) ?? []), JSON.parse(entry) as TimelineRecord]) // as a store wrote it
  return timelines
}
