import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type { Catalog } from '#proxy/catalog/catalog.ts'
import type { Servers } from '#proxy/store/servers.ts'
import { StoreUnavailable, type OrderRecord } from '#proxy/store/store.ts'
import type { Inbox } from './inbox.ts'

interface DigitalLookParts {
  readonly inbox: Pick<Inbox, 'peek' | 'noteDigital'>
  readonly servers: Pick<Servers, 'isWatching'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly isDigital: Catalog['isDigital']
  readonly storeTrouble: (error: unknown) => void
}

/** What changed is on its way to the tablets, which have the processor first. */
const laterMs = 1000

/**
 * Looks into the catalog for codes that are sold on an order which waits for its answer, each time that the order
 * changed: accepting such an order takes a person longer, and its card says so. No answer waits for it.
 */
export function createDigitalLook({ inbox, servers, clock, isDigital, storeTrouble }: DigitalLookParts) {
  const awaited = new Set<OrderId>()

  /** The order as it was read, while it waits for its answer. */
  function waiting(orderId: OrderId): OrderRecord | undefined {
    const record = inbox.peek(orderId)
    return record?.lane === 'answer' && record.order !== null && servers.isWatching() ? record : undefined
  }

  async function look(orderId: OrderId): Promise<void> {
    awaited.add(orderId)
    await clock.sleep(laterMs)
    awaited.delete(orderId)
    const record = waiting(orderId)
    const found = record && (await isDigital(record.order).catch(unlessUnavailable))
    if (found !== undefined && found !== record?.isDigital) await inbox.noteDigital(orderId, found)
  }

  return {
    /** The order has changed. Of each that is heard of this is asked: it costs a look into two maps. */
    noteChange(orderId: OrderId): void {
      if (waiting(orderId) && !awaited.has(orderId)) void look(orderId).catch(storeTrouble)
    },
  }
}

/** The catalog may be away: nothing is known then. */
function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreUnavailable)) throw error
}
