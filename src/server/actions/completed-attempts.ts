import { statusKey } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Look } from '#server/orders/last-look.ts'
import type { ActionStore } from '#server/storage/store.ts'
import type { CompletedAttempt } from '#domain/action-attempt.ts'

const ordersHeld = 2000

interface Known {
  readonly attempt: CompletedAttempt
  readonly isOwn: boolean
  /** The latest time of any action on this order; later than this one's if the clock was set back. */
  readonly latestAt: number
}

/** Holds the latest action known to be done to each order. */
export function createCompletedAttempts(store: Pick<ActionStore, 'lastDoneTap'>) {
  const done = new Map<OrderId, Known>()

  function set(attempt: CompletedAttempt, isOwn: boolean): void {
    const latestAt = Math.max(latestAtOf(attempt.orderId), attempt.settledAt)
    done.delete(attempt.orderId)
    done.set(attempt.orderId, { attempt, isOwn, latestAt })
    const [oldest] = done.keys()
    if (done.size > ordersHeld && oldest !== undefined) done.delete(oldest)
  }

  const latestAtOf = (orderId: OrderId) => done.get(orderId)?.latestAt ?? Number.NEGATIVE_INFINITY

  /** Adds an action from the store. At equal times, memory knows the true sequence. */
  function noteStored(attempt: CompletedAttempt): void {
    if (attempt.settledAt > latestAtOf(attempt.orderId)) set(attempt, false)
  }

  return {
    /** Adds an action that this server just confirmed: it is the latest, whatever the clock says. */
    noteOwn: (attempt: CompletedAttempt): void => set(attempt, true),
    noteStored,
    last: (orderId: OrderId): CompletedAttempt | undefined => done.get(orderId)?.attempt,
    /** Updates `last` from the store, where another server may have written. @throws {StoreUnavailable} */
    async recall(orderId: OrderId): Promise<void> {
      const latest = await store.lastDoneTap(orderId)
      if (latest) noteStored(latest)
    },
    /**
     * Whether a reading may predate the order's last action, done by another server and not read here since. After its
     * own actions a server always reads the order.
     */
    isFromBefore(look: Look, orderId: OrderId): boolean {
      const known = done.get(orderId)
      if (!known || known.isOwn || look.askedAt > known.attempt.settledAt) return false
      // An order that is still pending after a 200 looks the same as before.
      return known.attempt.statusKey === 'pending' || (statusKey(look.order) ?? null) !== known.attempt.statusKey
    },
  }
}
