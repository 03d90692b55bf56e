import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Emit } from '#server/events/bus.ts'
import type { OrderStore, UnconfirmedOrder, UnconfirmedOrderStore } from '#server/storage/store.ts'

export interface UnconfirmedOrdersDeps {
  readonly open: ReadonlyMap<OrderId, OrderRecord>
  readonly store: Pick<OrderStore, 'find'> &
    Pick<UnconfirmedOrderStore, 'saveUnconfirmed' | 'unconfirmedOrders' | 'dropUnconfirmed'>
  readonly clock: Pick<Clock, 'now'>
  readonly emit: Emit
}

export interface UnconfirmedOrders {
  /**
   * The service spoke of orders: what it shows now decides. Resolves when that is durable. @returns at each place
   * `stored` where nothing was known of it. @throws {StoreUnavailable}
   */
  add(orderIds: readonly OrderId[]): Promise<readonly ('stored' | 'duplicate')[]>
  /** Those that came since the last time: each is to be asked for, until it is dropped. */
  take(): readonly UnconfirmedOrder[]
  /** There is nothing more to ask, unless it was spoken of again since. @throws {StoreUnavailable} */
  drop(unconfirmedOrder: UnconfirmedOrder): Promise<void>
}

interface OwnUnconfirmedOrders extends UnconfirmedOrders {
  /** Takes up what the store keeps: what was told before this start, or to another server. @throws {StoreUnavailable} */
  load(): Promise<void>
  /** A reading that was asked for before the service told again of the order may be of what was before. @throws as `add` */
  noteClosed(record: OrderRecord): Promise<void>
}

/**
 * Orders that were spoken of and may be none, or that were over and may be no longer: each is to be asked for. They are
 * in the store until somebody has, for the service speaks of them once.
 */
export function createUnconfirmedOrders({ open, store, clock, emit }: UnconfirmedOrdersDeps): OwnUnconfirmedOrders {
  /** On disk, and not taken yet: when each was spoken of. */
  const fresh = new Map<OrderId, number>()
  /** When the service last told again of an open order. */
  const notifiedAgain = new Map<OrderId, number>()

  function note(unconfirmedOrders: readonly UnconfirmedOrder[]): void {
    for (const { orderId, spokenAt } of unconfirmedOrders)
      fresh.set(orderId, Math.max(spokenAt, fresh.get(orderId) ?? 0))
    if (unconfirmedOrders.length > 0) emit({ type: 'orders-unconfirmed' })
  }

  async function keep(orderIds: readonly OrderId[]) {
    if (orderIds.length === 0) return []
    const kept = await store.saveUnconfirmed(orderIds, clock.now())
    note(kept)
    return kept
  }

  /** One that is over stays on the board for people alone. */
  const isReadAnyway = (orderId: OrderId) => (open.get(orderId)?.lane ?? 'closed') !== 'closed'

  return {
    load: async () => note(await store.unconfirmedOrders()),
    async add(orderIds) {
      // What is open is read again anyway, after a start too: that needs no write, until it is closed.
      for (const orderId of orderIds) if (open.has(orderId)) notifiedAgain.set(orderId, clock.now())
      const unread = orderIds.filter((orderId) => !isReadAnyway(orderId))
      const records = new Map<OrderId, OrderRecord | undefined>()
      await Promise.all(unread.map(async (orderId) => records.set(orderId, await store.find(orderId))))
      // Another server may have it open.
      const kept = await keep(unread.filter((orderId) => isToBeAskedFor(records.get(orderId))))
      const unknown = kept.filter(({ orderId, isNew }) => isNew && !records.get(orderId))
      const unknownIds = new Set(unknown.map(({ orderId }) => orderId))
      return orderIds.map((orderId) => (unknownIds.has(orderId) ? 'stored' : 'duplicate'))
    },
    async noteClosed({ orderId, readAt, toldId, closedAt }) {
      if (closedAt === null) return
      const toldAt = notifiedAgain.get(orderId) ?? 0
      if (toldAt > (readAt ?? 0) && toldId === null) await keep([orderId])
      if (notifiedAgain.get(orderId) === toldAt) notifiedAgain.delete(orderId)
    },
    take() {
      const taken = [...fresh].map(([orderId, spokenAt]) => ({ orderId, spokenAt }))
      fresh.clear()
      return taken
    },
    drop: (unconfirmedOrder) => store.dropUnconfirmed(unconfirmedOrder),
  }
}

/** What was told under an id that must not be put into an address never is. */
const isToBeAskedFor = (record: OrderRecord | undefined): boolean =>
  record === undefined || (record.lane === 'closed' && record.toldId === null)
