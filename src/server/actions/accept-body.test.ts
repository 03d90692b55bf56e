import { expect, test } from 'vitest'
import { readOrder } from '#contract/vendor/order.ts'
import { type TestDesk, createDeskWithOrder, createTestDesk } from '#testing/desk.ts'
import { fitCodes } from './accept-body.ts'

/** A desk and a digital order of one line with two units. */
function digitalDesk(quantity = 2) {
  const { desk, order } = createDeskWithOrder('digital')
  order.lines = order.lines.slice(0, 1).map((line) => ({ ...line, quantity }))
  const [line] = order.lines
  return { desk, order, itemId: line?.id ?? '' }
}

const code = { secret_code: '0012', serial_number: 'S1' }

const bodiesWithoutCodes: readonly (readonly [says: string, body: unknown])[] = [
  ['an empty object', {}],
  ['an empty list', { items: [] }],
  ['an object for the list', { items: { 0: code } }],
  ['null for the list', { items: null }],
  ['a text for the list', { items: 'x' }],
  ['null for a row', { items: [null] }],
  ['a list for a row', { items: [[]] }],
  ['a row without an item', { items: [code] }],
  ['an item that is a number', { items: [{ ...code, order_item_id: 1 }] }],
  ['an item that is empty', { items: [{ ...code, order_item_id: '' }] }],
  ['more rows than anybody can type', { items: Array.from({ length: 1001 }, () => ({})) }],
]

test.each(bodiesWithoutCodes)('refuses an accept with %s before asking the vendor', async (_says, body) => {
  const { desk, order } = digitalDesk()
  const response = await desk.tap(order.id, 'accept', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status: 'error', code: 'bad_codes' })
  expect(desk.asked()).toEqual([])
})

const badCodes: readonly (readonly [says: string, code: unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['a number, which has lost its zeros', 12],
  ['true', true],
  ['a list', ['0012']],
  ['an object', {}],
  ['empty', ''],
  ['spaces only', '  \u00A0\t '],
  ['zero-width characters only', '\u200B\uFEFF'],
  ['longer than 256 characters', 'x'.repeat(257)],
  ['broken by a line feed', '12\n34'],
  ['broken by a carriage return', '12\r34'],
  ['broken by a NUL', '12\u000034'],
  ['broken by a tab', '12\t34'],
  ['broken by a DEL', '12\u007F34'],
]

for (const field of ['secret_code', 'serial_number'] as const) {
  test.each(badCodes)(`refuses a ${field} that is %s, and sends nothing`, async (_says, bad) => {
    const { desk, order, itemId } = digitalDesk(1)
    const response = await desk.tap(order.id, 'accept', { items: [{ order_item_id: itemId, ...code, [field]: bad }] })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ status: 'error', code: 'bad_codes' })
    expect(desk.asked('POST')).toEqual([])
  })
}

const goodCodes: readonly (readonly [says: string, typed: string, sent: string])[] = [
  ['leading zeros', '000123', '000123'],
  ['spaces inside', 'AB 12  cd', 'AB 12  cd'],
  ['signs', '+/=&?#%"\\<>', '+/=&?#%"\\<>'],
  ['another script', 'رمز١٢٣', 'رمز١٢٣'],
  ['an emoji of several parts', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['256 characters', 'x'.repeat(256), 'x'.repeat(256)],
  ['a line feed at its end', 'AB12\n', 'AB12'],
  ['spaces and tabs around it', ' \tAB12\u00A0 ', 'AB12'],
  ['zero-width characters around it', '\uFEFFAB12\u200B', 'AB12'],
]

test.each(goodCodes)('sends a code with %s as typed', async (_says, typed, sent) => {
  const { desk, order, itemId } = digitalDesk(1)
  const items = [{ order_item_id: itemId, secret_code: typed, serial_number: typed, note: 'dropped' }]
  expect((await desk.tap(order.id, 'accept', { items, order_id: 'dropped' })).status).toBe(200)
  const [post] = desk.vendor.requests.filter(({ method }) => method === 'POST')
  const row = { order_item_id: itemId, secret_code: sent, serial_number: sent }
  expect(post?.body).toBe(JSON.stringify({ items: [row] }))
})

test.each([0, 1, 3])('refuses %i codes for a line of two units, and sends nothing', async (count) => {
  const { desk, order, itemId } = digitalDesk()
  const items = Array.from({ length: count }, () => ({ ...code, order_item_id: itemId }))
  const response = await desk.tap(order.id, 'accept', { items })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ code: 'bad_codes' })
  expect(desk.asked('POST')).toEqual([])
})

test.each(['1', '', 'accept', '__proto__', 'constructor'])(
  'refuses a code for the item "%s", which is not on the order',
  async (foreign) => {
    const { desk, order, itemId } = digitalDesk()
    const items = [itemId, itemId, foreign].map((id) => ({ ...code, order_item_id: id }))
    const response = await desk.tap(order.id, 'accept', { items })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'bad_codes' })
    expect(desk.asked('POST')).toEqual([])
  },
)

