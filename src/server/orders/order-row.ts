import { leaseMs } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { isChangeShown, isForNow } from '#domain/order-events.ts'
import type { OrderRecord, TimelineRecord } from '#domain/order.ts'
import type { HandOverCodes } from './hand-over-codes.ts'
import { shownMarks } from './marks.ts'
import type { OrderTimes } from './order-times.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** The number printed on the ticket; nothing until the order is read. */
export function printNumber({ order }: OrderRecord): string | null {
  const number = isRecord(order) ? order['print_order_number'] : undefined
  return typeof number === 'string' ? number : null
}

/** Converts a record to the row that the page gets; `codes` only for a single order's screen. */
export function toRow(
  record: OrderRecord,
  times: Pick<OrderTimes, 'respondBy'>,
  now: number,
  codes?: HandOverCodes,
): OrderRow {
  const { order, acknowledged, lastAction, lastDone } = record
  const answering = isForNow(record.answering, leaseMs, now) ? record.answering : null
  return {
    order_id: record.orderId,
    received_at: iso(record.receivedAt),
    respond_by: record.lane === 'answer' ? iso(times.respondBy(record)) : null,
    read_at: record.readAt === null ? null : iso(record.readAt),
    lane: record.lane,
    order: codes && isRecord(order) ? { ...order, ...codes } : order,
    problem: record.problem,
    told_id: record.toldId,
    answering: answering && { by: answering.by, until: iso(answering.until) },
    acknowledged: acknowledged && { by: acknowledged.by, until: iso(acknowledged.until) },
    last_action: lastAction && { ...lastAction, at: iso(lastAction.at) },
    last_done: lastDone && { action: lastDone.action, at: iso(lastDone.at) },
    before_change: isChangeShown(record) ? record.beforeChange : null,
    is_digital: record.isDigital,
    ...shownMarks(record),
    version: record.version,
    is_on_board: record.closedAt === null,
  }
}

/** Maximum lead of a reading over the answer that caused it. */
const togetherMs = 5000

const answers = new Set(['accept done', 'reject done', 'reject asked', 'ready done'])

/**
 * Sorts the timeline so that causes come before effects: the reading that shows the outcome of an answer is stored a
 * moment before the outcome itself.
 */
export function causesFirst(entries: readonly TimelineRecord[]): readonly TimelineRecord[] {
  const sorted = [...entries]
  for (let index = 0; index + 1 < sorted.length; index += 1) {
    const [entry, next] = sorted.slice(index, index + 2) as [TimelineRecord, TimelineRecord]
    // No answer leads to the answer lane; and each effect moves only once.
    const isEffect = entry.what === 'lane' && entry.detail !== 'answer' && answers.has(`${next.what} ${next.detail}`)
    if (!isEffect || next.at - entry.at > togetherMs) continue
    sorted.splice(index, 2, next, entry)
    index += 1
  }
  return sorted
}
