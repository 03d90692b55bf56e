import type { OrderId } from '#contract/vendor/order-id.ts'

/** Orders that were spoken of and may be none, each to be asked for once. */
export function createRumours(wake: () => void) {
  const rumours = new Set<OrderId>()
  return {
    add(orderId: OrderId): void {
      rumours.add(orderId)
      wake()
    },
    take(): readonly OrderId[] {
      const taken = [...rumours]
      rumours.clear()
      return taken
    },
  }
}
