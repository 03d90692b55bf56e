import { sql, type Kysely } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrderRecord } from '#domain/order.ts'
import { pageOf, type ClosedOptions } from '#server/storage/store.ts'
import { recordIn } from './store-record.ts'
import type { Tables } from './store-tables.ts'

/** A longer text is on no order. */
const longestSearch = 1000

/** SQLite looks through so many orders in a few milliseconds, during which the server answers nobody. */
const searchedAtOnce = 1000

/** Closed orders of a database, newest first. */
export async function readClosed(db: Kysely<Tables>, options: ClosedOptions): Promise<readonly OrderRecord[]> {
  const { search = [], limit } = options
  if (search.length === 0) return readPage(db, options)
  const found: OrderRecord[] = []
  for (let before = options.before; ; await nextTurn()) {
    const start = await startOfPart(db, { ...options, before })
    const from = Math.max(start ?? -Infinity, options.from ?? -Infinity)
    found.push(...(await readPage(db, { ...options, before, from, limit: limit - found.length })))
    if (found.length >= limit || start === undefined || start < from) return found
    before = start
  }
}

type Part = Omit<ClosedOptions, 'from' | 'before'> & {
  readonly from?: number | undefined
  readonly before?: number | undefined
}

/** Where the newest `searchedAtOnce` orders begin; undefined if there are fewer. */
async function startOfPart(db: Kysely<Tables>, options: Part): Promise<number | undefined> {
  const newest = closedIn(db, { ...options, from: undefined })
    .select('received_at')
    .orderBy('received_at', 'desc')
  return (
    await newest
      .limit(1)
      .offset(searchedAtOnce - 1)
      .executeTakeFirst()
  )?.received_at
}

/** A page includes all orders of its last millisecond. */
async function readPage(db: Kysely<Tables>, { search = [], limit, ...part }: Part): Promise<readonly OrderRecord[]> {
  const found = search.reduce(
    (query, forms) => query.where((eb) => eb.or(patternsOf(forms).map(isInTerms))),
    closedIn(db, part),
  )
  const newest = found.orderBy('received_at', 'desc').orderBy('order_id', 'desc').select(['record', 'received_at'])
  const page = await newest.limit(limit).execute()
  const last = page[limit - 1]
  if (!last) return page.map(recordIn)
  const ties = await newest.where('received_at', '=', last.received_at).execute()
  const whole = [...page.filter((row) => row.received_at !== last.received_at), ...ties]
  return pageOf(whole.map(recordIn), limit)
}

function closedIn(
  db: Kysely<Tables>,
  { outcome, from = -Infinity, before = Infinity }: Omit<Part, 'search' | 'limit'>,
) {
  let orders = db.selectFrom('orders')
  orders = outcome === undefined ? orders.where('closed_at', 'is not', null) : orders.where('outcome', '=', outcome)
  if (from > -Infinity) orders = orders.where('received_at', '>=', from)
  return before < Infinity ? orders.where('received_at', '<', before) : orders
}

/** No order has a text with a NUL, and a pattern allows none. */
const patternsOf = (forms: readonly string[]): readonly string[] =>
  forms
    .filter((form) => form.length <= longestSearch && !form.includes('\0'))
    .map((form) => `%${form.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`)

const isInTerms = (pattern: string) => sql<boolean>`numbers like ${pattern} escape '\\'`
