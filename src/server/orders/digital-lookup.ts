import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { Catalog } from '#server/catalog/catalog.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { Inbox } from './inbox.ts'

export interface DigitalLookupDeps {
  readonly inbox: Pick<Inbox, 'open' | 'peek' | 'noteDigital'>
  readonly servers: Pick<Cluster, 'isWatching'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly isDigital: Catalog['isDigital']
  readonly onStoreFailure: (error: unknown) => void
}

/** What changed is on its way to the tablets, which have the processor first. */
const laterMs = 1000
/** While the catalog is read an order is looked at again after this, then after twice as long each time. */
const againMs = 3000
const againAtMostMs = 10_000

/**
 * Looks into the catalog for codes that are sold on an order which waits for its answer, each time that the order
 * changed, and until the catalog has been read for it: accepting such an order takes a person longer, and its card says
 * so. No answer waits for it.
 */
export function createDigitalLookup({ inbox, servers, clock, isDigital, onStoreFailure }: DigitalLookupDeps) {
  const awaited = new Set<OrderId>()
  let closing: AbortSignal | undefined

  /** The order as it was read, while it waits for its answer. */
  function waiting(orderId: OrderId): OrderRecord | undefined {
    const record = inbox.peek(orderId)
    return record?.lane === 'answer' && record.order !== null && servers.isWatching() ? record : undefined
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

  /** The order has changed. Of each that is heard of this is asked: it costs a look into two maps. */
  const noteChange = (orderId: OrderId): void => lookIn(orderId, laterMs)

  return {
    noteChange,
    /** Looks at all open orders, which an earlier server may not have come to; and at none any more once the signal aborts. */
    open(until: AbortSignal): void {
      closing = until
      for (const { orderId } of inbox.open()) noteChange(orderId)
    },
  }
}

/** The catalog may be away: nothing is known then. */
export function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error
}
