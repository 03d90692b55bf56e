import fc, { type Arbitrary } from 'fast-check'
import type { Order } from '#contract/vendor/order.ts'

/** JSON that may be changed, as `JSON.parse` returns it. */
type Tree = unknown

const text = fc.string({ unit: 'grapheme', maxLength: 24 })
const digits = fc.nat().map(String)
const address = digits.map((name) => `https://pictures.test/${name}.webp`)
const orNull = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const colour = fc.constantFrom('#FFF4D6', '#e8c15a', '#123', null)

/** Amounts: whole dinars, cents, or three decimals. */
export const amount = fc.tuple(fc.nat(99_999_999), fc.constantFrom(1, 100, 1000)).map(([units, ofOne]) => units / ofOne)

/** An order id that is valid in an address. */
export const orderId = fc.oneof(
  digits,
  fc.uuid(),
  fc.ulid(),
  fc.constantFrom('12345678901234567890', '000123', 'ORD-1.2_3:4', 'constructor'),
)

const product = fc.record({
  id: digits,
  vendor_id: digits,
  vendor_reference_id: orNull(text),
  service: fc.constant('shop'),
  name: text,
  featured_image: address,
  images: fc.array(address, { maxLength: 3 }),
  barcode: orNull(digits),
  price: amount,
  original_price: orNull(amount),
  currency: fc.constantFrom('IQD', 'USD', 'KWD', 'XXX'),
  is_available: fc.boolean(),
})

const item = fc.record({
  id: digits,
  price: amount,
  quantity: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constantFrom(0.5, 2.5)),
  product,
  customizations: fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 2 })),
})

const status = fc.record({
  key: fc.constantFrom('pending', 'contact', 'preparing', 'ready', 'cancelled', 'on_the_way'),
  title: text,
  created_at: orNull(moment),
  aliases: fc.array(text, { maxLength: 3 }),
  decoration: fc.record({
    background_color: colour,
    border_color: colour,
    border_radius: fc.constantFrom(8, '8px', null),
    featured_icon: orNull(address),
    foreground_color: orNull(
      fc.record({ light_hex: colour, dark_hex: colour, role: fc.constantFrom('warning', null) }),
    ),
  }),
})

/** A plausible full order on the wire. */
export const order: Arbitrary<Order> = fc.record(
  {
    id: orderId,
    service: fc.constant('shop'),
    receipt_number: orNull(text),
    cash_amount: amount,
    subtotal: amount,
    total: amount,
    total_quantity: digits,
    created_at: moment,
    currency: fc.constantFrom('IQD', 'USD', 'KWD'),
    is_active: fc.boolean(),
    delivery_charge: amount,
    service_charge: amount,
    status,
    customer: fc.record({ id: digits, name: text }),
    print_order_number: text,
    items: fc.array(item, { maxLength: 5 }),
    payment_method: fc.record({
      id: orNull(digits),
      key: fc.constantFrom('cash', 'card'),
      title: text,
      sub_title: orNull(text),
      payment_type: orNull(text),
      featured_image: orNull(address),
      form: fc.oneof(fc.constant(null), fc.dictionary(text, fc.jsonValue({ maxDepth: 1 }))),
    }),
    delivery_method: fc.record({ id: digits, name: text, featured_image: orNull(address) }),
    is_pickup: fc.boolean(),
    can_mark_as_ready: fc.boolean(),
    pickup_otp: digits,
    return_otp: digits,
    vendor: fc.record({ id: digits, name: text, featured_image: address }),
  },
  {
    requiredKeys: [
      'id',
      'service',
      'receipt_number',
      'cash_amount',
      'subtotal',
      'total',
      'total_quantity',
      'created_at',
      'currency',
      'is_active',
      'delivery_charge',
      'service_charge',
      'status',
      'customer',
      'print_order_number',
      'items',
      'payment_method',
      'delivery_method',
      'is_pickup',
      'can_mark_as_ready',
      'vendor',
    ],
  },
)

const nested = (depth: number, isList: boolean): Tree => {
  let tree: Tree = 'the bottom'
  for (let level = 0; level < depth; level += 1) tree = isList ? [tree] : { in: tree }
  return tree
}

