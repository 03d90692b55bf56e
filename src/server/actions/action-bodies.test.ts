import type { DeskError } from '#contract/desk/failure.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { createDeskWithOrder, createTestDesk, type TestDesk } from '#testing/desk.ts'
import { words } from '#testing/words.ts'
import { fitCodes } from './action-bodies.ts'
import { expect, test } from 'vitest'

/** A desk and a digital order of one line with two units. */
function digitalDesk(quantity = 2) {
  const { desk, order } = createDeskWithOrder('digital')
  order.lines = order.lines.slice(0, 1).map((line) => ({ ...line, quantity }))
  const [line] = order.lines
  return { desk, order, itemId: line?.id ?? '' }
}

const code = { secret_code: '0012', serial_number: 'S1' }

/** Accepts with this body: the status and error of the answer, and the vendor's requests of this method, or all. */
async function answerTo({ desk, order }: ReturnType<typeof digitalDesk>, body: unknown, method?: 'POST') {
  const response = await desk.act(order.id, 'accept', body)
  const { status, code } = (await response.json()) as DeskError
  return [response.status, status, code, desk.asked(method)]
}

const refused = [422, 'error', 'bad_codes', []]

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
  expect(await answerTo(digitalDesk(), body)).toEqual(refused)
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
    const one = digitalDesk(1)
    expect(await answerTo(one, { items: [{ order_item_id: one.itemId, ...code, [field]: bad }] }, 'POST')).toEqual(
      refused,
    )
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
  expect((await desk.act(order.id, 'accept', { items, order_id: 'dropped' })).status).toBe(200)
  const [post] = desk.vendor.requests.filter(({ method }) => method === 'POST')
  const row = { order_item_id: itemId, secret_code: sent, serial_number: sent }
  expect(post?.body).toBe(JSON.stringify({ items: [row] }))
})

test.each([0, 1, 3])('refuses %i codes for a line of two units, and sends nothing', async (count) => {
  const two = digitalDesk()
  const items = Array.from({ length: count }, () => ({ ...code, order_item_id: two.itemId }))
  expect(await answerTo(two, { items }, 'POST')).toEqual(refused)
})

test.each(['1', '', 'accept', '__proto__', 'constructor'])(
  'refuses a code for the item "%s", which is not on the order',
  async (foreign) => {
    const two = digitalDesk()
    const items = [two.itemId, two.itemId, foreign].map((id) => ({ ...code, order_item_id: id }))
    expect(await answerTo(two, { items }, 'POST')).toEqual(refused)
  },
)

test('refuses an item of another order', async () => {
  const two = digitalDesk()
  const [line] = two.desk.vendor.placeOrder('digital').lines
  expect(await answerTo(two, { items: [{ ...code, order_item_id: line?.id }] }, 'POST')).toEqual(refused)
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
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: order.id, items } }))
  // The test vendor knows only its own ids.
  await desk.act(order.id, 'accept', { items: ['own 0', 'own 1'].map((id) => ({ ...code, order_item_id: id })) })
  expect(acceptedAs(desk)).toEqual(sent)
})

test('accepts the webhook’s id for an item', async () => {
  const { desk, order } = digitalDesk(1)
  await desk.notify(
    JSON.stringify({ event: 'order_created', data: { id: order.id, items: [{ order_item_id: 'W1' }] } }),
  )
  await desk.act(order.id, 'accept', { items: [{ ...code, order_item_id: 'W1' }] })
  expect(acceptedAs(desk)).toEqual(['W1'])
})

test('lets the person choose the number of codes for an uncountable quantity', async () => {
  const { desk, order, itemId } = digitalDesk(2.5)
  const items = Array.from({ length: 3 }, () => ({ ...code, order_item_id: itemId }))
  await desk.act(order.id, 'accept', { items })
  expect(desk.asked('POST')).toHaveLength(1)
})

