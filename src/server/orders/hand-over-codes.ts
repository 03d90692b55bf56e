import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

/** The codes of hand-over: in memory, and in answers to enrolled tablets, nowhere else. */
export type HandOverCodes = Readonly<Record<'pickup_otp' | 'return_otp', unknown>>

/** Those of open orders. The record of an order does not have them, so a new one must be told of by itself. */
export function createHandOverCodes() {
  const known = new Map<OrderId, { readonly codes: HandOverCodes; isTold: boolean }>()
  return {
    get: (orderId: OrderId): HandOverCodes | undefined => known.get(orderId)?.codes,
    delete: (orderId: OrderId): boolean => known.delete(orderId),
    /** Some come long after their order is ready. @returns whether no tablet was told of them yet. */
    keep({ id, data }: OrderReading): boolean {
      const codes: HandOverCodes = { pickup_otp: data['pickup_otp'], return_otp: data['return_otp'] }
      const { codes: before = {}, isTold: wasTold = true } = known.get(id) ?? {}
      const isTold = wasTold && JSON.stringify(codes) === JSON.stringify(before)
      known.set(id, { codes, isTold })
      return !isTold
    },
    /** What was read of the order with them is written: every tablet and every server reads it anew. */
    noteTold(orderId: OrderId): void {
      const codes = known.get(orderId)
      if (codes) codes.isTold = true
    },
  }
}
