import { callDesk } from '#web/api/http/call.ts'
import { boardActions, leaseMs } from '#contract/desk/board-actions.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { useEffect, useEffectEvent } from 'react'

/** Most answers are done sooner, and need no lease. */
export const slowMs = 1000

/**
 * Holds a lease while this tablet is answering an order, so that the others show it. The lease begins after `fromMs`, read
 * when the answering begins.
 */
export function useLease(orderId: OrderId, isAnswering: boolean, fromMs = 0): void {
  const delayMs = useEffectEvent(() => fromMs)
  useEffect(() => {
    if (!isAnswering) return
    let release: (() => void) | undefined
    const timer = setTimeout(() => {
      release = holdLease(orderId)
    }, delayMs())
    return () => {
      clearTimeout(timer)
      release?.()
    }
  }, [orderId, isAnswering])
}

/**
 * Takes and renews an order's lease. It is advisory: failures are ignored, and a tablet without a lease can still answer.
 * @returns how to release it.
 */
function holdLease(orderId: OrderId): () => void {
  const call = (endpoint: typeof boardActions.lease | typeof boardActions.release) =>
    void callDesk(endpoint, { params: { orderId } }).catch(() => undefined)
  call(boardActions.lease)
  const timer = setInterval(call, leaseMs / 2, boardActions.lease)
  return () => {
    clearInterval(timer)
    call(boardActions.release)
  }
}