test('allows at most 100 codes for an uncountable quantity', async () => {
  const rows = (count: number, itemId: string) =>
    Array.from({ length: count }, () => ({ ...code, order_item_id: itemId }))
  const uncountable = digitalDesk(2.5)
  const { desk, order, itemId } = uncountable
  expect(await answerTo(uncountable, { items: rows(101, itemId) }, 'POST')).toEqual(refused)
  await desk.act(order.id, 'accept', { items: rows(100, itemId) })
  expect(desk.asked('POST')).toHaveLength(1)
  const known = digitalDesk(101)
  await known.desk.act(known.order.id, 'accept', { items: rows(101, known.itemId) })
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
  expect((await desk.act('7', 'accept', { items: [row] })).status).toBe(422)
  expect((await desk.act('7', 'accept', { items: [row, row] })).status).toBe(200)
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

const lastPost = (desk: TestDesk) => desk.vendor.requests.findLast(({ method }) => method === 'POST')?.body

type Refusal = readonly [says: string, body: unknown, code: string]

const refusedUnseen: readonly Refusal[] = [
  ['no body', undefined, 'no_reason'],
  ['an empty object', {}, 'no_reason'],
  ['unknown fields only', { order_id: '1', status: 'cancelled' }, 'no_reason'],
  ['items and no reason', { items: [{ id: 1 }] }, 'no_reason'],
  ['a reason of the list and a code', { cancel_reason_id: 2, reason_code: 'TOO_BUSY' }, 'one_reason_only'],
  [
    'a reason of the list, a code and a text',
    { cancel_reason_id: 2, reason_code: 'TOO_BUSY', reason_text: 'x' },
    'one_reason_only',
  ],
  ['a reason of the list and a null code', { cancel_reason_id: 2, reason_code: null }, 'one_reason_only'],
  ...['3x', '', ' 3', ...words`03 +3 3.0 1e3 0x3 -1 ٣ 9007199254740993`, 3.5, -1, 1e21, null, [], [3], {}, true].map(
    (id): Refusal => [`the reason ${JSON.stringify(id)}`, { cancel_reason_id: id }, 'no_reason'],
  ),
  ...['too_busy', 'TOO BUSY', 'TOO-BUSY', 'A1', '', 'A'.repeat(65), 'TOO_BUSY\n', 1, null, [], {}].map(
    (code): Refusal => [`the code ${JSON.stringify(code)}`, { reason_code: code }, 'no_reason'],
  ),
  ...[1, null, [], {}, true, '', '   ', '\u0000', '\u202E\u200E'].map((text): Refusal => [
    `the text ${JSON.stringify(text)}`,
    { reason_text: text },
    'no_reason',
  ]),
  ['a text of 501 characters', { reason_text: 'x'.repeat(501) }, 'no_reason'],
  [
    'a text of 501 characters beside a reason of the list',
    { cancel_reason_id: 2, reason_text: 'x'.repeat(501) },
    'no_reason',
  ],
  ...[1, null, [], {}, true].map((text): Refusal => [
    `the text ${JSON.stringify(text)} beside a reason of the list`,
    { cancel_reason_id: 2, reason_text: text },
    'no_reason',
  ]),
  ['a text of 501 emoji', { reason_text: '👩‍👩‍👧'.repeat(501) }, 'no_reason'],
  ...['x', null, {}, 5, true].map((items): Refusal => [
    `${JSON.stringify(items)} for the items`,
    { cancel_reason_id: 1, items },
    'bad_item',
  ]),
  ...['abc', '5x', '', '05', '1e2', 1.5, -1, null, {}, [], true, '9007199254740993', 9007199254740992].map(
    (id): Refusal => [`the item ${JSON.stringify(id)}`, { cancel_reason_id: 1, items: [{ id }] }, 'bad_item'],
  ),
  ['an item that is no object', { cancel_reason_id: 1, items: [5] }, 'bad_item'],
  ['null for an item', { cancel_reason_id: 1, items: [null] }, 'bad_item'],
  ['1001 items', { cancel_reason_id: 1, items: Array.from({ length: 1001 }, (_, id) => ({ id })) }, 'bad_item'],
]

test.each(refusedUnseen)('refuses a rejection with %s before asking the vendor', async (_says, body, code) => {
  const { desk, id } = createDeskWithOrder()
  const response = await desk.act(id, 'reject', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status: 'error', code })
  expect(desk.asked()).toEqual([])
})

test.each<Refusal>([
  ['a reason that is not on the list', { cancel_reason_id: 99 }, 'unknown_reason'],
  ['a reason that is not on the list, and a text', { cancel_reason_id: 99, reason_text: 'x' }, 'unknown_reason'],
  ['a reason that asks for items, a text, and none', { cancel_reason_id: 1, reason_text: 'x' }, 'items_required'],
  ['a reason that asks for items, and none', { cancel_reason_id: 1 }, 'items_required'],
  ['a reason that asks for items, and an empty list', { cancel_reason_id: 1, items: [] }, 'items_required'],
  ['an item that is not on the order', { cancel_reason_id: 1, items: [{ id: 5 }] }, 'bad_item'],
])('refuses a rejection with %s, and sends nothing', async (_says, body, code) => {
  const { desk, id } = createDeskWithOrder()
  const response = await desk.act(id, 'reject', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status: 'error', code })
  expect(desk.asked('POST')).toEqual([])
})

