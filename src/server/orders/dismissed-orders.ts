import type { OrderRecord } from '#domain/order.ts'
import { isDismissed } from '#contract/desk/board-actions.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderStore } from '#server/storage/store.ts'

const dismissedForMs = 24 * 60 * 60 * 1000
/** At a start, so many of the latest closed orders are searched for those that were put aside. */
const closedLookedThrough = 1000

/** A person did without it, and the vendor could yet be asked for it. */
const mayComeBack = (record: OrderRecord): boolean => record.toldId === null && isDismissed(record)

/** The orders that were put aside within the last day: the vendor may come to know them yet. */
export function createDismissedOrders(store: Pick<OrderStore, 'closed'>, clock: Clock) {
  const records = new Map<OrderId, OrderRecord>()
  const isLately = ({ closedAt }: OrderRecord) => closedAt !== null && clock.now() - closedAt < dismissedForMs

  function note(record: OrderRecord): void {
    if (mayComeBack(record)) records.set(record.orderId, record)
    else records.delete(record.orderId)
  }

  function all(): readonly OrderRecord[] {
    for (const record of records.values()) if (!isLately(record)) records.delete(record.orderId)
    return [...records.values()]
  }

  return {
    async load(): Promise<void> {
      for (const record of await store.closed({ limit: closedLookedThrough })) note(record)
    },
    /** Takes down what became of an order. */
    note,
    all,
    find(orderId: OrderId): OrderRecord | undefined {
      const record = records.get(orderId)
      return record && isLately(record) ? record : undefined
    },
  }
}
