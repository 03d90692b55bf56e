import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'

const longest = 40

/** The number that staff call out: the print number, shortened if it is very long, else the id. */
export function orderNumber(order: ReadOrder): string {
  const number = readable(order.print_order_number)?.trim() ?? ''
  if (!isSeen.test(number)) return order.id
  return number.length > longest ? `${number.slice(0, longest)}…` : number
}

/** Matches visible characters; zero-width characters are not. */
const isSeen = /[^\s\p{Cf}]/u