test.each<readonly [says: string, body: unknown, sent: unknown]>([
  ['the code alone', { reason_code: 'TOO_BUSY' }, { reason_code: 'TOO_BUSY' }],
  ['a text that is only spaces', { reason_code: 'TOO_BUSY', reason_text: '  ' }, { reason_code: 'TOO_BUSY' }],
  ['a text alone', { reason_text: 'No bread' }, { reason_text: 'No bread' }],
  ['spaces around the text', { reason_text: '  No bread \n' }, { reason_text: 'No bread' }],
  ['controls in the text', { reason_text: 'No\u0000 \u001Bbread\u007F' }, { reason_text: 'No bread' }],
  ['direction marks in the text', { reason_text: '\u202ENo bread\u2066' }, { reason_text: 'No bread' }],
  ['a lone surrogate in the text', { reason_text: 'No \uD83D bread' }, { reason_text: 'No \uFFFD bread' }],
  ['500 characters', { reason_text: 'x'.repeat(500) }, { reason_text: 'x'.repeat(500) }],
  ['500 emoji of several parts', { reason_text: '👩‍👩‍👧'.repeat(500) }, { reason_text: '👩‍👩‍👧'.repeat(500) }],
  [
    'unknown fields',
    { reason_code: 'TOO_BUSY', status: 'x', order_id: '1', items: [{ id: 1 }] },
    { reason_code: 'TOO_BUSY' },
  ],
  [
    'a reason of the list and a text',
    { reason_text: 'The oven is broken', cancel_reason_id: 7 },
    { cancel_reason_id: 7, reason_text: 'The oven is broken' },
  ],
  [
    'a reason of the list and 500 emoji of several parts',
    { cancel_reason_id: 7, reason_text: '👩‍👩‍👧'.repeat(500) },
    { cancel_reason_id: 7, reason_text: '👩‍👩‍👧'.repeat(500) },
  ],
  [
    'a reason of the list and a text with controls and spaces around it',
    { cancel_reason_id: 7, reason_text: ' No\u0000 \u202Ebread \n' },
    { cancel_reason_id: 7, reason_text: 'No bread' },
  ],
  ...['', '  ', '\u0000', '\u202E'].map((text): readonly [string, unknown, unknown] => [
    `a reason of the list and the text ${JSON.stringify(text)}`,
    { cancel_reason_id: 7, reason_text: text },
    { cancel_reason_id: 7 },
  ]),
  [
    'a text and items that the reason does not ask for',
    { cancel_reason_id: 2, reason_text: 'No bread', items: [{ id: 1 }] },
    { cancel_reason_id: 2, reason_text: 'No bread' },
  ],
  ['the id as digits', { cancel_reason_id: '2' }, { cancel_reason_id: 2 }],
  ['items that the reason does not ask for', { cancel_reason_id: 2, items: [] }, { cancel_reason_id: 2 }],
])('sends a rejection with %s as understood', async (_says, body, sent) => {
  const { desk, id } = createDeskWithOrder()
  expect((await desk.act(id, 'reject', body)).status).toBe(200)
  expect(lastPost(desk)).toBe(JSON.stringify(sent))
})

