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
import { unlessLate } from '#server/runtime/time-limit.ts'
import { createPeerChanges } from '#server/storage/peer-changes.ts'
import type { Store, ChangeRecords } from '#server/storage/store.ts'
import { createDismissedOrders } from './dismissed-orders.ts'
import { createOrderChanges, type ActionNews, type Change, type Marking } from './order-changes.ts'
import { createHandOverCodes, type HandOverCodes } from './hand-over-codes.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { isSameRecord, notificationByHand } from '#domain/order-events.ts'
import type { OrderTimes } from './order-times.ts'
import { createUnconfirmedOrders, type UnconfirmedOrders } from './unconfirmed-orders.ts'

export interface InboxDeps {
  readonly store: Store
  readonly clock: Clock
  readonly responseWindowSeconds: number
  /** Where it is left out, moments are taken as they were noted. */
  readonly times?: Pick<OrderTimes, 'heardAt'> | undefined
  readonly emit: Emit
}

/** The orders that this desk has heard of, and what it knows of each. */
export interface Inbox {
  /** Reads what the store kept; before this there is nothing here. */
  load(): Promise<void>
  /** Takes up what other servers wrote since; the whole open board where their words may have been missed. */
  catchUp(isAfterGap: boolean): Promise<void>
  /**
   * Takes up what other servers wrote until now, so that a tablet which another server answered is not answered with less.
   * Never rejects, and takes half a second at most: what a store does not tell now is told later.
   */
  reach(): Promise<void>
  /** Takes words down; resolves when they are durable. @throws {StoreUnavailable} */
  ingest(words: readonly OrderNotification[]): Promise<readonly ('stored' | 'duplicate')[]>
  saveUnreadable(body: Uint8Array, contentType: string): Promise<void>
  /** Orders that may be none, or no longer over: each is taken in if the vendor knows it. */
  readonly unconfirmedOrders: UnconfirmedOrders
  open(): readonly OrderRecord[]
  /** What a person put aside within the last day: the vendor may come to know it yet. */
  aside(): readonly OrderRecord[]
  /** An order that is open, or was put aside within the last day. */
  peek(orderId: OrderId): OrderRecord | undefined
  find(orderId: OrderId): Promise<OrderRecord | undefined>
  closed(options: {
    readonly search?: readonly string[]
    readonly before?: number
    readonly limit: number
  }): Promise<readonly OrderRecord[]>
  codes(orderId: OrderId): HandOverCodes | undefined
  timeline(orderId: OrderId): Promise<readonly TimelineRecord[]>
  /** The vendor has shown an order. */
  noteReading(reading: OrderReading): Promise<void>
  /** Waits until what has been noted of an order so far is written. */
  noted(orderId: OrderId): Promise<void>
  /** The vendor would not show an order, or cannot be asked for it. @returns as `acknowledge`. */
  noteReadFailure(orderId: OrderId, error?: unknown): Promise<OrderRecord | undefined>
  /** Something was done, or tried. An order that this desk has not heard of, and that may have been answered, is taken in. */
  noteAction(orderId: OrderId, action: LastAction, news?: ActionNews): Promise<void>
  /** @returns nothing where there is no such open order. */
  acknowledge(orderId: OrderId, by: Who): Promise<OrderRecord | undefined>
  /**
   * Notes that somebody is about to answer an open order, or no longer is. Who came first is told of, for 20 s.
   * @returns nothing where there is no such open order.
   */
  lease(orderId: OrderId, by: Who, isAnswering: boolean): Promise<OrderRecord | undefined>
  /** Closes an order that the vendor does not know; it comes back if the vendor does. @returns as `acknowledge`. */
  dismissOrder(orderId: OrderId, by: Who): Promise<OrderRecord | undefined>
  /**
   * Marks an order, open or closed, in its turn; what only repeats the marks there are is not written, nor told.
   * @returns the order, or nothing where this desk has not heard of it.
   */
  mark(orderId: OrderId, next: (record: OrderRecord) => Marking): Promise<OrderRecord | undefined>
  /** Notes whether codes are sold on an open order, as the catalog has it. @returns as `acknowledge`. */
  noteDigital(orderId: OrderId, isDigital: boolean): Promise<OrderRecord | undefined>
  version(): number
}

