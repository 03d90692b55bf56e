import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

interface WaitingDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
}

export interface Waiting {
  /** The open orders, as the store kept them: some may have waited before this server began. */
  begin(open: readonly Pick<OrderRecord, 'orderId' | 'lane' | 'receivedAt' | 'backAt'>[]): void
  /** An order changed. */
  note(order: Pick<OrderRecord, 'orderId' | 'lane'>): void
  /** Since when, without a break, there was always an order that needs an answer, on the steady clock; nothing where none does. */
  since(): number | undefined
}

/** Since when orders have been waiting. To be told of every change: a break that nobody saw would be none. */
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
