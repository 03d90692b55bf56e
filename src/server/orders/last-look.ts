import type { OrderRecord } from '#domain/order.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderReader } from './order-reader.ts'

/** An order as it was seen, and when it was asked for, on our clock. */
export interface Look {
  readonly order: ReadOrder
  readonly askedAt: number
}

/**
 * The order as it was last seen: by this server, or, in the record, by another one or the one before it.
 * @returns nothing where nobody has seen it.
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
