import type { OrderId } from '#contract/vendor/order-id.ts'
import { doerOf } from '#proxy/people/people-log.ts'
import type { LogEntry } from '#proxy/store/store.ts'

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
] as const

/** A spreadsheet takes a cell that begins so for a formula; behind an apostrophe it is text. */
const formula = /^[\s\p{Cc}]*[=+\-@]/u

function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const line = (cells: readonly (string | number | null | undefined)[]): string => `${cells.map(cell).join(',')}\r\n`

/** The first line of a log in CSV (RFC 4180). The mark before it tells spreadsheets that it is UTF-8. */
export const csvHead = `\uFEFF${line(columns)}`

/** The print numbers of orders, where the desk still knows them. */
export type Numbers = ReadonlyMap<OrderId, string>

/** Rows of the log in CSV. */
export const csvRows = (entries: readonly LogEntry[], numbers: Numbers): string =>
  entries
    .map(({ at, what, orderId, by, sent, vendor, outcome, settledBy, tookMs, posts, about }) =>
      line([
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
      ]),
    )
    .join('')
