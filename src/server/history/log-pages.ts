import type { Clock } from '#contract/clock.ts'
import { type LogEntry as TellableEntry, readLog } from '#contract/desk/log.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { momentOf } from '#domain/moment.ts'
import { doerOf } from '#server/auth/auth-outcomes.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import { checkQuery } from '#server/http/input-limits.ts'
import { type At, queryOf } from '#server/http/guard.ts'
import { answer } from '#server/http/http-error.ts'
import { checkOrderId } from '#server/orders/order-id.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { isCursor } from '#server/storage/store-memory-actions.ts'
import type { LogEntry, LogPage, LogStore, OrderStore } from '#server/storage/store.ts'
import { byteOrderMark, csvAnswer, csvLine } from './csv.ts'

const columns = [
  'time',
  'what',
  'order',
  'person',
  'tablet',
  'sent',
  'vendor_status',
  'vendor_message',
  'outcome',
  'settled_by',
  'took_ms',
  'posts',
  'about',
  'number',
  'local_time',
] as const

/** The first line of a log in CSV (RFC 4180), after a byte-order mark that tells spreadsheets that it is UTF-8. */
export const csvHead = `${byteOrderMark}${csvLine(columns)}`

/** The print numbers of orders that are still known. */
export type Numbers = ReadonlyMap<OrderId, string>

/** Formats a timestamp in milliseconds since 1970 as local time. */
type WallClock = (at: number) => string

/** The local time of a zone such as `Asia/Baghdad`, or of the machine. @throws {RangeError} for an unknown zone. */
export function wallClock(zone: string | undefined): WallClock {
  // The Swedish format is one that every spreadsheet reads: 2026-11-20 15:00:00.
  const { format } = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return format
}

/** Log rows in CSV. */
export const csvRows = (entries: readonly LogEntry[], numbers: Numbers, localTime: WallClock): string =>
  entries
    .map(({ at, what, orderId, by, sent, vendor, outcome, settledBy, tookMs, posts, about }) =>
      csvLine([
        new Date(at).toISOString(),
        what,
        orderId,
        doerOf({ what, by }),
        by?.tablet,
        sent && JSON.stringify(sent),
        vendor?.status,
        vendor?.message,
        outcome,
        settledBy,
        tookMs,
        posts,
        about,
        orderId && numbers.get(orderId),
        localTime(at),
      ]),
    )
    .join('')

/** Each page is read in one step with its orders' numbers, and blocks everything else meanwhile. */
const rowsAtOnce = 100
/** A page for one person looks for this many rows in this many pages; the client requests further ones. */
const enoughRows = 50
const pagesAtOnce = 10
const longestName = 200

const parameters = {
  // Checked like every order id.
  order_id: () => true,
  until: (text: string) => momentOf(text) !== undefined,
  by: (text: string) => text.length <= longestName,
  before: isCursor,
  format: (text: string) => text === 'json' || text === 'csv',
  zone: isZone,
}

function isZone(text: string): boolean {
  try {
    return wallClock(text) !== undefined
  } catch {
    return false
  }
}

type Log = Pick<LogStore, 'readLog'> & Pick<OrderStore, 'find'>
type Rest = Pick<Clock, 'sleep'>

/** Filters of log rows: an order, entries before a moment, a person. */
interface ItemFilters {
  readonly orderId?: OrderId
  /** In milliseconds since 1970. */
  readonly until?: number
  readonly by?: string
}

interface LogRouteDeps {
  readonly gate: Gate
  readonly store: Log
  readonly clock: Rest
}

/** The action log. */
export function logRoutes(at: At, { gate, store, clock }: LogRouteDeps): void {
  at(readLog.path, { GET: [gate.signedInOnly, (c) => logPage(store, clock, queryOf(c))] })
}

/**
 * Answers `GET /api/desk/log`: a page, newest first, or all of it in CSV; filtered by the query.
 * @throws {HttpError} `bad_order_id`, `bad_request`
 */
export async function logPage(log: Log, clock: Rest, search: URLSearchParams): Promise<Response> {
  const { order_id: order, by, before, format, zone, ...rest } = checkQuery(search, parameters)
  const orderId = order === undefined ? undefined : checkOrderId(order)
  const until = momentOf(rest.until)
  const filters: ItemFilters = {
    ...(orderId !== undefined && { orderId }),
    ...(until !== undefined && { until }),
    ...(by !== undefined && { by }),
  }
  if (format === 'csv') return csvAnswer('vendor-desk-log.csv', logInCsv(log, clock, filters, zone))
  const { entries, next } = await findRows(log, clock, filters, before)
  const numbers = await numbersIn(log, entries)
  return answer(200, { data: entries.map((entry) => tellable(entry, numbers)), meta: { next } })
}

/** One filtered page. It may be empty for a person although `next` leads to more. */
async function findRows(log: Log, clock: Rest, filters: ItemFilters, before: string | undefined): Promise<LogPage> {
  const found: LogEntry[] = []
  let pages = 0
  for await (const { entries, next } of pagesOf(log, clock, filters, before)) {
    found.push(...entries)
    pages += 1
    if (filters.by === undefined || found.length >= enoughRows || pages === pagesAtOnce) return { entries: found, next }
  }
  return { entries: found, next: null }
}

/** The filtered rows, newest first, page by page. Between two pages other work gets a turn. */
async function* pagesOf(log: Log, clock: Rest, { by, ...rest }: ItemFilters, start?: string): AsyncGenerator<LogPage> {
  for (let before = start; ; await clock.sleep(0)) {
    const page = await log.readLog({ ...rest, ...(before !== undefined && { before }), limit: rowsAtOnce })
    yield { ...page, entries: page.entries.filter((entry) => by === undefined || entry.by?.person === by) }
    if (page.next === null) return
    before = page.next
  }
}

async function numbersIn({ find }: Log, entries: readonly LogEntry[]): Promise<Numbers> {
  const numbers = new Map<OrderId, string>()
  for (const id of new Set(entries.flatMap(({ orderId }) => orderId ?? []))) {
    const record = await find(id)
    const number = record && printNumber(record)
    if (number) numbers.set(id, number)
  }
  return numbers
}

interface NumberedEntries {
  readonly entries: readonly LogEntry[]
  readonly numbers: Numbers
}

/** All filtered rows, newest first, page by page, so that years of them take no memory. */
export async function* wholeLog(log: Log, clock: Rest, filters: ItemFilters): AsyncGenerator<NumberedEntries> {
  for await (const { entries } of pagesOf(log, clock, filters)) {
    yield { entries, numbers: await numbersIn(log, entries) }
  }
}

/** The same in CSV, with the local time of a zone, or of the machine. */
export async function* logInCsv(log: Log, clock: Rest, filters: ItemFilters, zone?: string): AsyncGenerator<string> {
  const localTime = wallClock(zone)
  yield csvHead
  for await (const { entries, numbers } of wholeLog(log, clock, filters)) yield csvRows(entries, numbers, localTime)
}

const tellable = ({ at, orderId, settledBy, tookMs, sent, ...entry }: LogEntry, numbers: Numbers): TellableEntry => ({
  ...entry,
  at: new Date(at).toISOString(),
  order_id: orderId,
  number: (orderId !== null && numbers.get(orderId)) || null,
  sent: sent && { ...sent },
  settled_by: settledBy,
  took_ms: tookMs,
})
