import { leaseMs } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { acceptedAtOf, isChangeShown, isForNow, readyAtOf } from '#domain/order-events.ts'
import type { OrderRecord, TimelineRecord } from '#domain/order.ts'
import { outcomeOfOrder } from '#domain/order-outcome.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { shownMarks } from './marks.ts'
import type { OrderTimes } from './order-times.ts'

/** Hand-over codes: held in memory and sent to paired tablets only. */
export type HandOverCodes = Readonly<Record<'pickup_otp' | 'return_otp', unknown>>

/** Caches the hand-over codes of open orders. Records do not contain them, so a new code needs its own change event. */
export function createHandOverCodes() {
  const known = new Map<OrderId, { readonly codes: HandOverCodes; isSent: boolean }>()
  return {
    get: (orderId: OrderId): HandOverCodes | undefined => known.get(orderId)?.codes,
    delete: (orderId: OrderId): boolean => known.delete(orderId),
    /** Codes may arrive long after the order is ready. @returns whether they have not been sent to tablets yet */
    save({ id, data }: OrderReading): boolean {
      const codes: HandOverCodes = { pickup_otp: data['pickup_otp'], return_otp: data['return_otp'] }
      const { codes: before = {}, isSent: wasSent = true } = known.get(id) ?? {}
      const isSent = wasSent && JSON.stringify(codes) === JSON.stringify(before)
      known.set(id, { codes, isSent })
      return !isSent
    },
    /** Marks the codes as sent, once the reading is saved and tablets and servers are notified. */
    markSent(orderId: OrderId): void {
      const codes = known.get(orderId)
      if (codes) codes.isSent = true
    },
  }
}

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

/** The number printed on the ticket; nothing until the order is read. */
export function printNumber({ order }: Pick<OrderRecord, 'order'>): string | null {
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
    read_at: isoOrNull(record.readAt),
    lane: record.lane,
    order: codes && isRecord(order) ? { ...order, ...codes } : order,
    problem: record.problem,
    told_id: record.toldId,
    answering: answering && { by: answering.by, until: iso(answering.until) },
    acknowledged: acknowledged && { by: acknowledged.by, until: iso(acknowledged.until) },
    last_action: lastAction && {
      action: lastAction.action,
      outcome: lastAction.outcome,
      by: lastAction.by,
      at: iso(lastAction.at),
    },
    last_done: lastDone && { action: lastDone.action, at: iso(lastDone.at), by: lastDone.by },
    outcome: outcomeOfOrder(record),
    before_change: isChangeShown(record) ? record.beforeChange : null,
    is_digital: record.isDigital,
    ...shownMarks(record),
    accepted_at: isoOrNull(acceptedAtOf(record)),
    ready_at: isoOrNull(readyAtOf(record)),
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
