import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import {
  type OrderNotification,
  type OrderRecord,
  recordOfNotification,
  searchTermsIn,
  type TimelineRecord,
} from '#domain/order.ts'
import { outcomeOfOrder } from '#domain/order-outcome.ts'
import { matchesSearch } from '#domain/search-text.ts'
import { eventOfReceipt, eventsOfChange, type OutgoingEvent } from '#domain/outgoing-event.ts'
import { createAlertsInMemory } from './store-memory-alerts.ts'
import { createApiKeysInMemory } from './store-memory-api-keys.ts'
import { createActionsInMemory, createRows, type Done } from './store-memory-actions.ts'
import { createPeopleInMemory } from './store-memory-people.ts'
import { createPrintersInMemory } from './store-memory-printers.ts'
import { createReportsInMemory } from './store-memory-reports.ts'
import { createSettingsInMemory } from './store-memory-settings.ts'
import { createWebhooksInMemory } from './store-memory-webhooks.ts'
import {
  type LogEntry,
  pageOf,
  unreadableKept,
  type OrderStore,
  type PeerMessage,
  type SharedStore,
  type Store,
  StoreUnavailable,
  type UnconfirmedOrder,
  type UnconfirmedOrderStore,
  pollAtMostMs,
} from './store.ts'

/** Unconfirmed orders in memory. `onWrite` is called for each that is saved. */
function createUnconfirmedOrdersInMemory(done: Done, onWrite: () => void): UnconfirmedOrderStore {
  const mentioned = new Map<OrderId, number>()
  const all = (): readonly UnconfirmedOrder[] =>
    [...mentioned].map(([orderId, mentionedAt]) => ({ orderId, mentionedAt }))

  function keep(orderId: OrderId, at: number) {
    const before = mentioned.get(orderId)
    const mentionedAt = before === undefined ? at : Math.max(at, before + 1)
    mentioned.set(orderId, mentionedAt)
    return { orderId, mentionedAt, isNew: before === undefined }
  }

  return {
    saveUnconfirmed: (orderIds, mentionedAt) =>
      done(() => {
        const saved = [...new Set(orderIds)].map((orderId) => keep(orderId, mentionedAt))
        onWrite()
        return saved
      }),
    unconfirmedOrders: () =>
      done(() =>
        all().toSorted((one, other) => one.mentionedAt - other.mentionedAt || (one.orderId < other.orderId ? -1 : 1)),
      ),
    dropUnconfirmed: ({ orderId, mentionedAt }) =>
      done(() => void (mentioned.get(orderId) === mentionedAt && mentioned.delete(orderId))),
    forgetUnconfirmed: (mentionedBefore) =>
      done(() => {
        const old = all().filter(({ mentionedAt }) => mentionedAt < mentionedBefore)
        for (const { orderId } of old) mentioned.delete(orderId)
        return old.length
      }),
  }
}

interface SharedMemory {
  readonly done: <T>(work: () => T) => Promise<T>
  readonly clock: Pick<Clock, 'now'>
  readonly records: () => Iterable<OrderRecord>
}

interface Beat {
  readonly at: number
  readonly message: PeerMessage
}

/** What several servers in one process share, for tests. */
function createSharedInMemory({ done, clock, records }: SharedMemory) {
  const beats = new Map<string, Beat>()
  const listeners = new Set<() => void>()
  let watch: { readonly id: string; readonly until: number } | undefined

  const shared: SharedStore = {
    now: () => clock.now(),
    changedSince: (version) =>
      done(() => {
        const changed = [...records()].filter((record) => record.version > version)
        return changed.toSorted((one, other) => one.version - other.version)
      }),
    listen(ingest, closing) {
      const wake = () => queueMicrotask(() => ingest(false))
      listeners.add(wake)
      closing.addEventListener('abort', () => listeners.delete(wake))
      ingest(true)
    },
    beat: (id, message, watchForMs) =>
      done(() => {
        const now = clock.now()
        beats.set(id, { at: now, message })
        const isFree = !watch || watch.until <= now || watch.until > now + pollAtMostMs
        if (isFree || watch?.id === id) watch = { id, until: now + watchForMs }
        const peers = [...beats].flatMap(([other, { at, message: theirs }]) =>
          other === id ? [] : [{ id: other, beatAt: at, silentMs: now - at, message: theirs }],
        )
        return { isPolling: watch?.id === id, peers }
      }),
    leave: (id) =>
      done(() => {
        beats.delete(id)
        if (watch?.id === id) watch = undefined
      }),
  }
  return {
    shared,
    /** Call it after an order was written or mentioned. */
    wake: () => {
      for (const listener of listeners) listener()
    },
  }
}

/**
 * A store in memory, for tests and the demo. With a clock, which becomes the store's own, several servers may share it.
 */
