import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'

const longest = 40

/** The number that people call out: the print number, clipped where it is no number any more; else the id. */
export function orderNumber(order: ReadOrder): string {
  const number = readable(order.print_order_number)?.trim() ?? ''
  if (!isSeen.test(number)) return order.id
  return number.length > longest ? `${number.slice(0, longest)}…` : number
}

/** Something in it takes ink: spaces of no width take none. */
const isSeen = /[^\s\p{Cf}]/u
