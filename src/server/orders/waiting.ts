import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

interface WaitingDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
}

export interface Waiting {
  /** Starts with the open orders of the store, which may have waited since before this server started. */
  begin(open: readonly Pick<OrderRecord, 'orderId' | 'lane' | 'receivedAt' | 'backAt'>[]): void
  note(order: Pick<OrderRecord, 'orderId' | 'lane'>): void
  /** Since when at least one order has needed an answer without a break, on the steady clock; nothing if none does. */
  since(): number | undefined
}

/** Tracks since when orders have been waiting. Needs every change, or it misses breaks. */
export function createWaiting({ clock }: WaitingDeps): Waiting {
  const ids = new Set<OrderId>()
  let since: number | undefined
  return {
    begin(open) {
      for (const { orderId, lane, receivedAt, backAt } of open) {
        if (lane !== 'answer') continue
        ids.add(orderId)
        const waitedMs = clock.now() - (backAt ?? receivedAt)
        since = Math.min(since ?? Number.POSITIVE_INFINITY, clock.steady() - waitedMs)
      }
    },
    note({ orderId, lane }) {
      if (lane === 'answer') ids.add(orderId)
      else ids.delete(orderId)
      since = ids.size === 0 ? undefined : (since ?? clock.steady())
    },
    since: () => since,
  }
}
