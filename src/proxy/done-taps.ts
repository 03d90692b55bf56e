import { statusKey, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type { ActionStore } from './store.ts'
import type { DoneTap } from './tap.ts'

const ordersKept = 2000

/** The latest tap that is known to have been done to each order. */
export function createDoneTaps(store: Pick<ActionStore, 'lastDoneTap'>) {
  const done = new Map<OrderId, DoneTap>()

  function note(tap: DoneTap): void {
    const known = done.get(tap.orderId)
    if (known && known.settledAt > tap.settledAt) return
    done.delete(tap.orderId)
    done.set(tap.orderId, tap)
    const [oldest] = done.keys()
    if (done.size > ordersKept && oldest !== undefined) done.delete(oldest)
  }

  return {
    note,
    last: (orderId: OrderId): DoneTap | undefined => done.get(orderId),
    /** Makes `last` know what the store knows, and another server may have written. @throws {StoreUnavailable} */
    async recall(orderId: OrderId): Promise<void> {
      const latest = await store.lastDoneTap(orderId)
      // Of two of the same millisecond memory knows which was later.
      const knownAt = done.get(orderId)?.settledAt ?? Number.NEGATIVE_INFINITY
      if (latest && latest.settledAt > knownAt) note(latest)
    },
  }
}

/** An order as it was read, and when it was asked for on our clock. */
export interface Look {
  readonly order: ReadOrder
  readonly askedAt: number
}

/**
 * Whether an order was looked at before a tap was done to it, and is no longer as it was seen: another server did it, and
 * this one has not looked since.
 */
export const isFromBefore = ({ order, askedAt }: Look, done: DoneTap): boolean =>
  askedAt <= done.settledAt && (statusKey(order) ?? null) !== done.statusKey
