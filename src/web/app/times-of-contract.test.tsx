import type { OrderView } from '#web/api/order.ts'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { momentOf } from '#domain/moment.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { vendor } from '#contract/vendor/endpoints.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { ItemCodes } from '#web/features/catalog/item/item-facts.tsx'
import { ItemSale } from '#web/features/catalog/item/item-screen.tsx'
import { Price } from '#web/features/catalog/items/item-cells.tsx'
import { OrderDetails, OrderHeader } from '#web/features/orders/order-facts.tsx'
import { TicketFacts } from '#web/features/ticket/ticket-facts.tsx'
import { readItem } from '#domain/catalog-item.ts'
import { createTestDesk } from '#testing/desk.ts'
import { kitchenPrinter } from '#testing/printing.ts'
import { loadCatalog } from '#web/i18n/catalogs.ts'
import { formatMoment } from '#web/i18n/format.ts'
import { Translations } from '#web/i18n/translations.tsx'
import type * as z from 'zod/mini'

const { messages } = await loadCatalog('en')

/** The paths of all schema fields whose names end in `_at`. */
function timesIn(schema: z.core.$ZodType, path: string): readonly string[] {
  const { def } = schema._zod as { readonly def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        name.endsWith('_at') ? [`${path}.${name}`] : timesIn(field, `${path}.${name}`),
      )
    case 'array':
      return timesIn(def.element, path)
    case 'optional':
    case 'nullable':
      return timesIn(def.innerType, path)
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
    case 'custom':
      return []
    default:
      throw new Error(`The walk does not know what a ${def.type} holds.`)
  }
}

const order = (fields: object): OrderView => {
  const read = readOrder('1', { id: '1', status: {}, items: [], ...fields })
  if (!read) throw new Error('It is no order.')
  return { order: read, lane: 'preparing', row: undefined, matches: [], catalogState: 'whole' }
}
const placed = (created_at: string) => order({ created_at })
const since = (created_at: string) => order({ status: { key: 'preparing', created_at } })
function item(fields: object) {
  const read = readable(readItem({ id: 1, price: 1000, discounted_price: 800, ...fields }))
  if (!read) throw new Error('It is no item.')
  return read
}
const now = Date.parse('2026-11-20T12:00:00Z')

/** The screen of each time that the service sends, or why it is not shown. */
const shown: Readonly<Record<string, readonly ((text: string) => ReactElement)[] | string>> = {
  'getOrder.data.created_at': [
    (text) => <OrderDetails order={placed(text).order} />,
    (text) => <TicketFacts view={placed(text)} />,
  ],
  'getOrder.data.status.created_at': [(text) => <OrderHeader view={since(text)} />],
  'acceptOrder.data.created_at': 'The answer is a sign that it was done; the order is read again.',
  'rejectOrder.data.created_at': 'The same.',
  'markOrderReady.data.created_at': 'The same.',
  'listItems.data.discount_start_at': [(text) => <ItemSale item={item({ discount_start_at: text })} />],
  'listItems.data.discount_end_at': [
    (text) => <ItemSale item={item({ discount_end_at: text })} />,
    (text) => <Price item={item({ discount_end_at: text })} now={now} />,
  ],
  'listItems.data.created_at': [(text) => <ItemCodes item={item({ created_at: text })} />],
  'listItems.data.updated_at': [(text) => <ItemCodes item={item({ updated_at: text })} />],
}

const certain = formatMoment('2020-11-20T09:04:05Z', 'en')
const noZone = '(unknown time zone)'

/** Time formats of services, with the expected text on the screen. */
const forms: readonly (readonly [sent: string, read: string])[] = [
  ['2020-11-20T09:04:05Z', certain],
  ['2020-11-20t09:04:05z', certain],
  ['2020-11-20 09:04:05Z', certain],
  ['2020-11-20T09:04:05.123456Z', certain],
  ['2020-11-20T12:04:05+03:00', certain],
  ['2020-11-20T12:04:05.123456+03:00', certain],
  ['2020-11-20T12:04:05+0300', certain],
  ['2020-11-20 12:04:05+03', certain],
  ['2020-11-20T12:04:05', `2020-11-20T12:04:05 ${noZone}`],
  ['2020-11-20 12:04:05.123456', `2020-11-20 12:04:05.123456 ${noZone}`],
  ['2020-11-20', `2020-11-20 ${noZone}`],
]

