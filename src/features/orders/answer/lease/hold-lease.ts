import { callDesk } from '#client/wire/call.ts'
import { boardActs, leaseMs } from '#contract/desk/board-acts.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'

/**
 * Tells the other tablets that this one is about to answer an order. It locks nobody out: a tablet that cannot tell answers
 * all the same. @returns what tells that it no longer is.
 */
export function holdLease(orderId: OrderId): () => void {
  const tell = (endpoint: typeof boardActs.lease | typeof boardActs.release) =>
    void callDesk(endpoint, { params: { orderId } }).catch(() => undefined)
  tell(boardActs.lease)
  const timer = setInterval(tell, leaseMs / 2, boardActs.lease)
  return () => {
    clearInterval(timer)
    tell(boardActs.release)
  }
}
