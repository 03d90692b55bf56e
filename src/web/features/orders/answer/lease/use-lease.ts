import type { OrderId } from '#contract/vendor/order-id.ts'
import { useEffect, useEffectEvent } from 'react'

/** Most answers are done before the others could look. */
export const slowMs = 1000

/**
 * Tells the other tablets that this one is answering an order, for as long as it is. It begins to after `fromMs`, of which
 * the value counts that it has as the answering begins.
 */
export function useLease(orderId: OrderId, isAnswering: boolean, fromMs = 0): void {
  const timeouts = useEffectEvent(() => fromMs)
  useEffect(() => {
    if (!isAnswering) return
    let held: Promise<(() => void) | undefined> | undefined
    const timer = setTimeout(() => {
      held = import('./hold-lease.ts').then(
        ({ holdLease }) => holdLease(orderId),
        () => undefined,
      )
    }, timeouts())
    return () => {
      clearTimeout(timer)
      void held?.then((release) => release?.())
    }
  }, [orderId, isAnswering])
}