export function createMemoryStore(clock?: Pick<Clock, 'now'>): Store {
  const records = new Map<OrderId, OrderRecord>()
  let isClosed = false

  /** Copies arguments and results, as a database does, so that nobody can mutate a stored record. */
  async function done<T>(work: () => T): Promise<T> {
    if (isClosed) throw new StoreUnavailable('The store is closed.')
    return structuredClone(work())
  }

  const log = createRows()
  const others = clock && createSharedInMemory({ done, clock, records: () => records.values() })
  const onWrite = () => others?.wake()
  const people = createPeopleInMemory(done, log.append, (formerCounter) => alerts.dropOrphans(formerCounter))
  const alerts = createAlertsInMemory({ ...people, done, appendLog: log.append })
  const webhooks = createWebhooksInMemory(done, log.append)
  return {
    ...(others && { shared: others.shared }),
    ...createOrders({ done, records, appendLog: log.append, enqueue: webhooks.enqueue, onWrite }),
    ...createUnconfirmedOrdersInMemory(done, onWrite),
    ...people.store,
    ...createActionsInMemory(done, log),
    ...createPrintersInMemory(done, log.append),
    ...createSettingsInMemory(done, log.append),
    ...createReportsInMemory({ done, records, logRows: log.all }),
    ...alerts.store,
    ...webhooks.store,
    ...createApiKeysInMemory(done, log.append),
    backup: () => Promise.reject(new StoreUnavailable('A store in memory has no file to copy.')),
    async close() {
      isClosed = true
    },
  }
}

const byAge = (one: OrderRecord, other: OrderRecord): number =>
  one.receivedAt - other.receivedAt || (one.orderId < other.orderId ? -1 : 1)

interface OrdersInMemory {
  readonly done: Done
  readonly records: Map<OrderId, OrderRecord>
  readonly appendLog: (entry: LogEntry) => void
  readonly enqueue: (events: readonly OutgoingEvent[]) => void
  readonly onWrite: () => void
}

function createOrders({ done, records, appendLog, enqueue, onWrite }: OrdersInMemory): OrderStore {
  let version = 0
  const timelines = new Map<OrderId, TimelineRecord[]>()
  let unreadable: { readonly receivedAt: number; readonly contentType: string; readonly body: string }[] = []

  function ingestOne(notification: OrderNotification): number | undefined {
    if (records.has(notification.orderId)) return undefined
    const record = structuredClone(recordOfNotification(notification, (version += 1)))
    records.set(notification.orderId, record)
    enqueue([eventOfReceipt(record)])
    onWrite()
    return version
  }

  function noteOne(orderId: OrderId, entry: TimelineRecord): void {
    timelines.set(orderId, [...(timelines.get(orderId) ?? []), structuredClone(entry)])
  }

  return {
    ingest: (notifications) => done(() => notifications.map(ingestOne)),
    save: (record, { notes = [], entry, events = [] } = {}) =>
      done(() => {
        if (records.get(record.orderId)?.version !== record.version) return undefined
        const saved = structuredClone({ ...record, version: (version += 1) })
        records.set(saved.orderId, saved)
        onWrite()
        enqueue(eventsOfChange(saved, events))
        for (const note of notes) noteOne(saved.orderId, note)
        if (entry) appendLog(entry)
        return saved
      }),
    find: (orderId) => done(() => records.get(orderId)),
    open: () => done(() => [...records.values()].filter(({ closedAt }) => closedAt === null).toSorted(byAge)),
    closed: ({ search = [], outcome, from = -Infinity, before = Infinity, limit }) =>
      done(() => {
        const fits = (record: OrderRecord) =>
          record.closedAt !== null &&
          record.receivedAt >= from &&
          record.receivedAt < before &&
          (outcome === undefined || outcomeOfOrder(record) === outcome) &&
          matchesSearch(
            searchTermsIn(record),
            search.map((forms) => forms.map((form) => form.toLowerCase())),
          )
        return pageOf([...records.values()].filter(fits).toSorted(byAge).toReversed(), limit)
      }),
    receivedBetween: (from, before) =>
      done(() =>
        [...records.values()]
          .filter(({ source, receivedAt }) => source === 'webhook' && receivedAt >= from && receivedAt < before)
          .map(({ receivedAt }) => receivedAt)
          .toSorted((one, other) => one - other),
      ),
    version: () => done(() => version),
    timeline: (orderId) => done(() => (timelines.get(orderId) ?? []).toSorted((one, other) => one.at - other.at)),
    saveUnreadable: (notification) =>
      done(() => {
        unreadable.push(structuredClone(notification))
        unreadable.splice(0, unreadable.length - unreadableKept)
      }),
    unreadable: () => done(() => unreadable),
    forget: ({ closedBefore, unreadableBefore }) =>
      done(() => {
        const old = [...records.values()].filter(({ closedAt }) => closedAt !== null && closedAt < closedBefore)
        for (const { orderId } of old) {
          records.delete(orderId)
          timelines.delete(orderId)
        }
        const rest = unreadable.filter(({ receivedAt }) => receivedAt >= unreadableBefore)
        const count = old.length + unreadable.length - rest.length
        unreadable = rest
        return count
      }),
  }
}
