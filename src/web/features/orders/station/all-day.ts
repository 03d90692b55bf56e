import { readable, type Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { openLines, type Ticket } from './tickets.ts'

/** How much of a product is still to be prepared, over all tickets. */
export interface DayCount {
  readonly product: string
  readonly name: string
  readonly quantity: number
  readonly orders: number
}

/** What tells a line's product from others; undefined if it says nothing. */
export function productKey(line: ReadOrderItem | Unreadable): string | undefined {
  const product = readable(readable(line)?.product)
  const codes = [product?.id, product?.vendor_reference_id, product?.barcode, product?.name]
  const found = codes.findIndex((code) => readable(code)?.trim())
  return found === -1 ? undefined : `${found} ${readable(codes[found])?.trim()}`
}

/** Scales weigh to the gram. */
const decimals = 1000

/** The open lines of all tickets by product, the largest quantity first. An unreadable quantity counts as one. */
export function countsOf(tickets: readonly Ticket[]): readonly DayCount[] {
  const counts = new Map<string, { name: string; quantity: number; orders: Set<string> }>()
  for (const ticket of tickets) {
    // What the customer decides on may never be prepared.
    if (ticket.state !== 'open') continue
    for (const { line, name } of openLines(ticket)) {
      const product = productKey(line)
      if (product === undefined) continue
      const count = counts.get(product) ?? { name, quantity: 0, orders: new Set() }
      count.quantity += readable(readable(line)?.quantity) ?? 1
      count.orders.add(ticket.orderId)
      counts.set(product, count)
    }
  }
  return [...counts]
    .map(([product, { name, quantity, orders }]) => ({
      product,
      name,
      quantity: Math.round(quantity * decimals) / decimals,
      orders: orders.size,
    }))
    .toSorted((one, other) => other.quantity - one.quantity || (one.name < other.name ? -1 : 1))
}
