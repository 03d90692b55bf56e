import { isOrderId, type OrderId } from '#contract/vendor/item-id.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Context } from 'hono'

/** An id of our own for an order whose id must not be put into an address: the same for the same digest of it. */
export const ownId = (digest: string): OrderId => `unsafe-${digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 16)}`

/** Whether the vendor cannot know an order under this id, for we made it up. */
const isOwnId = (id: OrderId): boolean => /^unsafe-[A-Za-z0-9]{1,16}$/.test(id)

/** The version of the store in a header; nothing where it is none. */
export function versionIn(text: string | undefined): number | undefined {
  const version = Number(text)
  return Number.isSafeInteger(version) ? version : undefined
}

const shownAtMost = 1000

/** What people see of such an id: nobody reads more of it, and every tablet carries it. */
export function shownId(id: string): string {
  const letters = [...id]
  return letters.length > shownAtMost ? `${letters.slice(0, shownAtMost).join('')}…` : id
}

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
