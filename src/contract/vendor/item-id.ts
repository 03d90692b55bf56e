/**
 * The only place where an order item's id changes its type: the specification has a string on the order, an integer in
 * a rejection, and a string again when digital goods are accepted.
 */

/**
 * An order item's id for a rejection.
 * @returns undefined if the id is not exactly a safe integer. It is never rounded.
 */
export function toRejectItemId(itemId: string): number | undefined {
  const number = Number(itemId)
  return Number.isSafeInteger(number) && String(number) === itemId ? number : undefined
}

/** The id of the order item that a rejection names. */
export const fromRejectItemId = (id: number): string => String(id)

const plainKey = /^[\w.:-]{1,64}$/

/**
 * An item's id in addresses of the API and the web app. unspecified: it may be a text.
 * @returns undefined if it has none.
 */
export function itemKeyOf(id: unknown): string | undefined {
  const key = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : ''
  return plainKey.test(key) ? key : undefined
}

/**
 * An order's id, always an exact string. The specification says "string or integer". An id with other characters is
 * never put into an address (unspecified: which characters an id may have).
 */
export type OrderId = string

const pattern = /^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,127}$/

export const isOrderId = (text: string): text is OrderId => pattern.test(text)
