import type { OrderRecord } from '#domain/order.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderReader } from './order-reader.ts'

/** An order, and when it was requested, on the desk's clock. */
export interface Look {
  readonly order: ReadOrder
  readonly askedAt: number
}

/**
 * The latest reading of the order: by this server, or from the record by another one or before the last restart.
 * @returns nothing if the order was never read
 */
export function lastLook(
  orders: Pick<OrderReader, 'last'>,
  orderId: OrderId,
  record: OrderRecord | undefined,
): Look | undefined {
  const last = orders.last(orderId)
  const readAt = record?.readAt ?? Number.NEGATIVE_INFINITY
  if (last && last.askedAt >= readAt) return last
  const order = readOrder(orderId, record?.order)
  return order ? { order, askedAt: readAt } : last
}
