import type { PracticeKind } from '#contract/desk/practice.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import type { Order } from '#contract/vendor/order.ts'
import type { Chance } from './chance.ts'
import { notesFor } from './shop/customizations.ts'
import { customers } from './shop/people.ts'
import { deliveryMethods, paymentMethods } from './shop/shop.ts'

export interface SimulatedLine {
  readonly id: string
  readonly item: CatalogItem
  readonly quantity: number
  readonly customizations: unknown
}

/** What a customer brings to the till: everything about an order but its numbers. */
export interface Basket {
  readonly customer: Order['customer']
  readonly payment: Order['payment_method']
  readonly delivery: Order['delivery_method']
  readonly isPickup: boolean
  readonly lines: readonly Omit<SimulatedLine, 'id'>[]
}

const sizes: Readonly<Record<PracticeKind, readonly [from: number, to: number]>> = {
  ordinary: [1, 6],
  digital: [1, 2],
  large: [28, 40],
}

/** Fills a basket as a customer would: what is on sale, a few of each, now and then a wish. */
export function fillBasket(kind: PracticeKind, items: readonly CatalogItem[], chance: Chance): Basket {
  const wanted = items.filter((item) => item.is_available && item.is_active && item.is_virtual === (kind === 'digital'))
  const chosen = new Set<CatalogItem>()
  const [from, to] = sizes[kind]
  const size = Math.min(chance.between(from, to), wanted.length)
  while (chosen.size < size) chosen.add(chance.pick(wanted))
  const delivery = chance.pick(Object.values(deliveryMethods))
  return {
    customer: kind === 'large' ? longestName() : chance.pick(customers),
    payment: chance.pick(Object.values(paymentMethods)),
    delivery,
    isPickup: delivery === deliveryMethods.pickup,
    lines: [...chosen].map((item) => ({
      item,
      quantity: chance.percent(60) ? 1 : chance.between(2, 6),
      customizations: chance.percent(kind === 'large' ? 40 : 20) ? chance.pick(notesFor(item)) : null,
    })),
  }
}

const longestName = () => customers.reduce((longest, each) => (each.name.length > longest.name.length ? each : longest))
