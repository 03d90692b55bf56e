import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import type { OrderRecord, OrderStore, Word } from './store.ts'

export interface RumourParts {
  readonly open: ReadonlyMap<OrderId, OrderRecord>
  readonly store: Pick<OrderStore, 'find'>
  readonly clock: Pick<Clock, 'now'>
  readonly wake: () => void
}

/** Orders that were spoken of and may be none, or that were over and may be no longer: each is to be asked for. */
export function createRumours({ open, store, clock, wake }: RumourParts) {
  const rumours = new Set<OrderId>()
  /** When the service last told again of an open order. */
  const toldAgain = new Map<OrderId, number>()

  function add(orderId: OrderId): void {
    rumours.add(orderId)
    wake()
  }

  /** One that is over stays on the board for people alone. */
  const isReadAnyway = (orderId: OrderId) => (open.get(orderId)?.lane ?? 'closed') !== 'closed'

  return {
    add: (orderId: OrderId) => void (isReadAnyway(orderId) || add(orderId)),
    /** The service told again of orders that it showed as over, or never showed: what it shows now decides. */
    async addAgain(words: readonly Word[]): Promise<void> {
      for (const { orderId } of words) if (open.has(orderId)) toldAgain.set(orderId, clock.now())
      const over = words.filter(({ orderId }) => !isReadAnyway(orderId))
      const records = await Promise.all(over.map(({ orderId }) => store.find(orderId)))
      // Another server may have it open.
      for (const record of records) if (record?.lane === 'closed' && mayBeAskedFor(record)) add(record.orderId)
    },
    /** A reading that was asked for before the service told again of the order may be of what was before. */
    noteClosed(record: OrderRecord): void {
      const { orderId, readAt } = record
      if ((toldAgain.get(orderId) ?? 0) > (readAt ?? 0) && mayBeAskedFor(record)) add(orderId)
      toldAgain.delete(orderId)
    },
    take(): readonly OrderId[] {
      const taken = [...rumours]
      rumours.clear()
      return taken
    },
  }
}

/** What was told under an id that must not be put into an address never is. */
const mayBeAskedFor = ({ toldId }: OrderRecord): boolean => toldId === null
