import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Look } from '#server/orders/last-look.ts'
import type { ActionStore } from '#server/storage/store.ts'
import type { CompletedAttempt } from '#domain/action-attempt.ts'

const ordersKept = 2000

interface Known {
  readonly tap: CompletedAttempt
  readonly isOwn: boolean
  /** The latest moment of any tap of the order that was known here: later than this one's where the clock was set back. */
  readonly latestAt: number
}

/** The latest tap that is known to have been done to each order. */
export function createCompletedAttempts(store: Pick<ActionStore, 'lastDoneTap'>) {
  const done = new Map<OrderId, Known>()

  function set(tap: CompletedAttempt, isOwn: boolean): void {
    const latestAt = Math.max(latestAtOf(tap.orderId), tap.settledAt)
    done.delete(tap.orderId)
    done.set(tap.orderId, { tap, isOwn, latestAt })
    const [oldest] = done.keys()
    if (done.size > ordersKept && oldest !== undefined) done.delete(oldest)
  }

  const latestAtOf = (orderId: OrderId) => done.get(orderId)?.latestAt ?? Number.NEGATIVE_INFINITY

  /** What the store has. Of two of the same millisecond memory knows which was later. */
  function noteKept(tap: CompletedAttempt): void {
    if (tap.settledAt > latestAtOf(tap.orderId)) set(tap, false)
  }

  return {
    /** This server has just found out that it was done: whatever the clock says by now, that is the latest. */
    noteOwn: (tap: CompletedAttempt): void => set(tap, true),
    noteKept,
    last: (orderId: OrderId): CompletedAttempt | undefined => done.get(orderId)?.tap,
    /** Makes `last` know what the store knows, and another server may have written. @throws {StoreUnavailable} */
    async recall(orderId: OrderId): Promise<void> {
      const latest = await store.lastDoneTap(orderId)
      if (latest) noteKept(latest)
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
