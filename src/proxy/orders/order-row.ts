import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { momentOf } from '#contract/moment.ts'
import type { OrderRecord } from '#proxy/store/store.ts'
import type { HandOverCodes } from './hand-over-codes.ts'
import { shownMarks } from './marks.ts'
import { isChangeTold } from './order-record.ts'

const iso = (at: number): string => new Date(at).toISOString()

type Dated = Pick<OrderRecord, 'receivedAt' | 'backAt' | 'order'>

/** By when an order should be answered. */
export const respondBy = (order: Dated, windowMs: number): number => waitsSince(order) + windowMs

/** Since it came back to be answered, or else the earlier of our hearing of it and its own moment. */
export function waitsSince({ receivedAt, backAt, order }: Dated): number {
  if (backAt !== null) return backAt
  const created = isRecord(order) ? order['created_at'] : undefined
  const createdAt = typeof created === 'string' ? momentOf(created) : undefined
  const isLikely = createdAt !== undefined && receivedAt - createdAt < likelyMs
  return isLikely ? Math.min(createdAt, receivedAt) : receivedAt
}

/** A service that tells of an order a day after it was made means something else by that moment, or nothing. */
const likelyMs = 24 * 60 * 60_000

/** What stands on the order's paper; nothing while it was not read. */
export function printNumber({ order }: OrderRecord): string | null {
  const number = isRecord(order) ? order['print_order_number'] : undefined
  return typeof number === 'string' ? number : null
}

/** A record as the page has it; with hand-over codes only where one order is looked at. */
export function toRow(record: OrderRecord, windowMs: number, now: number, codes?: HandOverCodes): OrderRow {
  const { order, acknowledged, lastAction, lastDone } = record
  const answering = record.answering && record.answering.until > now ? record.answering : null
  return {
    order_id: record.orderId,
    received_at: iso(record.receivedAt),
    respond_by: record.lane === 'answer' ? iso(respondBy(record, windowMs)) : null,
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
  }
}
