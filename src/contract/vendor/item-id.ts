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
