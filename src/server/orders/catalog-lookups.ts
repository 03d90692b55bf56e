import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import type { Log } from '#server/runtime/bug.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { Inbox } from './inbox.ts'

interface DigitalLookupDeps {
  readonly inbox: Pick<Inbox, 'open' | 'peek' | 'noteDigital'>
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly isDigital: Catalog['isDigital']
  readonly onStoreFailure: (error: unknown) => void
}

/** Delays the lookup, because sending the change to tablets comes first. */
const laterMs = 1000
/** First pause while the catalog is being read; doubles each time. */
const againMs = 3000
const againAtMostMs = 10_000

/**
 * Looks up in the catalog whether an order in the answer lane contains digital codes, after each change and until the
 * catalog is complete: such an order takes longer to accept, and its card says so. No answer waits for it.
 */
export function createDigitalLookup({ inbox, servers, clock, isDigital, onStoreFailure }: DigitalLookupDeps) {
  const awaited = new Set<OrderId>()
  let closing: AbortSignal | undefined

  /** The order, if it has been read and waits for its answer. */
  function waiting(orderId: OrderId): OrderRecord | undefined {
    const record = inbox.peek(orderId)
    return record?.lane === 'answer' && record.order !== null && servers.isPolling() ? record : undefined
  }

  async function look(orderId: OrderId, inMs: number): Promise<void> {
    awaited.add(orderId)
    await clock.sleep(inMs, closing)
    awaited.delete(orderId)
    const record = waiting(orderId)
    if (!record || closing?.aborted) return
    const found = await isDigital(record.order).catch(unlessUnavailable)
    if (found === undefined) return lookIn(orderId, Math.min(Math.max(againMs, 2 * inMs), againAtMostMs))
    if (found !== record.isDigital) await inbox.noteDigital(orderId, found)
  }

  function lookIn(orderId: OrderId, ms: number): void {
    if (waiting(orderId) && !awaited.has(orderId)) void look(orderId, ms).catch(onStoreFailure)
  }

  /** Schedules a lookup after a change; cheap enough for every change. */
  const noteChange = (orderId: OrderId): void => lookIn(orderId, laterMs)

  return {
    noteChange,
    /** Looks up all open orders, which another server may have skipped; stops when the signal aborts. */
    open(until: AbortSignal): void {
      closing = until
      for (const { orderId } of inbox.open()) noteChange(orderId)
    },
  }
}

/** Treats an unavailable catalog as unknown. @throws any other error */
export function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error
}

interface DailyCatalogDeps {
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly wantDaily: Catalog['wantDaily']
  readonly clock: Clock
  readonly log: Log
}

const hourMs = 60 * 60_000

/** Refreshes a catalog older than a day, on the polling server only, so that order lines match it. */
export function createDailyCatalog({ servers, wantDaily, clock, log }: DailyCatalogDeps) {
  const look = async (): Promise<void> => {
    if (servers.isPolling()) await wantDaily().catch(unlessUnavailable)
  }
  return {
    /** Checks once, when this server takes over polling. Rejects only for a bug. */
    look,
    /** Checks now and every hour until the signal aborts. Never rejects. */
    run: (closing: AbortSignal): Promise<void> =>
      runForever({ name: 'daily catalog', clock, log, pauseMs: hourMs }, closing, async () => {
        await look()
        await clock.sleep(hourMs, closing)
      }),
  }
}
