import type { Clock } from '#contract/clock.ts'
import type { RuleFacts } from '#domain/auto-accept.ts'
import type { OrderRecord } from '#domain/order.ts'
import { unreadableMatches, type Catalog } from '#server/catalog/catalog.ts'
import type { Presence } from '#server/feed/presence.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import type { Store } from '#server/storage/store.ts'

/** How long before the end of the time to answer an order is accepted that nobody has answered. */
const lastMomentMs = 45_000

/** The last moment to accept an order; in a short window its middle, so that people have their turn. */
export function lastMomentOf(waitsSince: number, respondBy: number): number {
  const windowMs = respondBy - waitsSince
  return windowMs < 2 * lastMomentMs ? waitsSince + windowMs / 2 : respondBy - lastMomentMs
}

export interface FactsDeps {
  readonly inbox: Pick<Inbox, 'open'>
  readonly catalog: Pick<Catalog, 'matches'>
  readonly presence: Pick<Presence, 'isAnybodyThere'>
  readonly store: Pick<Store, 'printers'>
  readonly clock: Clock
}

/** A catalog thread that is busy for longer counts as unread. */
const matchesWaitMs = 3_000

/** Gathers what the rule asks about an order that waits now. */
export function createRuleFacts({ inbox, catalog, presence, store, clock }: FactsDeps) {
  const isPrinterReady = async () =>
    (await store.printers()).some(({ state }) => state.is === 'ready' || state.is === 'paper_low')

  return async (record: OrderRecord): Promise<RuleFacts> => {
    const found = await unlessLate(clock, matchesWaitMs, () => catalog.matches(record.order))
    return {
      record,
      catalog: found === 'late' ? unreadableMatches : found,
      isAnybodyThere: presence.isAnybodyThere() || (await isPrinterReady()),
      openOrders: inbox.open().filter(({ lane }) => lane !== 'closed').length,
      at: clock.now(),
    }
  }
}