const amountsInText = fc.oneof(
  amount.map(String),
  fc.tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(20)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom(
    '1,234.5',
    '1.234,5',
    '12.50',
    '0012',
    '-0',
    '-3.10',
    '.5',
    '5.',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '1e3',
    '0x10',
  ),
  fc.constantFrom(
    '١٢',
    '１２',
    '۱۲',
    '1 234',
    '12.5 IQD',
    'NaN',
    'Infinity',
    '',
    '999999999999999',
    '9999999999999999',
  ),
)

const awkward = fc.oneof(
  fc.constantFrom<Tree[]>(null, [], {}, true, false, 'true', 'false', 'null', 'undefined', '__proto__', 0, 1, -1, 2.5),
  fc.constantFrom<Tree[]>(1e21, 1e300, -1e21, 5e-324, 2 ** 53, 2 ** 53 + 2, 0.1 + 0.2, 9_007_199_254_740_991),
  fc.tuple(fc.nat(300), fc.boolean()).map(([depth, isList]) => nested(depth, isList)),
)

/** Any value in place of a field. */
export const anything: Arbitrary<Tree> = fc.oneof(amountsInText, awkward, amount, text, fc.jsonValue({ maxDepth: 2 }))

/** One change of a tree: of a member of one of its objects or lists, chosen by `at`. */
interface Change {
  readonly at: number
  readonly kind: 'replace' | 'remove' | 'repeat' | 'swap-type' | 'wrap' | 'number-members' | 'move' | 'to-null'
  readonly by: Tree
}

const change: Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom<Change['kind'][]>(
    'replace',
    'remove',
    'repeat',
    'swap-type',
    'wrap',
    'number-members',
    'move',
    'to-null',
  ),
  by: anything,
})

interface Place {
  readonly holder: Record<string, Tree>
  readonly key: string
}

const isHolder = (tree: Tree): tree is Record<string, Tree> => typeof tree === 'object' && tree !== null

/** Deep enough for every field of an order, and for some unexpected nesting. */
const deepest = 6

const placesIn = (tree: Tree, depth = 0): readonly Place[] =>
  isHolder(tree) && depth < deepest
    ? Object.keys(tree).flatMap((key) => [{ holder: tree, key }, ...placesIn(tree[key], depth + 1)])
    : []

/** Not an assignment, which sets no member for `__proto__`. */
const put = (holder: object, key: string, value: Tree): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

/** The same value in another common type: such services mix up texts and numbers. */
function inOtherType(value: Tree): Tree {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && value !== '' && Number.isFinite(Number(value))) return Number(value)
  if (isHolder(value) && Object.keys(value).length === 0) return Array.isArray(value) ? {} : []
  return value
}

/** PHP encodes a list with a gap as an object. */
const numbered = (value: Tree): Tree =>
  Array.isArray(value) ? Object.fromEntries(value.map((member: Tree, index) => [String(index * 2), member])) : value

function apply(tree: Tree, { at, kind, by }: Change): void {
  const places = placesIn(tree)
  const place = places[at % Math.max(1, places.length)]
  if (!place) return
  const { holder, key } = place
  const value = holder[key]
  switch (kind) {
    case 'remove':
      return remove(place)
    case 'repeat':
      if (Array.isArray(holder)) holder.push(structuredClone(value))
      else put(holder, `${key}_2`, structuredClone(value))
      return
    case 'swap-type':
      return put(holder, key, inOtherType(value))
    case 'wrap':
      return put(holder, key, [value])
    case 'number-members':
      return put(holder, key, numbered(value))
    case 'move':
      put(holder, Object.keys(holder).at(at % 3) ?? key, structuredClone(value))
      return
    case 'to-null':
      return put(holder, key, null)
    case 'replace':
      return put(holder, key, structuredClone(by))
  }
}

function changed(original: Order, changes: readonly Change[]): string {
  const tree: Tree = JSON.parse(JSON.stringify(original))
  for (const each of changes) apply(tree, each)
  return JSON.stringify(tree)
}

/** An order as a faulty service sends it, as text, with the requested id. */
export const garbledOrder: Arbitrary<{ readonly askedFor: string; readonly text: string }> = fc
  .tuple(order, fc.array(change, { minLength: 1, maxLength: 8 }))
  .map(([original, changes]) => ({ askedFor: original.id, text: changed(original, changes) }))
