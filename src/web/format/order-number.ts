import { readable } from '#contract/salvage.ts'
import { patterns } from '#contract/screen-paths.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { decoded } from '#web/api/http/call.ts'
import { matchPath } from 'react-router'

const longest = 40

/** The number that people call out: the print number, clipped where it is no number any more; else the id. */
export function orderNumber(order: ReadOrder): string {
  const number = readable(order.print_order_number)?.trim() ?? ''
  if (!isSeen.test(number)) return order.id
  return number.length > longest ? `${number.slice(0, longest)}…` : number
}

/** Something in it takes ink: spaces of no width take none. */
const isSeen = /[^\s\p{Cf}]/u

/** The id of the order whose screen an address is; nothing where it is that of another screen. */
export function shownOrder(pathname: string): string | undefined {
  const match = matchPath(patterns.order, pathname)
  return match ? decoded(match.params.orderId) : undefined
}
