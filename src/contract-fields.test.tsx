import { laneOf } from '#domain/lane.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { isRecord } from '#contract/json.ts'
import { CancelReason } from '#contract/vendor/cancel-reason.ts'
import { Brand, CatalogItem, Category, VariantAttribute } from '#contract/vendor/catalog.ts'
import { Order, readOrder } from '#contract/vendor/order.ts'
import { truthsOfLine } from '#domain/line-truths.ts'
import { entryOf } from '#server/catalog/catalog-entry.ts'
import { createCatalogIndex } from '#server/catalog/catalog-index.ts'
import { isDigitalOrder } from '#server/catalog/catalog-match.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { en } from '#web/i18n/en.ts'
import type { Language } from '#web/i18n/language.ts'

// Every field of the vendor's contract is shown on a screen, or changes what the desk does, or is left out with a reason.
// A resource whose every field has a value of its own is opened on its screens, and each value is looked for there.

vi.setConfig({ testTimeout: 60_000 })

const resources = { Order, CancelReason, Category, Brand, VariantAttribute, CatalogItem }
type Resource = keyof typeof resources
type Schema = z.core.$ZodType

/** Calls `visit` for each field that has no fields of its own, and puts together what it gives. */
function build(schema: Schema, path: string, visit: (path: string, type: string) => unknown): unknown {
  const definition = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  switch (definition.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape).map(([key, field]) => [key, build(field, `${path}.${key}`, visit)]),
      )
    case 'array':
      return [build(definition.element, `${path}[]`, visit)]
    case 'nullable':
    case 'optional':
      return build(definition.innerType, path, visit)
    default:
      return visit(path, definition.type)
  }
}

const fields: { readonly path: string; readonly type: string }[] = []
for (const [name, schema] of Object.entries(resources)) build(schema, name, (path, type) => fields.push({ path, type }))
const numberOf = (path: string) => 100 + fields.findIndex((field) => field.path === path)