test('refuses an item of another order', async () => {
  const { desk, order } = digitalDesk()
  const [line] = desk.vendor.placeOrder('digital').lines
  const response = await desk.tap(order.id, 'accept', { items: [{ ...code, order_item_id: line?.id }] })
  expect(response.status).toBe(422)
  expect(desk.asked('POST')).toEqual([])
})

const acceptedAs = (desk: TestDesk) =>
  desk.vendor.requests
    .filter(({ method }) => method === 'POST')
    .flatMap(
      ({ body }) => (JSON.parse(body) as { readonly items: readonly { readonly order_item_id: string }[] }).items,
    )
    .map((row) => row.order_item_id)

test.each([
  ['of its lines, but named otherwise', ['W1', 'W2'], ['W1', 'W2']],
  ['of fewer lines', ['W1'], ['own 0', 'own 1']],
  ['of more lines', ['W1', 'W2', 'W3'], ['own 0', 'own 1']],
  ['one of which is an own one', ['W1', 'own 0'], ['own 0', 'own 1']],
  ['none', [], ['own 0', 'own 1']],
])('for the webhook’s item ids %s, %j, sends the codes under %j', async (_says, told, sent) => {
  const { desk, order } = createDeskWithOrder('digital')
  const [line] = order.lines
  if (!line) expect.fail('A digital order has a line.')
  order.lines = [0, 1].map((number) => ({ ...line, id: `own ${number}`, quantity: 1 }))
  const items = told.map((id) => ({ order_item_id: id }))
  await desk.tell(JSON.stringify({ event: 'order_created', data: { id: order.id, items } }))
  // The test vendor knows only its own ids.
  await desk.tap(order.id, 'accept', { items: ['own 0', 'own 1'].map((id) => ({ ...code, order_item_id: id })) })
  expect(acceptedAs(desk)).toEqual(sent)
})

test('accepts the webhook’s id for an item', async () => {
  const { desk, order } = digitalDesk(1)
  await desk.tell(JSON.stringify({ event: 'order_created', data: { id: order.id, items: [{ order_item_id: 'W1' }] } }))
  await desk.tap(order.id, 'accept', { items: [{ ...code, order_item_id: 'W1' }] })
  expect(acceptedAs(desk)).toEqual(['W1'])
})

test('lets the person choose the number of codes for an uncountable quantity', async () => {
  const { desk, order, itemId } = digitalDesk(2.5)
  const items = Array.from({ length: 3 }, () => ({ ...code, order_item_id: itemId }))
  await desk.tap(order.id, 'accept', { items })
  expect(desk.asked('POST')).toHaveLength(1)
})

test('allows at most 100 codes for an uncountable quantity', async () => {
  const rows = (count: number, itemId: string) =>
    Array.from({ length: count }, () => ({ ...code, order_item_id: itemId }))
  const { desk, order, itemId } = digitalDesk(2.5)
  const response = await desk.tap(order.id, 'accept', { items: rows(101, itemId) })
  expect([response.status, await response.json()]).toMatchObject([422, { code: 'bad_codes' }])
  expect(desk.asked('POST')).toEqual([])
  await desk.tap(order.id, 'accept', { items: rows(100, itemId) })
  expect(desk.asked('POST')).toHaveLength(1)
  const known = digitalDesk(101)
  await known.desk.tap(known.order.id, 'accept', { items: rows(101, known.itemId) })
  expect(known.desk.asked('POST')).toHaveLength(1)
})

test('requires as many codes as a quantity given as text', async () => {
  const sent: string[] = []
  const desk = createTestDesk({
    fetch: async ({ method, url }) => {
      if (method === 'POST') sent.push(url)
      return Response.json({
        data: { id: '7', items: [{ id: 70, quantity: '2' }], can_mark_as_ready: sent.length > 0 },
      })
    },
  })
  const row = { ...code, order_item_id: '70' }
  expect((await desk.tap('7', 'accept', { items: [row] })).status).toBe(422)
  expect((await desk.tap('7', 'accept', { items: [row, row] })).status).toBe(200)
  expect(sent).toEqual(['https://vendor.test/api/developer/v1/orders/7/accept'])
})

test('requires codes for the units of both lines with the same id', () => {
  const items = [1, 2].map((quantity) => ({ id: '9', quantity }))
  const order = readOrder('1', { id: '1', items })
  if (!order) throw new Error('Not an order.')
  const codes = (count: number) => ({ items: Array.from({ length: count }, () => ({ ...code, order_item_id: '9' })) })
  expect(fitCodes(codes(3), order, [])).toEqual(codes(3))
  expect(() => fitCodes(codes(2), order, [])).toThrow('An item needs 3 codes, and 2 were given.')
})
