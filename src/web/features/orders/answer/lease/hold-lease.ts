import { callDesk } from '#web/api/http/call.ts'
import { boardActions, leaseMs } from '#contract/desk/board-actions.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'

/**
 * Tells the other tablets that this one is about to answer an order. It locks nobody out: a tablet that cannot tell answers
 * all the same. @returns what tells that it no longer is.
 */
export function holdLease(orderId: OrderId): () => void {
  const tell = (endpoint: typeof boardActions.lease | typeof boardActions.release) =>
    void callDesk(endpoint, { params: { orderId } }).catch(() => undefined)
  tell(boardActions.lease)
  const timer = setInterval(tell, leaseMs / 2, boardActions.lease)
  return () => {
    clearInterval(timer)
    tell(boardActions.release)
  }
}
