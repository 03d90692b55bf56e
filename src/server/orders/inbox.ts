import {
  type LastAction,
  type OrderRecord,
  type TimelineRecord,
  type OrderNotification,
  recordOfNotification,
} from '#domain/order.ts'
import type { Who } from '#contract/desk/action.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { redactText } from './redact-order.ts'
import type { Emit } from '#server/events/bus.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import { createPeerChanges } from '#server/storage/peer-changes.ts'
import type { ClosedOptions, Store, ChangeRecords } from '#server/storage/store.ts'
import { createDismissedOrders, createUnconfirmedOrders, type UnconfirmedOrders } from './unconfirmed-orders.ts'
import {
  createOrderChanges,
  type ActionNews,
  type Change,
  type Marking,
  type OrderChangesDeps,
} from './order-changes.ts'
import { createHandOverCodes, type HandOverCodes } from './order-row.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { isSameRecord, notificationByHand } from '#domain/order-events.ts'
import { orderEventsOf } from '#domain/outgoing-event.ts'

export interface InboxDeps extends OrderChangesDeps {
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
}

/** The orders that this desk knows, and their records. */
export interface Inbox {
  /** Loads the open orders from the store. Call it before any other method. */
  load(): Promise<void>
  /** Loads changes by other servers, or the whole open board if notifications may have been missed. */
  catchUp(isAfterGap: boolean): Promise<void>
  /**
   * Loads changes by other servers, so that a tablet never sees an older state here than at another server. Never
   * rejects, and takes at most half a second; later changes arrive with the next `catchUp`.
   */
  refresh(): Promise<void>
  /** Stores notifications; resolves once they are durable. @throws {StoreUnavailable} */
  ingest(notifications: readonly OrderNotification[]): Promise<readonly ('stored' | 'duplicate')[]>
  saveUnreadable(body: Uint8Array, contentType: string): Promise<void>
  /** Ids that may not be orders, or orders that may be open again: each is stored once the vendor shows it. */
  readonly unconfirmedOrders: UnconfirmedOrders
  open(): readonly OrderRecord[]
  /** Orders dismissed within the last day: the vendor may still come to know them. */
  dismissed(): readonly OrderRecord[]
  /** An order that is open, or was dismissed within the last day. */
  peek(orderId: OrderId): OrderRecord | undefined
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  closed(options: ClosedOptions): Promise<readonly OrderRecord[]>
  codes(orderId: OrderId): HandOverCodes | undefined
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** Stores a new reading of an order. */
  noteReading(reading: OrderReading): Promise<void>
  /** Resolves once all pending changes of an order are written. */
  noted(orderId: OrderId): Promise<void>
  /** Records that an order could not be read. @returns as `acknowledge` */
  noteReadFailure(orderId: OrderId, error?: unknown): Promise<OrderRecord | undefined>
  /** Records an action or an attempt. An unknown order is added if it may have been answered. */
  noteAction(orderId: OrderId, action: LastAction, facts?: ActionNews): Promise<void>
  /** @returns the order, or nothing if it is not open */
  acknowledge(orderId: OrderId, by: Who): Promise<OrderRecord | undefined>
  /** Takes or releases the 20 s lease of an order; the first holder keeps it. @returns as `acknowledge` */
  lease(orderId: OrderId, by: Who, isAnswering: boolean): Promise<OrderRecord | undefined>
  /** Closes an order that the vendor does not know; it reopens if the vendor shows it. @returns as `acknowledge` */
  dismissOrder(orderId: OrderId, by: Who): Promise<OrderRecord | undefined>
  /**
   * Changes the marks of an open or closed order. Marks that stay the same are neither written nor sent.
   * @returns the order, or nothing if this desk does not know it
   */
  mark(orderId: OrderId, next: (record: OrderRecord) => Marking): Promise<OrderRecord | undefined>
  /** Records whether codes are sold on an open order, according to the catalog. @returns as `acknowledge` */
  noteDigital(orderId: OrderId, isDigital: boolean): Promise<OrderRecord | undefined>
  version(): number
}

/** A reading that seems older than this is current: the store's clock was set back. */
const longestReadMs = 60_000
/** A working database answers well within this time. */
const refreshMs = 500

