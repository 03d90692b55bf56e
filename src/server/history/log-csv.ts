import type { OrderId } from '#contract/vendor/item-id.ts'
import { doerOf } from '#server/auth/auth-log.ts'
import type { LogEntry } from '#server/storage/store.ts'

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

/** A spreadsheet reads a cell that begins with these as a formula. After an apostrophe it is text. */
const formula = /^[\s\p{Cc}]*[=+\-@]/u

function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const csvLine = (cells: readonly (string | number | null | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`

/** The first line of a log in CSV (RFC 4180), after a byte-order mark that tells spreadsheets that it is UTF-8. */
export const csvHead = `\uFEFF${csvLine(columns)}`

/** The print numbers of orders that are still known. */
export type Numbers = ReadonlyMap<OrderId, string>

/** Formats a timestamp in milliseconds since 1970 as local time. */
export type WallClock = (at: number) => string

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
