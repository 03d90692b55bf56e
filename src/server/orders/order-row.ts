import type { OrderRecord } from '#domain/order.ts'
import { leaseMs } from '#contract/desk/board-actions.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import type { HandOverCodes } from './hand-over-codes.ts'
import { shownMarks } from './marks.ts'
import { isChangeTold, isForNow } from '#domain/order-events.ts'
import type { OrderTimes } from './order-times.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** What stands on the order's paper; nothing while it was not read. */
export function printNumber({ order }: OrderRecord): string | null {
  const number = isRecord(order) ? order['print_order_number'] : undefined
  return typeof number === 'string' ? number : null
}

/** A record as the page has it; with hand-over codes only where one order is looked at. */
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
    before_change: isChangeTold(record) ? record.beforeChange : null,
    is_digital: record.isDigital,
    ...shownMarks(record),
    version: record.version,
    is_on_board: record.closedAt === null,
  }
}
