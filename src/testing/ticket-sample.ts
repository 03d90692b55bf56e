import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { type OrderRecord, recordOfNotification } from '#domain/order.ts'

/** When the sample order was accepted. */
export const acceptedAt = Date.parse('2026-11-28T17:31:00Z')
export const printedAt = acceptedAt + 65_000

interface SampleItem {
  readonly sent: string
  readonly catalog?: Readonly<Record<string, string>>
  readonly categories?: unknown
  readonly quantity?: number
  readonly customizations?: unknown
}

const sampleItems: readonly SampleItem[] = [
  {
    sent: 'Basmati rice 5 kg',
    catalog: { en: 'Basmati rice 5 kg', ar: 'أرز بسمتي ٥ كغ', fr: 'Riz basmati 5 kg' },
    categories: [1, 7],
    quantity: 2,
  },
  {
    sent: 'دجاج مشوي كامل مع البطاطا والصلصة',
    catalog: { en: 'Whole grilled chicken with potatoes and sauce', ar: 'دجاج مشوي كامل مع البطاطا والصلصة' },
    categories: [2],
    quantity: 3,
    customizations: [
      { name: 'Note', value: 'No peanuts please: allergy! Cut it into 8 pieces.' },
      { groups: [{ title: 'Sauce', choices: [{ title: 'Garlic', count: 2 }, { title: 'Lemon' }] }] },
      { name: 'ملاحظة', value: 'بدون ملح، ويرجى التغليف جيدًا' },
    ],
  },
  {
    sent: 'Fromage de chèvre affiné à l’huile d’olive, thym et poivre noir concassé, la pièce de 150 g',
    catalog: { en: 'Goat cheese in olive oil', ar: 'جبن ماعز بزيت الزيتون', fr: 'Fromage de chèvre' },
    categories: [1],
  },
  { sent: 'Sparkling water 6 × 1.5 l', categories: [3], catalog: { ar: 'مياه غازية ٦ × ١٫٥ لتر' }, quantity: 12 },
  { sent: 'Superlongproductnamewithoutanyspaces-1234567890-ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
  { sent: 'Olives, loose', catalog: { en: 'Olives, loose', ar: 'زيتون سائب' }, categories: [1], quantity: 0.75 },
  {
    sent: 'Birthday cake',
    catalog: { en: 'Birthday cake', ar: 'كعكة عيد ميلاد', fr: 'Gâteau d’anniversaire' },
    categories: [4],
    customizations: { message: 'Happy birthday, Zoë & Łukasz!', candles: 8, gift_wrap: true },
  },
  { sent: 'Milk 1 l', catalog: { en: 'Milk 1 l', ar: 'حليب ١ لتر', fr: 'Lait 1 l' }, categories: [3], quantity: 4 },
]

const lineOf = ({ sent, quantity = 1, customizations = null }: SampleItem, index: number) => ({
  id: `L${index}`,
  price: 1500,
  quantity,
  product: {
    id: String(100 + index),
    name: sent,
    vendor_reference_id: `REF-${100 + index}`,
    barcode: `629100000${100 + index}`,
  },
  customizations,
})

const matchOf = ({ catalog, categories }: SampleItem, index: number): readonly ItemMatch[] =>
  catalog
    ? [{ line: `L${index}`, by: 'reference', item: { id: 100 + index, name: catalog, category_ids: categories } }]
    : []

/** An order with everything that a ticket shows, and codes that it must not show. */
export const sampleOrder = {
  id: 'ord_01JDSAMPLE7',
  status: { key: 'preparing', title: 'Preparing' },
  print_order_number: 'A-1042',
  customer: { id: '5', name: 'Sara Al-Khafaji' },
  items: [...sampleItems.map(lineOf), 'broken'],
  is_pickup: false,
  delivery_method: { id: '1', name: 'Express delivery by courier', featured_image: null },
  payment_method: { id: '1', key: 'cash', title: 'Cash on delivery', form: { card: 'planted-card' } },
  created_at: '2026-11-28T17:28:30Z',
  total: 148750,
  total_quantity: '25',
  currency: 'IQD',
  pickup_otp: 'planted-pickup',
  return_otp: 'planted-return',
  vendor: { id: '1', name: 'Al-Rasheed Market · سوق الرشيد', featured_image: '' },
}

export const sampleMatches: readonly ItemMatch[] = sampleItems.flatMap(matchOf)

/** The sample order, accepted by a person; `changes` are the order's. */
export const sampleRecord = (
  changes: Readonly<Record<string, unknown>> | null = {},
  record: Partial<OrderRecord> = {},
): OrderRecord => ({
  ...recordOfNotification(
    {
      orderId: sampleOrder.id as OrderId, // a plain id
      toldId: null,
      itemIds: [],
      source: 'webhook',
      receivedAt: acceptedAt - 60_000,
    },
    1,
  ),
  order: changes && { ...sampleOrder, ...changes },
  lane: 'preparing',
  lastDone: { action: 'accept', outcome: 'done', by: { person: 'Mustafa', tablet: 'Counter' }, at: acceptedAt },
  ...record,
})
