import type { PracticeKind } from '#contract/desk/practice.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import type { Order } from '#contract/vendor/order.ts'
import { categories } from '#simulator/shop/lists.ts'
import { customers, deliveryMethods, paymentMethods } from '#simulator/shop/shop.ts'

/** Notes that fit any item. */
const ofAnything: readonly unknown[] = [
  { gift_wrap: true, message: 'كل عام وأنتم بخير' },
  { instructions: { ar: 'اتركها عند الحارس', en: 'Leave it with the guard', fr: 'À laisser chez le gardien' } },
  [
    { name: 'Bag', value: 'Paper' },
    { name: 'Receipt', value: 'In the bag' },
  ],
]

/** Notes for the items of a category or a department. */
const ofSome: Readonly<Record<string, readonly unknown[]>> = {
  'Fruit & vegetables': [
    { note: 'Ripe ones, please: we eat them tonight.' },
    [
      { name: 'Ripeness', value: 'Green' },
      { name: 'Bag', value: 'Paper' },
    ],
    [
      { name: 'التقطيع', value: 'شرائح رفيعة' },
      { name: 'التغليف', value: 'بدون كيس نايلون' },
    ],
  ],
  'Dairy & eggs': [{ sliced: true, quantity_per_bag: 6, weight_tolerance: 0.1, replacement: null }],
  Bakery: ['Sliced, not too thin', ['well done', 2, true]],
  'Meat, poultry & fish': [
    { cut: 'cubes', bone: false, fat: 'trimmed', pieces: 8 },
    {
      groups: [
        {
          title: 'Marinade',
          choices: [
            { title: 'Yoghurt & saffron', count: 1 },
            { title: 'Extra lemon', count: 2 },
          ],
        },
      ],
    },
    { selected: ['no onion', 'extra sumac'], removed: [] },
  ],
  'Spices & sauces': [{ allergie: 'Allergie aux noix et au sésame : ne rien remplacer sans m’appeler.' }],
  'Snacks & sweets': ['بدون ملح', { note: 'حساسية شديدة من الفول السوداني، الرجاء التأكد من الملصق' }],
  'Ground coffee': [
    {
      options: {
        grind: { key: 'coarse', label: 'Coarse' },
        cardamom: { key: 'light', label: 'Light', extra_price: 250 },
      },
    },
  ],
}

const placesOf = new Map(categories.map(({ id, name, parent }) => [id, [name.en, parent?.name.en ?? '']]))

/** Possible customizations of an item. The shape of the field is undocumented, so they take every plausible shape. */
export function notesFor({ category_ids: ids }: Pick<CatalogItem, 'category_ids'>): readonly unknown[] {
  const own = ids.flatMap((id) => placesOf.get(id) ?? []).flatMap((place) => ofSome[place] ?? [])
  return own.length > 0 ? own : ofAnything
}

export const customizations: readonly unknown[] = [...ofAnything, ...Object.values(ofSome).flat()]

/** Seeded random choices: the same seed gives the same day. */
export interface Chance {
  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True with this probability in percent. */
  percent(share: number): boolean
  /** A random element. @throws {RangeError} if the list is empty. */
  pick<T>(list: readonly T[]): T
}

/** The mulberry32 generator; its 32 bits of state suffice here. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    percent: (share) => next() * 100 < share,
    pick: (list) => {
      const [picked] = list.slice(Math.floor(next() * list.length))
      if (picked === undefined) throw new RangeError('There is nothing to pick from.')
      return picked
    },
  }
}

export interface SimulatedLine {
  readonly id: string
  readonly item: CatalogItem
  readonly quantity: number
  readonly customizations: unknown
}

/** The content of an order without its numbers. */
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

/** Fills a basket as a customer would: items for sale, a few of each, sometimes with notes. */
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
