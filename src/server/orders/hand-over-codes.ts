import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

/** Hand-over codes: held in memory and sent to enrolled tablets only. */
export type HandOverCodes = Readonly<Record<'pickup_otp' | 'return_otp', unknown>>

/** Caches the hand-over codes of open orders. Records do not contain them, so a new code needs its own change event. */
export function createHandOverCodes() {
  const known = new Map<OrderId, { readonly codes: HandOverCodes; isSent: boolean }>()
  return {
    get: (orderId: OrderId): HandOverCodes | undefined => known.get(orderId)?.codes,
    delete: (orderId: OrderId): boolean => known.delete(orderId),
    /** Codes may arrive long after the order is ready. @returns whether they have not been sent to tablets yet */
    save({ id, data }: OrderReading): boolean {
      const codes: HandOverCodes = { pickup_otp: data['pickup_otp'], return_otp: data['return_otp'] }
      const { codes: before = {}, isSent: wasSent = true } = known.get(id) ?? {}
      const isSent = wasSent && JSON.stringify(codes) === JSON.stringify(before)
      known.set(id, { codes, isSent })
      return !isSent
    },
    /** Marks the codes as sent, once the reading is saved and tablets and servers are notified. */
    markSent(orderId: OrderId): void {
      const codes = known.get(orderId)
      if (codes) codes.isSent = true
    },
  }
}
