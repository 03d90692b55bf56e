import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type { Look } from './last-look.ts'
import type { ActionStore } from './store.ts'
import type { DoneTap } from './tap.ts'

const ordersKept = 2000

/** The latest tap that is known to have been done to each order. */
export function createDoneTaps(store: Pick<ActionStore, 'lastDoneTap'>) {
  const done = new Map<OrderId, { readonly tap: DoneTap; readonly isOwn: boolean }>()

  function note(tap: DoneTap, isOwn = true): void {
    const known = done.get(tap.orderId)
    if (known && known.tap.settledAt > tap.settledAt) return
    done.delete(tap.orderId)
    done.set(tap.orderId, { tap, isOwn })
    const [oldest] = done.keys()
    if (done.size > ordersKept && oldest !== undefined) done.delete(oldest)
  }

  return {
    note,
    last: (orderId: OrderId): DoneTap | undefined => done.get(orderId)?.tap,
    /** Makes `last` know what the store knows, and another server may have written. @throws {StoreUnavailable} */
    async recall(orderId: OrderId): Promise<void> {
      const latest = await store.lastDoneTap(orderId)
      // Of two of the same millisecond memory knows which was later.
      const knownAt = done.get(orderId)?.tap.settledAt ?? Number.NEGATIVE_INFINITY
      if (latest && latest.settledAt > knownAt) note(latest, false)
    },
    /**
     * Whether an order may have been looked at before its last tap was done, and be no longer as it was seen: another
     * server did it, and here nobody has looked since. After a tap of its own a server has always looked.
     */
    isFromBefore(look: Look, orderId: OrderId): boolean {
      const known = done.get(orderId)
      if (!known || known.isOwn || look.askedAt > known.tap.settledAt) return false
      // Still pending after its 200, it looks as it did before it.
      return known.tap.statusKey === 'pending' || (statusKey(look.order) ?? null) !== known.tap.statusKey
    },
  }
}
