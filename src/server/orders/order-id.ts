import { isOrderId, type OrderId } from '#contract/vendor/item-id.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Context } from 'hono'

/** A substitute for an id that is unsafe in an address; equal digests give equal ids. */
export const ownId = (digest: string): OrderId => `unsafe-${digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 16)}`

/** Whether this desk made up the id, so that the vendor cannot know it. */
const isSubstituteId = (id: OrderId): boolean => /^unsafe-[A-Za-z0-9]{1,16}$/.test(id)

/** Parses a store version from a header; nothing if invalid. */
export function versionIn(text: string | undefined): number | undefined {
  const version = Number(text)
  return Number.isSafeInteger(version) ? version : undefined
}

const shownAtMost = 1000

/** Shortens an unsafe id for display, because every tablet receives it. */
export function shownId(id: string): string {
  const letters = [...id]
  return letters.length > shownAtMost ? `${letters.slice(0, shownAtMost).join('')}…` : id
}

/** Validates an order id. @throws {HttpError} 400 `bad_order_id` */
export function checkOrderId(text: string | undefined): OrderId {
  if (text !== undefined && isOrderId(text)) return text
  throw new HttpError(400, 'bad_order_id', 'An order id is letters, digits and . _ : - only.')
}

/** Validates an id for a request to the vendor. @throws {HttpError} also 404 `order_not_found` for a substitute id */
export function checkVendorsId(text: string | undefined): OrderId {
  const id = checkOrderId(text)
  if (isSubstituteId(id)) throw new HttpError(404, 'order_not_found', 'The vendor service knows no order by this id.')
  return id
}

/** The order id in the path. @throws {HttpError} 400 `bad_order_id` */
export const orderIdIn = ({ req }: Context): OrderId => checkOrderId(req.param('orderId'))
