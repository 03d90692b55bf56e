import { isCalledOff } from '#domain/lane.ts'
import { orderOfRow } from '#web/api/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'

/** An order that waited on the board and is on it no more. */
export interface Gone {
  readonly orderId: string
  /** When this desk had last done something to it, while it still waited. */
  readonly actedAt: string | undefined
}

/** Remembers which orders wait on the board, for as long as they do. */
export function createWaiting() {
  const waiting = new Map<string, Gone>()
  return {
    /** What waited on the board before this one, and has left it. */
    gone(rows: readonly OrderRow[]): readonly Gone[] {
      for (const { order_id: orderId, told_id: toldId, lane, last_action: last } of rows) {
        if (lane === 'answer' && toldId === null) waiting.set(orderId, { orderId, actedAt: last?.at })
        // While the service does not show an order, it may still wait, and nobody can say.
        else if (lane !== 'other') waiting.delete(orderId)
      }
      const here = new Set(rows.map(({ order_id: id }) => id))
      const gone = [...waiting.values()].filter(({ orderId }) => !here.has(orderId))
      for (const { orderId } of gone) waiting.delete(orderId)
      return gone
    },
  }
}

/** Whether an order that has left the board was cancelled, and nobody at this desk had answered it since it waited. */
export function hasRunOut(row: OrderRow, actedAt: string | undefined): boolean {
  const { lane, last_action: last } = row
  if (lane !== 'closed' || !isCalledOff(orderOfRow(row))) return false
  if (!last || last.outcome === 'failed') return true
  const mayBeOurs = last.action === 'reject' && last.outcome === 'unknown'
  return last.at === actedAt && !mayBeOurs
}