export function createInbox({ store, clock, emit, ...others }: InboxDeps): Inbox {
  const open = new Map<OrderId, OrderRecord>()
  const dismissed = createDismissedOrders(store, clock)
  const codes = createHandOverCodes()
  const unconfirmedOrders = createUnconfirmedOrders({ open, store, clock, emit })
  const inTurn = createOrderTurns()
  const peerChanges = createPeerChanges(store)
  const changes = createOrderChanges({ clock, ...others })
  let latestVersion = 0
  const writes = createWrites(store, clock, emit)

  /** Caches a saved record and emits the change. @throws {StoreUnavailable} */
  async function hold(record: OrderRecord, hasCodes = false): Promise<OrderRecord> {
    const previous = open.get(record.orderId)
    latestVersion = Math.max(latestVersion, record.version)
    if (hasCodes) codes.markSent(record.orderId)
    writes.noteHeld(record)
    dismissed.note(record)
    if (record.closedAt === null) open.set(record.orderId, record)
    else {
      open.delete(record.orderId)
      codes.delete(record.orderId)
      peerChanges.noteClosed(record)
    }
    emit({ type: 'order-changed', record, previous })
    await unconfirmedOrders.noteClosed(record)
    return record
  }

  /** Saves a change, if it is one. @returns nothing if another server wrote the order in between */
  async function write(record: OrderRecord, change: Change) {
    const { record: next, isNews = false, ...records } = changes.inLane(record, change)
    if (isSameRecord(record, next) && !isNews) {
      const confirmed = { ...next, version: record.version }
      // A change by another server may have arrived during the read from the store.
      if (open.get(record.orderId)?.version === record.version) open.set(record.orderId, confirmed)
      return confirmed
    }
    // Noted before the order closes, so that a crash or a store failure in between loses no notification.
    if (next.closedAt !== null) await unconfirmedOrders.noteClosed(next)
    return writes.run(record, next, records, (saved) => hold(saved, isNews))
  }

  /** Changes an order, one change at a time. @returns nothing if there is no such order, or no change */
  const change = (orderId: OrderId, next: (record: OrderRecord) => Change | undefined, look = find) =>
    inTurn(orderId, async () => {
      let record = await look(orderId)
      while (record) {
        const changed = next(record)
        const written = changed && (await write(record, changed))
        if (written ?? !changed) return written
        // Retried on the other server's version.
        record = await store.find(orderId)
      }
      return undefined
    })

  const changeOpen: typeof change = (orderId, next, look) =>
    change(orderId, (record) => (record.closedAt === null ? next(record) : undefined), look)

  const find = async (orderId: OrderId) => open.get(orderId) ?? (await store.find(orderId))

  const latest = (orderId: OrderId) => latestOf(store, orderId, open.get(orderId))

  async function ingest(notifications: readonly OrderNotification[]) {
    const versions = await store.ingest(notifications)
    for (const [index, notification] of notifications.entries()) {
      const version = versions[index]
      // Skipped if it was read in the meantime, or already closed by another server.
      if (peerChanges.isUnseen(version) && !open.has(notification.orderId))
        await hold(recordOfNotification(notification, version))
    }
    const again = notifications.filter(({ source }, index) => source === 'webhook' && versions[index] === undefined)
    // Another server may have opened the order.
    const mayBeOpen = again.filter(
      (notification) => notification.itemIds.length > 0 && (store.shared ?? open.has(notification.orderId)),
    )
    await Promise.all(
      mayBeOpen.map((notification) =>
        changeOpen(notification.orderId, (record) => changes.notifiedAgain(record, notification)),
      ),
    )
    await unconfirmedOrders.add(again.filter(({ toldId }) => toldId === null).map(({ orderId }) => orderId))
    return versions.map((version) => (version === undefined ? 'duplicate' : 'stored'))
  }

  async function catchUp(isAfterGap: boolean): Promise<void> {
    const changed = isAfterGap ? await peerChanges.board([...open.keys()]) : await peerChanges.changes()
    const newer = changed.filter(({ orderId, version }) => version > (open.get(orderId)?.version ?? 0))
    await Promise.all(newer.map((record) => hold(record)))
    // Covers ids that another server received, or that a stopped server never read.
    await unconfirmedOrders.load()
  }

  return {
    async load() {
      for (const record of await peerChanges.board()) open.set(record.orderId, record)
      await dismissed.load()
      latestVersion = await store.version()
      await unconfirmedOrders.load()
    },
    catchUp,
    async refresh() {
      await unlessLate(clock, refreshMs, () => peerChanges.reach(() => catchUp(false)))
    },
    ingest,
    saveUnreadable: (body, contentType) =>
      store.saveUnreadable({ receivedAt: clock.now(), contentType, body: redactText(body) }),
    unconfirmedOrders,
    open: () => [...open.values()],
    dismissed: dismissed.all,
    peek: (orderId) => open.get(orderId) ?? dismissed.find(orderId),
    find,
    closed: (options) => store.closed(options),
    codes: (orderId) => codes.get(orderId),
    timeline: (orderId) => store.timeline(orderId),
    async noteReading(reading) {
      await change(reading.id, (record) => {
        // Codes of closed orders are dropped: such orders may be read for years.
        const isNews = record.closedAt === null && codes.save(reading)
        return store.shared && isOutdated(reading, record) ? undefined : changes.read(record, reading, isNews)
      })
    },
    noted: (orderId) => inTurn(orderId, () => Promise.resolve()),
    noteReadFailure: (orderId, error) => changeOpen(orderId, (record) => changes.readFailed(record, error)),
    async noteAction(orderId, action, facts = {}) {
      // An order answered by its address still needs later actions. Ingested first, so that the event comes with the
      // outcome.
      if (action.outcome !== 'failed' && !(await find(orderId)))
        await store.ingest([notificationByHand(orderId, clock.now())])
      await change(orderId, (record) => changes.acted(record, action, facts))
    },
    acknowledge: (orderId, by) => changeOpen(orderId, (record) => changes.acknowledged(record, by), latest),
    lease: (orderId, by, isAnswering) =>
      changeOpen(orderId, (record) => changes.leased(record, by, isAnswering), latest),
    dismissOrder: (orderId, by) => changeOpen(orderId, (record) => changes.dismissOrder(record, by), latest),
    mark: (orderId, next) => change(orderId, (record) => changes.marked(record, next(record)), latest),
    noteDigital: (orderId, isDigital) => changeOpen(orderId, (record) => changes.digital(record, isDigital)),
    version: () => latestVersion,
  }
}

