/**
 * The one place where an order item's id changes its type. The specification shows it as a string on the order, as
 * an integer in a rejection, and as a string again where digital goods are accepted.
 */

/**
 * An order item's id as a rejection wants it.
 * @returns nothing where the id is no safe integer to the letter: it cannot be named then, and is never rounded.
 */
export function toRejectItemId(itemId: string): number | undefined {
  const number = Number(itemId)
  return Number.isSafeInteger(number) && String(number) === itemId ? number : undefined
}

/** The order item that a rejection names. */
export const fromRejectItemId = (id: number): string => String(id)

const plainKey = /^[\w.:-]{1,64}$/

/**
 * The id that an item has in addresses, of the desk's and of the page's. unspecified: it may be a text.
 * @returns nothing where it has none.
 */
export function itemKeyOf(id: unknown): string | undefined {
  const key = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : ''
  return plainKey.test(key) ? key : undefined
}

/**
 * An order's id as we carry it: a string, to the letter. The specification says "string or integer"; what is
 * outside this alphabet is never put into an address (unspecified: which characters an id may have).
 */
export type OrderId = string

const pattern = /^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,127}$/

export const isOrderId = (text: string): text is OrderId => pattern.test(text)
