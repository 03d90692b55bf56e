import type { OrderId } from '#contract/vendor/order-id.ts'
import { useEffect } from 'react'

/** Tells the other tablets that this one is about to answer an order, for as long as it is. */
export function useLease(orderId: OrderId, isAnswering: boolean): void {
  useEffect(() => {
    if (!isAnswering) return
    const held = import('./hold-lease.ts').then(
      ({ holdLease }) => holdLease(orderId),
      () => undefined,
    )
    return () => void held.then((release) => release?.())
  }, [orderId, isAnswering])
}
