import type { Context } from 'hono'
import { isOrderId, type OrderId } from '#contract/vendor/order-id.ts'
import { HttpError } from '#server/http/http-error.ts'
import { isOwnId } from './own-id.ts'

/** An order id as it was given. @throws {HttpError} 400 `bad_order_id` */
export function checkOrderId(text: string | undefined): OrderId {
  if (text !== undefined && isOrderId(text)) return text
  throw new HttpError(400, 'bad_order_id', 'An order id is letters, digits and . _ : - only.')
}

/** An id that may go up to the vendor. @throws {HttpError} also 404 `order_not_found` for one of our own making */
export function checkVendorsId(text: string | undefined): OrderId {
  const id = checkOrderId(text)
  if (isOwnId(id)) throw new HttpError(404, 'order_not_found', 'The vendor service knows no order by this id.')
  return id
}

/** The order of an address. @throws {HttpError} 400 `bad_order_id` */
export const orderIdIn = ({ req }: Context): OrderId => checkOrderId(req.param('orderId'))
