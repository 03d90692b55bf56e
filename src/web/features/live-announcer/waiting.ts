import { isCalledOff } from '#domain/lane.ts'
import { orderOfRow } from '#web/api/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'

/** An order that waited for an answer and has left the board. */
export interface Gone {
  readonly orderId: string
  /** When this desk last acted on it while it waited. */
  readonly actedAt: string | undefined
}

/** Tracks the orders that wait on the board. */
export function createWaiting() {
  const waiting = new Map<string, Gone>()
  return {
    /** The orders that waited on an earlier board and are not on this one. */
    gone(rows: readonly OrderRow[]): readonly Gone[] {
      for (const { order_id: orderId, told_id: toldId, lane, last_action: last } of rows) {
        if (lane === 'answer' && toldId === null) waiting.set(orderId, { orderId, actedAt: last?.at })
        // An order in lane `other` is currently unreadable and may still wait.
        else if (lane !== 'other') waiting.delete(orderId)
      }
      const here = new Set(rows.map(({ order_id: id }) => id))
      const gone = [...waiting.values()].filter(({ orderId }) => !here.has(orderId))
      for (const { orderId } of gone) waiting.delete(orderId)
      return gone
    },
  }
}

/** Whether an order that left the board was cancelled without an answer from this desk. */
export function hasRunOut(row: OrderRow, actedAt: string | undefined): boolean {
  const { lane, last_action: last } = row
  if (lane !== 'closed' || !isCalledOff(orderOfRow(row))) return false
  if (!last || last.outcome === 'failed') return true
  const mayBeOurs = last.action === 'reject' && last.outcome === 'unknown'
  return last.at === actedAt && !mayBeOurs
}
