import type { Clock } from '#contract/clock.ts'
import { isDismissed } from '#contract/desk/board-actions.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Emit } from '#server/events/bus.ts'
import type { OrderStore, UnconfirmedOrder, UnconfirmedOrderStore } from '#server/storage/store.ts'

interface UnconfirmedOrdersDeps {
  readonly open: ReadonlyMap<OrderId, OrderRecord>
  readonly store: Pick<OrderStore, 'find'> &
    Pick<UnconfirmedOrderStore, 'saveUnconfirmed' | 'unconfirmedOrders' | 'dropUnconfirmed'>
  readonly clock: Pick<Clock, 'now'>
  readonly emit: Emit
}

export interface UnconfirmedOrders {
  /**
   * Stores ids that a notification mentioned, to be read from the vendor.
   * @returns for each id `stored` if it was unknown @throws {StoreUnavailable}
   */
  add(orderIds: readonly OrderId[]): Promise<readonly ('stored' | 'duplicate')[]>
  /** Takes the ids added since the last call; each must be read until it is dropped. */
  take(): readonly UnconfirmedOrder[]
  /** Removes an id, unless it was mentioned again since. @throws {StoreUnavailable} */
  drop(unconfirmedOrder: UnconfirmedOrder): Promise<void>
}

interface OwnUnconfirmedOrders extends UnconfirmedOrders {
  /** Loads ids stored before this start or by another server. @throws {StoreUnavailable} */
  load(): Promise<void>
  /** Reads a closed order again if a notification came after its last reading was requested. @throws as `add` */
  noteClosed(record: OrderRecord): Promise<void>
}

/**
 * Ids that may not be orders, and closed orders that may be open again. Each stays in the store until it is read,
 * because the service notifies only once.
 */
export function createUnconfirmedOrders({ open, store, clock, emit }: UnconfirmedOrdersDeps): OwnUnconfirmedOrders {
  /** Stored but not taken yet: when each was mentioned. */
  const fresh = new Map<OrderId, number>()
  /** When a notification last mentioned an open order. */
  const notifiedAgain = new Map<OrderId, number>()

  function note(unconfirmedOrders: readonly UnconfirmedOrder[]): void {
    for (const { orderId, mentionedAt } of unconfirmedOrders)
      fresh.set(orderId, Math.max(mentionedAt, fresh.get(orderId) ?? 0))
    if (unconfirmedOrders.length > 0) emit({ type: 'orders-unconfirmed' })
  }

  async function save(orderIds: readonly OrderId[]) {
    if (orderIds.length === 0) return []
    const saved = await store.saveUnconfirmed(orderIds, clock.now())
    note(saved)
    return saved
  }

  /** Cancelled orders on the board are not polled. */
  const isPolled = (orderId: OrderId) => (open.get(orderId)?.lane ?? 'closed') !== 'closed'

  return {
    load: async () => note(await store.unconfirmedOrders()),
    async add(orderIds) {
      // Open orders are polled anyway, also after a restart, so they need no write until they close.
      for (const orderId of orderIds) if (open.has(orderId)) notifiedAgain.set(orderId, clock.now())
      const unread = orderIds.filter((orderId) => !isPolled(orderId))
      const records = new Map<OrderId, OrderRecord | undefined>()
      await Promise.all(unread.map(async (orderId) => records.set(orderId, await store.find(orderId))))
      // Another server may have the order open.
      const saved = await save(unread.filter((orderId) => mustBeRead(records.get(orderId))))
      const unknown = saved.filter(({ orderId, isNew }) => isNew && !records.get(orderId))
      const unknownIds = new Set(unknown.map(({ orderId }) => orderId))
      return orderIds.map((orderId) => (unknownIds.has(orderId) ? 'stored' : 'duplicate'))
    },
    async noteClosed({ orderId, readAt, toldId, closedAt }) {
      if (closedAt === null) return
      const notifiedAt = notifiedAgain.get(orderId) ?? 0
      if (notifiedAt > (readAt ?? 0) && toldId === null) await save([orderId])
      if (notifiedAgain.get(orderId) === notifiedAt) notifiedAgain.delete(orderId)
    },
    take() {
      const taken = [...fresh].map(([orderId, mentionedAt]) => ({ orderId, mentionedAt }))
      fresh.clear()
      return taken
    },
    drop: (unconfirmedOrder) => store.dropUnconfirmed(unconfirmedOrder),
  }
}

/** Ids that are unsafe in an address are never requested. */
const mustBeRead = (record: OrderRecord | undefined): boolean =>
  record === undefined || (record.lane === 'closed' && record.toldId === null)

const dismissedForMs = 24 * 60 * 60 * 1000
/** Number of the latest closed orders searched for dismissed ones at a start. */
const closedLookedThrough = 1000

/** Whether a person dismissed the order and the vendor can still be asked for it. */
const mayComeBack = (record: OrderRecord): boolean => record.toldId === null && isDismissed(record)

/** Orders dismissed within the last day: the vendor may still come to know them. */
export function createDismissedOrders(store: Pick<OrderStore, 'closed'>, clock: Clock) {
  const records = new Map<OrderId, OrderRecord>()
  const isRecent = ({ closedAt }: OrderRecord) => closedAt !== null && clock.now() - closedAt < dismissedForMs

  function note(record: OrderRecord): void {
    if (mayComeBack(record)) records.set(record.orderId, record)
    else records.delete(record.orderId)
  }

  function all(): readonly OrderRecord[] {
    for (const record of records.values()) if (!isRecent(record)) records.delete(record.orderId)
    return [...records.values()]
  }

  return {
    async load(): Promise<void> {
      for (const record of await store.closed({ limit: closedLookedThrough })) note(record)
    },
    /** Updates the entry of an order after a change. */
    note,
    all,
    find(orderId: OrderId): OrderRecord | undefined {
      const record = records.get(orderId)
      return record && isRecent(record) ? record : undefined
    },
  }
}
