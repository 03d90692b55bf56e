import type { OrderRecord } from '#domain/order.ts'
import { isDismissed } from '#contract/desk/board-actions.ts'
import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderStore } from '#server/storage/store.ts'

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
