import { createTold } from '#client/told.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { useEffect, useEffectEvent } from 'react'

const told = createTold('')

/** Somebody has just missed a line of an order: its bar is told, each time. */
export const wantReject = (orderId: OrderId): void => told.set(orderId)

/** Hears of the lines that were missed of one order. */
export function useRejectWanted(orderId: OrderId, onWanted: () => void): void {
  const onTold = useEffectEvent(() => {
    if (told.read() === orderId) onWanted()
  })
  useEffect(() => told.watch(() => onTold()), [])
}
