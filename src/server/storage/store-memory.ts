import {
  recordOfNotification,
  searchTermsIn,
  type OrderRecord,
  type TimelineRecord,
  type OrderNotification,
} from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { standsIn } from '#contract/stands-in.ts'
import { createActionsInMemory, createRows } from './store-memory-actions.ts'
import { createPeopleInMemory } from './store-memory-people.ts'
import { createUnconfirmedOrdersInMemory } from './store-memory-unconfirmed.ts'
import { createSharedInMemory } from './store-memory-shared.ts'
import { noticesKept, StoreUnavailable, type LogEntry, type OrderStore, type Store } from './store.ts'

/** A page of closed orders includes all of its last millisecond, because `before` could not continue within it. */
export function pageOf<T extends { readonly receivedAt: number }>(sorted: readonly T[], limit: number): readonly T[] {
  const last = sorted[limit - 1]
  return sorted.filter(({ receivedAt }, index) => index < limit || receivedAt === last?.receivedAt)
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
  const onWrite = () => others?.tell()
  return {
    ...(others && { shared: others.shared }),
    ...createOrders({ done, records, appendLog: log.append, onWrite }),
    ...createUnconfirmedOrdersInMemory(done, onWrite),
    ...createPeopleInMemory(done, log.append),
    ...createActionsInMemory(done, log),
    backup: () => Promise.reject(new StoreUnavailable('A store in memory has no file to copy.')),
    async close() {
      isClosed = true
    },
  }
}

type Done = <T>(work: () => T) => Promise<T>

const byAge = (one: OrderRecord, other: OrderRecord): number =>
  one.receivedAt - other.receivedAt || (one.orderId < other.orderId ? -1 : 1)

interface OrdersInMemory {
  readonly done: Done
  readonly records: Map<OrderId, OrderRecord>
  readonly appendLog: (entry: LogEntry) => void
  readonly onWrite: () => void
}

function createOrders({ done, records, appendLog, onWrite }: OrdersInMemory): OrderStore {
  let version = 0
  const timelines = new Map<OrderId, TimelineRecord[]>()
  let unreadable: { readonly receivedAt: number; readonly contentType: string; readonly body: string }[] = []

  function ingestOne(notification: OrderNotification): number | undefined {
    if (records.has(notification.orderId)) return undefined
    records.set(notification.orderId, structuredClone(recordOfNotification(notification, (version += 1))))
    onWrite()
    return version
  }

  function noteOne(orderId: OrderId, entry: TimelineRecord): void {
    timelines.set(orderId, [...(timelines.get(orderId) ?? []), structuredClone(entry)])
  }

  return {
    ingest: (notifications) => done(() => notifications.map(ingestOne)),
    save: (record, { notes = [], entry } = {}) =>
      done(() => {
        if (records.get(record.orderId)?.version !== record.version) return undefined
        const saved = structuredClone({ ...record, version: (version += 1) })
        records.set(saved.orderId, saved)
        onWrite()
        for (const note of notes) noteOne(saved.orderId, note)
        if (entry) appendLog(entry)
        return saved
      }),
    find: (orderId) => done(() => records.get(orderId)),
    open: () => done(() => [...records.values()].filter(({ closedAt }) => closedAt === null).toSorted(byAge)),
    closed: ({ search, before = Number.POSITIVE_INFINITY, limit }) =>
      done(() => {
        const answers = (record: OrderRecord) =>
          search?.some((text) => standsIn(searchTermsIn(record), text.toLowerCase())) ?? true
        const fits = (record: OrderRecord) => record.closedAt !== null && record.receivedAt < before && answers(record)
        return pageOf([...records.values()].filter(fits).toSorted(byAge).toReversed(), limit)
      }),
    version: () => done(() => version),
    timeline: (orderId) => done(() => (timelines.get(orderId) ?? []).toSorted((one, other) => one.at - other.at)),
    saveUnreadable: (notice) =>
      done(() => {
        unreadable.push(structuredClone(notice))
        unreadable.splice(0, unreadable.length - noticesKept)
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
