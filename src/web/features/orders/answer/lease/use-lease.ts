import { callDesk } from '#web/api/http/call.ts'
import { boardActions, leaseMs } from '#contract/desk/board-actions.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
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
    let release: (() => void) | undefined
    const timer = setTimeout(() => {
      release = holdLease(orderId)
    }, timeouts())
    return () => {
      clearTimeout(timer)
      release?.()
    }
  }, [orderId, isAnswering])
}

/**
 * Tells the other tablets that this one is about to answer an order. It locks nobody out: a tablet that cannot tell answers
 * all the same. @returns what tells that it no longer is.
 */
function holdLease(orderId: OrderId): () => void {
  const tell = (endpoint: typeof boardActions.lease | typeof boardActions.release) =>
    void callDesk(endpoint, { params: { orderId } }).catch(() => undefined)
  tell(boardActions.lease)
  const timer = setInterval(tell, leaseMs / 2, boardActions.lease)
  return () => {
    clearInterval(timer)
    tell(boardActions.release)
  }
}