/** What a field is sent as where a text or a number of its own would not be taken, and as what it is seen then. */
const special: Readonly<Record<string, readonly [sent: unknown, seen?: RegExp]>> = {
  'Order.is_active': [true],
  'Order.can_mark_as_ready': [false],
  'Order.is_pickup': [true],
  'Order.currency': ['XTS', /XTS/],
  'Order.status.key': ['pending'],
  'Order.status.decoration.background_color': ['#fefdfc', /--light-background: #fefdfc/],
  'Order.status.decoration.border_color': ['#123457', /--light-edge: #123457/],
  'Order.status.decoration.border_radius': [7, /--badge-radius: 7px/],
  'Order.status.decoration.foreground_color.light_hex': ['#010204', /--light-ink: #010204/],
  'Order.status.decoration.foreground_color.dark_hex': ['#fafbfd', /--dark-ink: #fafbfd/],
  'Order.status.decoration.foreground_color.role': ['danger', /data-tone="red"/],
  'Order.items[].product.currency': ['XXX', /XXX/],
  'Order.items[].product.is_available': [true],
  'CancelReason.should_select_items': [true],
  'CatalogItem.is_active': [true],
  'CatalogItem.is_available': [true],
  'CatalogItem.is_virtual': [true],
}

function valueOf(path: string, type: string): unknown {
  const number = numberOf(path)
  if (special[path]) return special[path][0]
  if (path.endsWith('_at')) return `${1800 + number}-03-07T12:00:00Z`
  if (/image|icon/.test(path)) return `https://pictures.test/v${number}v.png`
  // `Integer` is a check of our own.
  if (type === 'number' || type === 'custom') return 7_000_000 + number
  return type === 'unknown' ? { note: `v${number}v` } : `v${number}v`
}

function seenAs(path: string): RegExp {
  const number = numberOf(path)
  if (path.endsWith('_at')) return new RegExp(`Mar 7, ${1800 + number}`)
  return special[path]?.[1] ?? new RegExp(`v${number}v|7,?000,?${number}`)
}

type Data = Record<string, unknown>
const sent = (name: Resource): Data => build(resources[name], name, valueOf) as Data

type Change = (data: Data) => void

/** A service that has one of each resource. */
const serviceWith = (change: Change) => async (request: Request, vendor: Simulator) => {
  const { pathname } = new URL(request.url)
  const lists: Readonly<Record<string, Resource>> = {
    'cancel-reasons': 'CancelReason',
    categories: 'Category',
    brands: 'Brand',
    'variant-attributes': 'VariantAttribute',
  }
  const of = pathname.includes('/orders/') ? 'Order' : lists[pathname.split('/').at(-1) ?? '']
  if (!of || request.method !== 'GET') return vendor.fetch(request)
  const data = sent(of)
  change(data)
  if (of === 'Order') return Response.json({ data: { ...data, id: pathname.split('/').at(-1) } })
  return Response.json({
    data: [data],
    meta: { current_page: 1, from: 1, to: 1, per_page: 100, total: 1, last_page: 1 },
  })
}

const orderId = `v${numberOf('Order.id')}v`

async function open(at: string, change: Change = () => undefined, language: Language = 'en'): Promise<OpenPage> {
  return openPage({ at: () => at, language, fetch: serviceWith(change) })
}

async function openOrder(change?: Change): Promise<OpenPage> {
  const page = await open(`/orders/${orderId}`, change)
  await page.user.click(await screen.findByText(en['order.details'], { selector: 'summary' }))
  return page
}

async function openItem(change: Change = () => undefined): Promise<void> {
  const data = sent('CatalogItem')
  change(data)
  await open('/catalog/items/7', (list) => Object.keys(list).forEach((key) => delete list[key]))
  const desk = globalThis.fetch
  const index = { have: 1, total: 1, fresh_at: '2026-11-20T11:55:00Z', is_whole: true, problem: null }
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.startsWith('/api/desk/catalog/items/')
      ? Promise.resolve(Response.json({ data, index }))
      : desk(address, init),
  )
  await screen.findByText(en['item.codes'])
}

async function openRejection(change?: Change) {
  const page = await open(`/orders/${orderId}`, change)
  await page.user.click(await screen.findByRole('button', { name: 'Reject order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject order' }))
  await page.user.click(await dialog.findByRole('radio'))
  return { ...page, dialog }
}

const openAttributes = async (change?: Change, language?: Language) => {
  await open('/catalog/attributes', change, language)
  await screen.findByText(seenAs('VariantAttribute.key'))
}

const withoutNames = (data: Data) => {
  data['name'] = {}
  for (const value of data['values'] as Data[]) value['name'] = {}
}

const openCategories = async (language: Language) => {
  await open('/catalog/categories', undefined, language)
  await screen.findAllByRole('treeitem')
}

const scenes = {
  order: async () => {
    const { user } = await openOrder()
    await user.click(screen.getByRole('button', { name: /2 pictures$/ }))
  },
  'order without a title of its payment': async () =>
    void (await openOrder((data) => Object.assign(data['payment_method'] as Data, { title: '' }))),
  rejection: async () => void (await openRejection()),
  item: () => openItem(),
  brands: async () => {
    await open('/catalog/brands')
    await screen.findByText(seenAs('Brand.name.en'))
  },
  categories: () => openCategories('en'),
  'categories in Arabic': () => openCategories('ar'),
  attributes: () => openAttributes(),
  'attributes in Arabic': () => openAttributes(undefined, 'ar'),
  'attributes in French': () => openAttributes(undefined, 'fr'),
  'attributes without names': () => openAttributes(withoutNames),
  'attributes without any name': () =>
    openAttributes((data) => {
      withoutNames(data)
      data['localized_name'] = ''
    }),
} satisfies Record<string, () => Promise<void>>
type Scene = keyof typeof scenes

const under = (start: string, names: string): readonly string[] => names.split(' ').map((name) => start + name)

/** Fields that are shown as they are sent. */
const shown: Readonly<Record<Scene, readonly string[]>> = {
  order: [
    ...under('Order.', 'id service receipt_number cash_amount subtotal total total_quantity created_at currency'),
    ...under('Order.', 'delivery_charge service_charge customer.name print_order_number vendor.name'),
    ...under('Order.', 'vendor.featured_image delivery_method.name delivery_method.featured_image'),
    ...under('Order.payment_method.', 'title sub_title payment_type featured_image'),
    ...under('Order.status.', 'title created_at'),
    ...under('Order.status.decoration.', 'background_color border_color border_radius featured_icon'),
    ...under('Order.status.decoration.foreground_color.', 'light_hex dark_hex role'),
    ...under('Order.items[].', 'price quantity customizations'),
    ...under('Order.items[].product.', 'vendor_id vendor_reference_id service name featured_image images[] barcode'),
    ...under('Order.items[].product.', 'original_price currency'),
  ],
  'order without a title of its payment': ['Order.payment_method.key'],
  rejection: ['CancelReason.name', 'CancelReason.options.select_items_title'],
  item: [
    ...under('CatalogItem.', 'id vendor_reference_id name.ar name.en description.ar description.en price'),
    ...under('CatalogItem.', 'discounted_price discount_start_at discount_end_at stock sku barcode image_url brand_id'),
    ...under('CatalogItem.', 'max_purchasable_quantity parent_id category_ids[] attribute_value_ids[]'),
    ...under('CatalogItem.', 'created_at updated_at'),
  ],
  brands: under('Brand.', 'id name.ar name.en'),
  categories: under('Category.', 'id name.en parent.id parent.name.en'),
  'categories in Arabic': under('Category.', 'name.ar parent.name.ar'),
  attributes: under('VariantAttribute.', 'name.en key values_count values[].id values[].name.en values[].key'),
  'attributes in Arabic': under('VariantAttribute.', 'name.ar values[].name.ar'),
  'attributes in French': under('VariantAttribute.', 'name.fr values[].name.fr'),
  'attributes without names': under('VariantAttribute.', 'localized_name values[].localized_name'),
  'attributes without any name': ['VariantAttribute.id'],
}

/** Fields that are not shown as they are, but change what is shown or done. */
const used: Readonly<Record<string, () => Promise<void>>> = {
  'Order.is_active': async () => {
    const laneWhere = (is_active: boolean) => laneUnder({ key: 'pending' }, { is_active })
    expect([laneWhere(true), laneWhere(false)]).toEqual(['answer', 'closed'])
  },
  'Order.can_mark_as_ready': async () => {
    await openOrder((data) => (data['can_mark_as_ready'] = true))
    expect(await screen.findByRole('button', { name: 'Mark as ready' })).toBeVisible()
  },
  'Order.is_pickup': async () => {
    await openOrder((data) => (data['is_pickup'] = false))
    expect(screen.getAllByText(en['tag.delivery'])).not.toHaveLength(0)
    expect(screen.queryByText(en['tag.pickup'])).toBeNull()
  },
  'Order.status.key': async () => {
    expect([laneUnder({ key: 'pending' }), laneUnder({ key: 'contact' })]).toEqual(['answer', 'contact'])
  },
  'Order.status.aliases[]': async () => {
    expect([laneUnder({ aliases: ['pending'] }), laneUnder({ aliases: ['contact'] })]).toEqual(['answer', 'contact'])
  },
  'Order.vendor.id': async () => {
    await openOrder()
    expect(screen.getByText(en['line.otherShop'])).toBeVisible()
    cleanup()
    await openOrder((data) => Object.assign(data['vendor'] as Data, { id: productOf(data)['vendor_id'] }))
    expect(screen.queryByText(en['line.otherShop'])).toBeNull()
  },
  'Order.items[].id': async () => {
    const { dialog, user, send } = await openSentRejection()
    await user.click(dialog.getByRole('checkbox'))
    expect(await send()).toMatchObject({ items: [{ id: 4711 }] })
  },
  'Order.items[].product.id': async () => {
    const index = createCatalogIndex()
    index.put([entryOf('77', { id: 77, is_virtual: true })], 1)
    const orderOf = (id: string) => ({ id: '1', items: [{ id: '1', product: { id } }] })
    expect([isDigitalOrder(orderOf('77'), index), isDigitalOrder(orderOf('78'), index)]).toEqual([true, false])
  },
  'Order.items[].product.price': async () => {
    const truths = (price: number) => truthsOfLine({ product: { price } }, { price: 10, stock: 5 }, 0)
    expect([truths(10), truths(9)]).toEqual([[], [{ is: 'priceDiffers', price: 10 }]])
  },
  'Order.items[].product.is_available': async () => {
    await openOrder((data) => (productOf(data)['is_available'] = false))
    expect(screen.getByText(en['line.unavailable'])).toBeVisible()
  },
  'Order.pickup_otp': () => compareCode('pickup_otp', 'Hand over'),
  'Order.return_otp': () => compareCode('return_otp', 'Take back'),
  'CancelReason.id': async () => {
    const { send } = await openSentRejection((data) => (data['should_select_items'] = false))
    expect(await send()).toMatchObject({ cancel_reason_id: 7_000_000 + numberOf('CancelReason.id') })
  },
  'CancelReason.should_select_items': async () => {
    const { dialog } = await openRejection()
    expect(dialog.getByRole('checkbox')).toBeVisible()
    cleanup()
    const { dialog: other } = await openRejection((data) => (data['should_select_items'] = false))
    expect(other.queryByRole('checkbox')).toBeNull()
  },
  'CatalogItem.is_active': () => saysYesOrNo('is_active', en['item.active']),
  'CatalogItem.is_available': () => saysYesOrNo('is_available', en['items.available']),
  'CatalogItem.is_virtual': () => saysYesOrNo('is_virtual', en['items.virtual']),
}

const laneUnder = (status: object, more: object = {}) => {
  const order = readOrder('1', { id: '1', status, ...more })
  return order && laneOf(order)
}

const productOf = (data: Data) => (data['items'] as [{ product: Data }])[0].product

/** A rejection of an order whose line has an id that can be named, with what the service is sent of it. */
async function openSentRejection(change?: Change) {
  const page = await openRejection((data) => {
    if (isRecord(data['status'])) Object.assign((data['items'] as Data[])[0] ?? {}, { id: '4711' })
    else change?.(data)
  })
  return {
    ...page,
    async send(): Promise<unknown> {
      await page.user.click(page.dialog.getByRole('button', { name: 'Send rejection' }))
      // It can be undone first.
      await vi.advanceTimersByTimeAsync(8000)
      return JSON.parse(page.vendor.requests.findLast(({ method }) => method === 'POST')?.body ?? 'null')
    },
  }
}

async function compareCode(field: string, name: string): Promise<void> {
  const { ask, user } = await openOrder((data) => {
    Object.assign(data, { can_mark_as_ready: false, pickup_otp: undefined, return_otp: undefined, [field]: '0417' })
    Object.assign(data['status'] as Data, { key: 'ready' })
  })
  // Only what is on the board is handed over.
  await ask('/api/desk/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: orderId }),
  })
  await user.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '0417{Enter}')
  expect(await dialog.findByText('MATCH')).toBeVisible()
}

async function saysYesOrNo(field: string, name: string): Promise<void> {
  for (const is of [true, false]) {
    cleanup()
    await openItem((data) => (data[field] = is))
    expect((await screen.findByText(name, { selector: 'dt' })).nextElementSibling).toHaveTextContent(
      en[is ? 'value.yes' : 'value.no'],
    )
  }
}

/** Fields that nothing uses, and why; none of them is on any screen. */
const unused: Readonly<Record<string, string>> = {
  'Order.customer.id': 'Nobody at the counter knows customers by a number, and it can be looked up by nothing.',
  'Order.payment_method.id': 'The service’s own number; the title says how the order is paid.',
  'Order.payment_method.form': 'Extra payment data, which may be of a card: it is never shown, logged or stored.',
  'Order.delivery_method.id': 'The service’s own number; the name says how the order leaves the shop.',
}

test('each field of the contract is shown, used, or left out with a reason', () => {
  const known = [...Object.values(shown).flat(), ...Object.keys(used), ...Object.keys(unused)]
  expect(known.toSorted()).toEqual(fields.map(({ path }) => path).toSorted())
})

test.each(Object.keys(scenes) as Scene[])('each field that is said to be on the screen is there: %s', async (name) => {
  await scenes[name]()
  const missing = () => shown[name].filter((path) => !seenAs(path).test(document.body.innerHTML))
  await waitFor(() => expect(missing()).toEqual([]))
  expect(Object.keys(unused).filter((path) => seenAs(path).test(document.body.innerHTML))).toEqual([])
})

test.each(Object.entries(used))('%s changes what is shown or done', async (_, change) => {
  expect.hasAssertions()
  await change()
})