/** The record as any server wrote it last, so that an action undone by another server can be repeated. */
async function latestOf(
  store: Pick<Store, 'shared' | 'find'>,
  orderId: OrderId,
  held: OrderRecord | undefined,
): Promise<OrderRecord | undefined> {
  if (held && !store.shared) return held
  const stored = await store.find(orderId)
  // The time of the last confirming read is only in memory.
  return stored && stored.version === held?.version ? held : stored
}

/** Whether another server has read the order since. On a single server the order reader ensures this. */
function isOutdated({ askedAt }: OrderReading, { readAt }: OrderRecord): boolean {
  const olderByMs = (readAt ?? askedAt) - askedAt
  return olderByMs > 0 && olderByMs < longestReadMs
}

/** Saves orders, one write per order at a time; never replaces a newer cached record. */
function createWrites({ save }: Pick<Store, 'save'>, { now }: Pick<Clock, 'now'>, emit: Emit) {
  /** Orders being written, and the latest version cached for each since the write began. */
  const heldMeanwhile = new Map<OrderId, number>()
  return {
    noteHeld({ orderId, version }: OrderRecord): void {
      if (heldMeanwhile.has(orderId)) heldMeanwhile.set(orderId, version)
    },
    async run(
      previous: OrderRecord,
      next: OrderRecord,
      records: ChangeRecords,
      hold: (saved: OrderRecord) => Promise<OrderRecord>,
    ): Promise<OrderRecord | undefined> {
      const { orderId, version } = previous
      heldMeanwhile.set(orderId, 0)
      try {
        const events = orderEventsOf(previous, next).map((type) => ({ type, at: now() }))
        const saved = await save({ ...next, version }, { ...records, events })
        if (saved) emit({ type: 'order-saved', record: saved, previous })
        // A `catchUp` may meanwhile have cached an older record, this one, or a later change.
        return saved && saved.version > (heldMeanwhile.get(orderId) ?? 0) ? await hold(saved) : saved
      } finally {
        heldMeanwhile.delete(orderId)
      }
    },
  }
}

/** Runs changes of one order in sequence, so that each starts from the result of the last. */
function createOrderTurns() {
  const turns = new Map<OrderId, Promise<unknown>>()
  return <T>(orderId: OrderId, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(orderId) ?? Promise.resolve()).then(work)
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (turns.get(orderId) === over) turns.delete(orderId)
      })
    turns.set(orderId, over)
    return turn
  }
}