/** A look that seems to be older than that was not under way for so long: the store's clock was set back. */
const longestLookMs = 60_000
/** A database that answers does so long before that. */
const reachMs = 500

export function createInbox({ store, clock, responseWindowSeconds, times, emit }: InboxDeps): Inbox {
  const open = new Map<OrderId, OrderRecord>()
  const aside = createDismissedOrders(store, clock)
  const codes = createHandOverCodes()
  const unconfirmedOrders = createUnconfirmedOrders({ open, store, clock, emit })
  const inTurn = createOrderTurns()
  const peerChanges = createPeerChanges(store)
  const changes = createOrderChanges(clock, responseWindowSeconds * 1000, times?.heardAt)
  let latestVersion = 0
  const writes = createWrites(store, emit)

  /** Holds a record as the store gave it back, and emits that it changed, at once. @throws {StoreUnavailable} */
  async function hold(record: OrderRecord, hasCodes = false): Promise<OrderRecord> {
    const previous = open.get(record.orderId)
    latestVersion = Math.max(latestVersion, record.version)
    if (hasCodes) codes.noteTold(record.orderId)
    writes.noteHeld(record)
    aside.note(record)
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

  /**
   * Writes a change down, where it is one: what only confirms what is known costs no write.
   * @returns nothing where another server wrote the order in between.
   */
  async function write(record: OrderRecord, change: Change) {
    const { record: next, isNews = false, ...told } = changes.inLane(record, change)
    if (isSameRecord(record, next) && !isNews) {
      const confirmed = { ...next, version: record.version }
      // What another server wrote may have come here while this was read from the store.
      if (open.get(record.orderId)?.version === record.version) open.set(record.orderId, confirmed)
      return confirmed
    }
    // Before it is closed: a crash or a store that is away in between must not lose what was told of it meanwhile.
    if (next.closedAt !== null) await unconfirmedOrders.noteClosed(next)
    return writes.run(record, next, told, (saved) => hold(saved, isNews))
  }

  /** Changes an order, in its turn. @returns nothing where there is none, or it is not to be changed. */
  const change = (orderId: OrderId, next: (record: OrderRecord) => Change | undefined, look = find) =>
    inTurn(orderId, async () => {
      let record = await look(orderId)
      while (record) {
        const changed = next(record)
        const written = changed && (await write(record, changed))
        if (written ?? !changed) return written
        // The same again, upon what the other server left.
        record = await store.find(orderId)
      }
      return undefined
    })

  const changeOpen: typeof change = (orderId, next, look) =>
    change(orderId, (record) => (record.closedAt === null ? next(record) : undefined), look)

  const find = async (orderId: OrderId) => open.get(orderId) ?? (await store.find(orderId))

  const latest = (orderId: OrderId) => latestOf(store, orderId, open.get(orderId))

  async function ingest(words: readonly OrderNotification[]) {
    const versions = await store.ingest(words)
    for (const [index, word] of words.entries()) {
      const version = versions[index]
      // It may have been read in the meantime; and at another server be over.
      if (peerChanges.isUnseen(version) && !open.has(word.orderId)) await hold(recordOfNotification(word, version))
    }
    const again = words.filter(({ source }, index) => source === 'webhook' && versions[index] === undefined)
    // Where there are several servers this one may not have heard yet that the order is open.
    const mayBeOpen = again.filter((word) => word.itemIds.length > 0 && (store.shared ?? open.has(word.orderId)))
    await Promise.all(
      mayBeOpen.map((word) => changeOpen(word.orderId, (record) => changes.notifiedAgain(record, word))),
    )
    await unconfirmedOrders.add(again.filter(({ toldId }) => toldId === null).map(({ orderId }) => orderId))
    return versions.map((version) => (version === undefined ? 'duplicate' : 'stored'))
  }

  async function catchUp(isAfterGap: boolean): Promise<void> {
    const changed = isAfterGap ? await peerChanges.board([...open.keys()]) : await peerChanges.changes()
    const news = changed.filter(({ orderId, version }) => version > (open.get(orderId)?.version ?? 0))
    await Promise.all(news.map((record) => hold(record)))
    // What another server was told, or what one that is gone had not asked for: whoever watches now does.
    await unconfirmedOrders.load()
  }

  return {
    async load() {
      for (const record of await peerChanges.board()) open.set(record.orderId, record)
      await aside.load()
      latestVersion = await store.version()
      await unconfirmedOrders.load()
    },
    catchUp,
    reach: () => notForLong(clock, () => peerChanges.reach(() => catchUp(false))),
    ingest,
    saveUnreadable: (body, contentType) =>
      store.saveUnreadable({ receivedAt: clock.now(), contentType, body: redactText(body) }),
    unconfirmedOrders,
    open: () => [...open.values()],
    aside: aside.all,
    peek: (orderId) => open.get(orderId) ?? aside.find(orderId),
    find,
    closed: (options) => store.closed(options),
    codes: (orderId) => codes.get(orderId),
    timeline: (orderId) => store.timeline(orderId),
    async noteReading(reading) {
      await change(reading.id, (record) => {
        // Those of a closed order, which may be read again for years, are not kept here.
        const isNews = record.closedAt === null && codes.keep(reading)
        return store.shared && isOutdated(reading, record) ? undefined : changes.read(record, reading, isNews)
      })
    },
    noted: (orderId) => inTurn(orderId, () => Promise.resolve()),
    noteReadFailure: (orderId, error) => changeOpen(orderId, (record) => changes.readFailed(record, error)),
    async noteAction(orderId, action, news = {}) {
      // Answered by its address, it has more to be done. Tablets are told of it once they can be told what was done.
      if (action.outcome !== 'failed' && !(await find(orderId)))
        await store.ingest([notificationByHand(orderId, clock.now())])
      await change(orderId, (record) => changes.acted(record, action, news))
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

const notForLong = async (clock: Clock, look: () => Promise<void>): Promise<void> =>
  void (await unlessLate(clock, reachMs, look))

/** As any server wrote it last: what a person does again, since another server took it back, would seem to be done here. */
async function latestOf(
  store: Pick<Store, 'shared' | 'find'>,
  orderId: OrderId,
  held: OrderRecord | undefined,
): Promise<OrderRecord | undefined> {
  if (held && !store.shared) return held
  const kept = await store.find(orderId)
  // When it was confirmed last is in memory alone.
  return kept && kept.version === held?.version ? held : kept
}

/** Whether another server has asked for the order since: of one alone its reader lets nothing older through. */
function isOutdated({ askedAt }: OrderReading, { readAt }: OrderRecord): boolean {
  const olderByMs = (readAt ?? askedAt) - askedAt
  return olderByMs > 0 && olderByMs < longestLookMs
}

/** Writes of orders, of each one at a time; none is held in place of what is newer. */
function createWrites({ save }: Pick<Store, 'save'>, emit: Emit) {
  /** The orders that are being written, and under which version each was held last since that began. */
  const heldMeanwhile = new Map<OrderId, number>()
  return {
    noteHeld({ orderId, version }: OrderRecord): void {
      if (heldMeanwhile.has(orderId)) heldMeanwhile.set(orderId, version)
    },
    async run(
      previous: OrderRecord,
      next: OrderRecord,
      told: ChangeRecords,
      hold: (saved: OrderRecord) => Promise<OrderRecord>,
    ): Promise<OrderRecord | undefined> {
      const { orderId, version } = previous
      heldMeanwhile.set(orderId, 0)
      try {
        const saved = await save({ ...next, version }, told)
        if (saved) emit({ type: 'order-saved', record: saved, previous })
        // A look may have brought an older record meanwhile, or this very one, or what another server made of it.
        return saved && saved.version > (heldMeanwhile.get(orderId) ?? 0) ? await hold(saved) : saved
      } finally {
        heldMeanwhile.delete(orderId)
      }
    },
  }
}

/** One change of an order after the other: each begins with what the last one left, and none undoes another. */
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