test('ignores a prototype in a body', async () => {
  const { desk, id } = createDeskWithOrder()
  const response = await desk.ask(`/api/developer/v1/orders/${id}/reject`, {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID(), 'Content-Type': 'application/json' },
    body: '{"__proto__":{"cancel_reason_id":2},"constructor":{"prototype":{"reason_code":"TOO_BUSY"}}}',
  })
  expect(response.status).toBe(422)
  expect(desk.asked()).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('sends items as integers, each once', async () => {
  const { desk, order } = createDeskWithOrder('large')
  const [one, other] = order.lines.map(({ id }) => id)
  const items = [{ id: one }, { id: Number(other) }, { id: Number(one) }, { id: other }]
  expect((await desk.act(order.id, 'reject', { cancel_reason_id: 1, items })).status).toBe(200)
  expect(lastPost(desk)).toBe(`{"cancel_reason_id":1,"items":[{"id":${one}},{"id":${other}}]}`)
})

test('sends a text with a reason that requires items', async () => {
  const { desk, order } = createDeskWithOrder()
  const items = [{ id: Number(order.lines[0]?.id) }]
  const body = { cancel_reason_id: 1, items, reason_text: 'The rest is packed' }
  expect((await desk.act(order.id, 'reject', body)).status).toBe(200)
  expect(lastPost(desk)).toBe(JSON.stringify(body))
  expect(order.state).toBe('contact')
})

test('accepts the reason alone after the service refused it with a text', async () => {
  const desk = createTestDesk()
  desk.vendor.rejectionHabits.refusesTextBesideReason = true
  const order = desk.vendor.placeOrder()
  const refused = await desk.act(order.id, 'reject', { cancel_reason_id: 7, reason_text: 'The oven is broken' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ code: 'vendor_refused', message: 'Invalid rejection reason provided' })
  // The order was read again after the refusal.
  expect(desk.asked().at(-1)).toBe(`GET /api/developer/v1/orders/${order.id}`)
  expect(order.state).toBe('pending')
  expect((await desk.act(order.id, 'reject', { cancel_reason_id: 7 })).status).toBe(200)
  expect(order.state).toBe('rejected')
})

test.each(['of the order', 'of another order'])(
  'removes items %s if the reason does not require them',
  async (whose) => {
    const { desk, order } = createDeskWithOrder()
    const id = whose === 'of the order' ? order.lines[0]?.id : 5
    await desk.act(order.id, 'reject', { cancel_reason_id: 3, items: [{ id }] })
    expect(lastPost(desk)).toBe('{"cancel_reason_id":3}')
  },
)

test('reads the list of reasons once a minute', async () => {
  const desk = createTestDesk()
  const reads = () => desk.asked('GET').filter((each) => each.endsWith('/cancel-reasons')).length
  const reject = () => desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 2 })
  await reject()
  await desk.clock.advance(59_000)
  await reject()
  expect(reads()).toBe(1)
  await desk.clock.advance(1000)
  await reject()
  expect(reads()).toBe(2)
})

test('checks an attempt against the list that its tablet got', async () => {
  const desk = createTestDesk()
  const list = await (await desk.ask('/api/developer/v1/cancel-reasons')).json()
  expect(list).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id: 2 })]) })
  expect((await desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 2 })).status).toBe(200)
  expect(desk.asked('GET').filter((each) => each.endsWith('/cancel-reasons'))).toHaveLength(1)
})

test('reads the list again, once, for an unlisted reason', async () => {
  const desk = createTestDesk()
  await desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 2 })
  expect((await desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 99 })).status).toBe(422)
  expect(desk.asked('GET').filter((each) => each.endsWith('/cancel-reasons'))).toHaveLength(2)
})

test.each(['error', 'drop', 'html', 'error-200', 'empty', 'half', 'unauthenticated', 'too-many', 'redirect'] as const)(
  'sends a rejection when the list of reasons ends in %s, because the vendor decides',
  async (kind) => {
    const { desk, order } = createDeskWithOrder()
    const [line] = order.lines
    desk.vendor.faults.add({ kind, on: 'listCancelReasons', times: Number.POSITIVE_INFINITY })
    const body = { cancel_reason_id: 1, items: [{ id: Number(line?.id) }], reason_text: 'No bread' }
    expect((await desk.act(order.id, 'reject', body)).status).toBe(200)
    expect(lastPost(desk)).toBe(JSON.stringify(body))
  },
)

test.each(['x', 5, true, { reasons: [] }])('treats a list of reasons that is %o as missing', async (data) => {
  const desk: TestDesk = createTestDesk({
    fetch: async (request) =>
      request.url.endsWith('/cancel-reasons') ? Response.json({ data }) : desk.vendor.fetch(request),
  })
  expect((await desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 2 })).status).toBe(200)
})

test('requires no items for a reason that does not say so', async () => {
  const desk: TestDesk = createTestDesk({
    fetch: async (request) =>
      request.url.endsWith('/cancel-reasons')
        ? Response.json({ data: [null, 'x', { id: '4', name: 'Closed' }, { id: 4 }] })
        : desk.vendor.fetch(request),
  })
  expect((await desk.act(desk.vendor.placeOrder().id, 'reject', { cancel_reason_id: 4 })).status).toBe(200)
  expect(lastPost(desk)).toBe('{"cancel_reason_id":4}')
})