test('covers every time that the service sends', () => {
  const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(vendor)
  const all = endpoints.flatMap(([name, { answer }]) => timesIn(answer, name))
  expect(Object.keys(shown).toSorted()).toEqual(all.toSorted())
})

const cases = Object.entries(shown).flatMap(([field, screens]) =>
  typeof screens === 'string'
    ? []
    : screens.flatMap((screen) => forms.map((form) => [field, ...form, screen] as const)),
)

test.each(cases)('shows %s, sent as %s, as %s', (_field, sent, read, screen) => {
  const { container } = render(
    <Translations language="en" messages={messages}>
      {screen(sent)}
    </Translations>,
  )
  expect(container).toHaveTextContent(read)
})

/** The screen of each time that the desk writes, or why it is not shown here. */
const written: Readonly<Record<string, string>> = {
  received_at: '/api/desk/orders',
  read_at: '/api/desk/orders',
  fresh_at: '/api/desk/catalog/items',
  enrolled_at: '/api/desk/devices',
  last_seen_at: '/api/desk/devices',
  ends_at: '/api/desk/devices',
  expires_at: '/api/desk/enrolment-codes',
  enrolment_ends_at: 'Only in the last 14 days of an enrolment.',
  first_at: '/api/desk/webhook',
  last_at: '/api/desk/webhook',
  last_heard_at: '/api/desk/webhook',
  webhook_heard_at: '/api/desk/orders',
  accepted_at: '/api/desk/orders',
  ready_at: '/api/desk/orders',
  created_at: '/api/desk/print-jobs',
  delivered_at: 'Only after an alert to a phone.',
  next_at: 'Only while a delivery of a webhook waits for a further try.',
  seen_at: '/api/desk/printers',
  last_used_at: 'Only after a program used the key.',
  began_at: 'A live desk has no drill.',
}

/** All texts of an answer by field name. */
function textsNamed(name: string, within: unknown): readonly string[] {
  if (Array.isArray(within)) return within.flatMap((each) => textsNamed(name, each))
  if (!isRecord(within)) return []
  return Object.entries(within).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : textsNamed(name, value),
  )
}

test('covers every time that the desk writes', () => {
  const modules = import.meta.glob<Record<string, unknown>>(['#contract/desk/*.ts', '!**/*.test.ts'], { eager: true })
  const answers = (value: unknown): readonly z.core.$ZodType[] => {
    if (!isRecord(value)) return []
    if ('_zod' in value) return [value as unknown as z.core.$ZodType]
    return Object.values(value).flatMap(answers)
  }
  const all = Object.values(modules)
    .flatMap((each) => Object.values(each).flatMap(answers))
    .flatMap((schema) => timesIn(schema, ''))
    .map((path) => path.slice(path.lastIndexOf('.') + 1))
  expect(Object.keys(written).toSorted()).toEqual([...new Set(all)].toSorted())
})

test('writes every time with its offset', async () => {
  const desk = createTestDesk()
  await desk.open()
  const { id } = desk.vendor.placeOrder('ordinary')
  await desk.notify(JSON.stringify({ id }))
  await desk.notify('{"id": "1"}', { Authorization: 'Bearer another' })
  await desk.ask('/api/desk/catalog/items')
  const added = await desk.post('/api/desk/printers', kitchenPrinter)
  const { data: printer } = (await added.json()) as { data: { id: string } }
  await desk.post(`/api/desk/printers/${printer.id}/test`, {})
  await desk.clock.advance(120_000)
  for (const action of ['accept', 'ready'] as const) expect((await desk.act(id, action)).status).toBe(200)
  for (const [name, path] of Object.entries(written).filter(([, place]) => place.startsWith('/'))) {
    const method = name === 'expires_at' ? 'POST' : 'GET'
    const texts = textsNamed(name, await (await desk.ask(path, { method })).json())
    expect(texts, name).not.toEqual([])
    for (const text of texts) expect(momentOf(text), `${name} ${text}`).toBeDefined()
  }
})
