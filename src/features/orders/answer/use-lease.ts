import { callDesk } from '#client/wire/call.ts'
import { inbox, leaseMs } from '#contract/desk/inbox.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { useEffect } from 'react'

/**
 * Tells the other tablets that this one is about to answer an order, for as long as it is. It locks nobody out: a tablet
 * that cannot tell answers all the same.
 */
export function useLease(orderId: OrderId, isAnswering: boolean): void {
  useEffect(() => {
    if (!isAnswering) return
    const tell = (endpoint: typeof inbox.lease | typeof inbox.release) =>
      void callDesk(endpoint, { params: { orderId } }).catch(() => undefined)
    tell(inbox.lease)
    const timer = setInterval(tell, leaseMs / 2, inbox.lease)
    return () => {
      clearInterval(timer)
      tell(inbox.release)
    }
  }, [orderId, isAnswering])
}
