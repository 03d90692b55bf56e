import { lanes } from '#contract/desk/inbox.ts'
import { noMarks, searchTermsIn, type LastAction, type OrderRecord, type TimelineRecord } from '#domain/order.ts'
import { outcomeOfOrder } from '#domain/order-outcome.ts'

/** The row of an order's record. */
export const rowOf = (record: OrderRecord) => ({
  order_id: record.orderId,
  received_at: record.receivedAt,
  closed_at: record.closedAt,
  ...searchedIn(record),
  version: record.version,
  record: JSON.stringify(record),
})

/** The columns by which closed orders are searched. */
export const searchedIn = (record: OrderRecord) => ({
  // The column has all search terms. PostgreSQL cannot store NUL in text, and nobody searches for one.
  numbers: searchTermsIn(record).replaceAll('\0', ''),
  // An interrupted order is listed once somebody has seen its cancellation.
  outcome: record.closedAt === null ? null : outcomeOfOrder(record),
})

/** Adds to a record of an older version what its timeline tells: the lane it left, and what kind its rejection was. */
export function addEnd(record: OrderRecord, timeline: readonly TimelineRecord[]): OrderRecord {
  const { lastDone, lane, source } = record
  const isQuestion = timeline.some(
    ({ what, detail, at }) => what === 'reject' && detail === 'asked' && at === lastDone?.at,
  )
  const asked = isQuestion && lastDone?.action === 'reject' ? { lastDone: { ...lastDone, isQuestion } } : {}
  if (lane !== 'closed') return { ...record, ...asked }
  const left = timeline.findLast(({ what, detail }) => what === 'lane' && detail !== 'closed')
  // Every order begins by waiting; that has no timeline entry.
  const first = source === 'webhook' ? 'answer' : null
  const closedFrom = left ? (lanes.find((each) => each === left.detail) ?? null) : first
  return { ...record, ...asked, closedFrom, backAt: closedFrom === 'answer' && left ? left.at : null }
}

type Defaults = 'answering' | 'isDigital' | 'marks' | 'lastDone' | 'backAt' | 'closedFrom'

/**
 * Adds defaults to records from before leases, marks and digital goods existed; then the last completed action is the
 * last attempted one.
 */
export function recordIn({ record }: { readonly record: string }): OrderRecord {
  const stored = JSON.parse(record) as Omit<OrderRecord, Defaults> // as `rowOf` wrote it
  const lastDone: LastAction | null = stored.lastAction?.outcome === 'done' ? stored.lastAction : null
  const defaults = { answering: null, isDigital: false, marks: noMarks, lastDone, backAt: null, closedFrom: null }
  return { ...defaults, ...stored }
}
