import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import type { PracticeKind } from '#contract/desk/practice.ts'
import { toRejectItemId } from '#contract/vendor/item-id.ts'
import { vendor, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { VendorError } from '#contract/desk/failure.ts'
import { createTestClock } from '#testing/clock.ts'
import { cancelReasons } from './answers.ts'
import type { SimulatedOrder } from './order-book.ts'
import { shopItems } from '#simulator/shop/items.ts'
import { createSimulator } from './simulator.ts'

// The simulator against the specification: what it grants, what it refuses, and with which texts.

const origin = 'https://vendor.test'
const token = 'token-of-the-tests'

function openShop() {
  const clock = createTestClock()
  const simulator = createSimulator({ clock, token })
  const ask = (method: string, path: string, body?: unknown, authorization: string | null = `Bearer ${token}`) =>
    simulator.fetch(
      new Request(origin + vendorPrefix + path, {
        method,
        headers: { Accept: 'application/json', ...(authorization !== null && { Authorization: authorization }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
  const act = (order: SimulatedOrder, action: string, body?: unknown) =>
    ask('POST', `/orders/${order.id}/${action}`, body)
  const place = (kind?: PracticeKind) => simulator.placeOrder(kind)
  const accepted = async () => {
    const order = place()
    await act(order, 'accept')
    return order
  }
  return { clock, simulator, ask, act, place, accepted }
}

type Shop = ReturnType<typeof openShop>

/** One granted call of each endpoint. */
const calls: Readonly<Record<VendorEndpointName, (shop: Shop) => Promise<Response>>> = {
  getOrder: ({ ask, place }) => ask('GET', `/orders/${place('large').id}`),
  acceptOrder: ({ act, place }) => act(place(), 'accept'),
  rejectOrder: ({ act, place }) => act(place(), 'reject', { cancel_reason_id: 2 }),
  markOrderReady: async ({ act, accepted }) => act(await accepted(), 'ready'),
  listCancelReasons: ({ ask }) => ask('GET', '/cancel-reasons'),
  listCategories: ({ ask }) => ask('GET', '/categories'),
  listBrands: ({ ask }) => ask('GET', '/brands'),
  listVariantAttributes: ({ ask }) => ask('GET', '/variant-attributes'),
  listItems: ({ ask }) => ask('GET', '/items'),
}

const names = Object.keys(vendor) as VendorEndpointName[] // The table has exactly these keys.
const orderActions = ['accept', 'reject', 'ready'] as const

async function refusal(answer: Promise<Response>): Promise<readonly [status: number, message: string]> {
  const response = await answer
  return [response.status, VendorError.parse(await response.json()).message]
}

/** The status does not identify an error, so the texts of the specification are compared too. */
const invalidReason = [400, 'Invalid rejection reason provided'] as const
const cannot = (done: string) => [400, `Order cannot be ${done} in its current state`] as const

const orderOf = async (answer: Promise<Response>) => vendor.getOrder.answer.parse(await (await answer).json()).data

test.each(names)('%s answers 200 in the exact shape of the contract', async (name) => {
  const response = await calls[name](openShop())
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
  z.parse(vendor[name].answer, await response.json())
})

test.each(names)('%s is refused without the token, with its own text', async (name) => {
  const { ask, place } = openShop()
  const { method, path } = vendor[name]
  const words = name === 'acceptOrder' ? 'Unauthenticated' : 'Unauthenticated.'
  for (const authorization of [null, '', 'Bearer', 'Bearer another', token, `Basic ${token}`, `Bearer ${token}x`]) {
    const answer = ask(method, path.replace(':orderId', place().id), undefined, authorization)
    expect(await refusal(answer)).toEqual([401, words])
  }
})

test('answers 404 for an unknown order', async () => {
  const { ask } = openShop()
  for (const id of ['1', '__proto__', 'constructor', '..%2Fcategories'])
    expect(await refusal(ask('GET', `/orders/${id}`))).toEqual([404, 'Order not found'])
  for (const action of orderActions)
    expect(await refusal(ask('POST', `/orders/1/${action}`))).toEqual([404, 'Order not found'])
})

test('answers 404 outside of the endpoints', async () => {
  const { ask, place } = openShop()
  const { id } = place()
  expect((await ask('POST', `/orders/${id}`)).status).toBe(404)
  expect((await ask('GET', `/orders/${id}/accept`)).status).toBe(404)
  expect((await ask('GET', '/orders')).status).toBe(404)
})

test('accepts an order once', async () => {
  const { act, accepted } = openShop()
  expect(await refusal(act(await accepted(), 'accept'))).toEqual(cannot('accepted'))
})

test('marks an order ready once, and only after it was accepted', async () => {
  const { act, place } = openShop()
  const order = place()
  expect(await refusal(act(order, 'ready'))).toEqual(cannot('marked as ready'))
  await act(order, 'accept')
  expect((await act(order, 'ready')).status).toBe(200)
  expect(await refusal(act(order, 'ready'))).toEqual(cannot('marked as ready'))
})

test('refuses to reject an order that is ready, rejected or waiting for its customer', async () => {
  const { act, place, accepted } = openShop()
  const ready = await accepted()
  await act(ready, 'ready')
  const rejected = place()
  await act(rejected, 'reject')
  const contacted = place()
  await act(contacted, 'reject', { cancel_reason_id: 1, items: [{ id: Number(contacted.lines[0]?.id) }] })
  for (const order of [ready, rejected, contacted])
    expect(await refusal(act(order, 'reject', { cancel_reason_id: 2 }))).toEqual(cannot('rejected'))
})

test('checks the state before the reason', async () => {
  const { act, place } = openShop()
  const order = place()
  await act(order, 'reject')
  expect(await refusal(act(order, 'reject', { cancel_reason_id: 999 }))).toEqual(cannot('rejected'))
})

test('takes an empty rejection', async () => {
  for (const body of [undefined, {}]) {
    const { act, place } = openShop()
    const order = place()
    expect((await act(order, 'reject', body)).status).toBe(200)
    expect(order.state).toBe('rejected')
  }
})

test('rejects the whole order for a reason, or a code and a text', async () => {
  const bodies = [
    { cancel_reason_id: 7 },
    { cancel_reason_id: 7, reason_text: 'Sorry' },
    { reason_code: 'TOO_BUSY', reason_text: 'Sorry' },
    { reason_text: 'Sorry' },
  ]
  for (const body of [...bodies, { cancel_reason_id: 2, items: [{ id: 1 }] }]) {
    const { act, place } = openShop()
    const order = place()
    expect((await act(order, 'reject', body)).status).toBe(200)
    expect(order.state).toBe('rejected')
  }
})

test('refuses an unknown reason and changes nothing', async () => {
  const { act, place } = openShop()
  const order = place()
  const reasons = [
    { cancel_reason_id: 999 },
    { cancel_reason_id: '2' },
    { cancel_reason_id: null },
    { cancel_reason_id: 2.5 },
  ]
  for (const body of [...reasons, { reason_code: 'BORED' }, { reason_code: null }, [], null, 5, '"TOO_BUSY"'])
    expect(await refusal(act(order, 'reject', body))).toEqual(invalidReason)
  expect(order.state).toBe('pending')
})

test('refuses a body that is not JSON and changes nothing', async () => {
  const { act, place } = openShop()
  const order = place()
  for (const action of orderActions) expect((await act(order, action, '{"cancel_reason_id":')).status).toBe(400)
  expect(order.state).toBe('pending')
})

test('requires integer ids of the order’s items for a reason about items', async () => {
  const { act, place } = openShop()
  const order = place('large')
  const [line] = order.lines
  const id = toRejectItemId(line?.id ?? '')
  const refused = [
    undefined,
    null,
    [],
    {},
    [id],
    [{}],
    [{ id: null }],
    [{ id: line?.id }],
    [{ id: 1 }],
    [{ id }, { id: 1 }],
    [{ id: 0.5 }],
  ]
  for (const items of refused)
    expect(await refusal(act(order, 'reject', { cancel_reason_id: 1, items }))).toEqual(invalidReason)
  expect(order.state).toBe('pending')
  expect((await act(order, 'reject', { cancel_reason_id: 1, items: [{ id }] })).status).toBe(200)
  expect(order.state).toBe('contact')
})

test('requires a code for each unit of a digital order', async () => {
  const { act, place } = openShop()
  const order = place('digital')
  const codes = order.lines.flatMap(({ id, quantity }) =>
    Array.from({ length: quantity }, () => ({ order_item_id: id, secret_code: '0012', serial_number: 'S-1' })),
  )
  const [first] = codes
  const refused = [
    undefined,
    [],
    codes.slice(1),
    [...codes, first],
    codes.map((code) => ({ ...code, order_item_id: Number(code.order_item_id) })),
    codes.map((code) => ({ ...code, secret_code: 12 })),
    codes.map((code) => ({ ...code, serial_number: undefined })),
  ]
  for (const items of refused) expect(await refusal(act(order, 'accept', { items }))).toEqual(cannot('accepted'))
  expect(await refusal(act(order, 'accept'))).toEqual(cannot('accepted'))
  expect((await act(order, 'accept', { items: codes })).status).toBe(200)
  expect(order.state).toBe('preparing')
})

test('returns six fields of the order from accept, reject and ready, with only the status key', async () => {
  const { act, place } = openShop()
  const order = place()
  const rejected = place()
  for (const answer of [await act(order, 'accept'), await act(order, 'ready'), await act(rejected, 'reject')]) {
    const { data } = vendor.acceptOrder.answer.parse(await answer.json())
    expect(Object.keys(data).toSorted()).toEqual(['created_at', 'currency', 'id', 'service', 'status', 'total'])
    expect(Object.keys(data.status)).toEqual(['key'])
  }
})

test('answers an action with the order’s new state', async () => {
  const { act, place } = openShop()
  const order = place()
  const key = async (answer: Promise<Response>) =>
    vendor.acceptOrder.answer.parse(await (await answer).json()).data.status.key
  expect(await key(act(order, 'accept'))).toBe('preparing')
  expect(await key(act(order, 'ready'))).toBe('ready')
  expect(await key(act(place(), 'reject'))).toBe('rejected')
})

test('sends the total quantity as text, and amounts that add up', async () => {
  const { ask, place } = openShop()
  const order = await orderOf(ask('GET', `/orders/${place('large').id}`))
  expect(order.total_quantity).toBe(String(order.items.reduce((sum, { quantity }) => sum + quantity, 0)))
  expect(order.subtotal).toBe(order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0))
  expect(order.total).toBe(order.subtotal + order.delivery_charge + order.service_charge)
})

test('omits a one-time code without a value', async () => {
  const { ask, act, place } = openShop()
  const { id } = place()
  const order = place()
  await act(order, 'accept')
  for (const each of [id, order.id]) {
    const body = await (await ask('GET', `/orders/${each}`)).text()
    expect(body).not.toMatch(/_otp/)
  }
  await act(order, 'ready')
  const ready = await orderOf(ask('GET', `/orders/${order.id}`))
  expect(ready.pickup_otp).toMatch(/^\d{4}$/)
  expect(ready).not.toHaveProperty('return_otp')
})

test('marks only an order in preparation as ready', async () => {
  const { ask, act, place } = openShop()
  const order = place()
  const can = async () => (await orderOf(ask('GET', `/orders/${order.id}`))).can_mark_as_ready
  expect(await can()).toBe(false)
  await act(order, 'accept')
  expect(await can()).toBe(true)
  await act(order, 'ready')
  expect(await can()).toBe(false)
})

test('has reasons that need items and a question, and unique ids', async () => {
  const { ask } = openShop()
  const { data } = vendor.listCancelReasons.answer.parse(await (await ask('GET', '/cancel-reasons')).json())
  expect(data).toEqual(cancelReasons)
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
  expect(data.some((reason) => reason.should_select_items && reason.options !== undefined)).toBe(true)
  expect(data.some((reason) => !reason.should_select_items)).toBe(true)
})

const Listed = z.looseObject({
  data: z.array(z.looseObject({ id: z.number() })),
  meta: z.looseObject({
    current_page: z.number(),
    from: z.nullable(z.number()),
    last_page: z.number(),
    per_page: z.number(),
    to: z.nullable(z.number()),
    total: z.number(),
  }),
})

const listed = async ({ ask }: Shop, path: string) => Listed.parse(await (await ask('GET', path)).json())

test('sends links with items only, and a path with brands only', async () => {
  const shop = openShop()
  const [items, brands, categories] = await Promise.all(
    ['/items', '/brands', '/categories'].map((path) => listed(shop, path)),
  )
  expect(items).toHaveProperty('links')
  expect(brands).not.toHaveProperty('links')
  expect(categories).not.toHaveProperty('links')
  expect(brands?.meta).toHaveProperty('path', `${origin + vendorPrefix}/brands`)
  expect(items?.meta).not.toHaveProperty('path')
  expect(categories?.meta).not.toHaveProperty('path')
})

test('reaches every item once in four pages of a hundred', async () => {
  const shop = openShop()
  const all = shopItems(new Date(shop.clock.now())).map(({ id }) => id)
  const seen: number[] = []
  for (const page of [1, 2, 3, 4]) {
    const { data, meta } = await listed(shop, `/items?page=${page}`)
    const to = page < 4 ? page * 100 : all.length
    expect(meta).toEqual({
      current_page: page,
      from: page * 100 - 99,
      last_page: 4,
      per_page: 100,
      to,
      total: all.length,
    })
    seen.push(...data.map(({ id }) => id))
  }
  expect(seen).toEqual(all)
})

test('links a page to its neighbours', async () => {
  const { ask } = openShop()
  const at = (page: number) => `${origin + vendorPrefix}/items?page=${page}`
  const links = async (page: number) =>
    vendor.listItems.answer.parse(await (await ask('GET', `/items?page=${page}`)).json()).links
  expect(await links(1)).toEqual({ first: at(1), last: at(4), prev: null, next: at(2) })
  expect(await links(3)).toEqual({ first: at(1), last: at(4), prev: at(2), next: at(4) })
  expect(await links(4)).toEqual({ first: at(1), last: at(4), prev: at(3), next: null })
  expect(await links(9)).toEqual({ first: at(1), last: at(4), prev: at(4), next: null })
})

test('answers an empty page after the last one, from null to null', async () => {
  const shop = openShop()
  for (const path of ['/items', '/brands', '/categories']) {
    const { data, meta } = await listed(shop, `${path}?page=5000`)
    expect(data).toEqual([])
    expect(meta).toMatchObject({ current_page: 5000, from: null, to: null })
    expect(meta.total).toBeGreaterThan(100)
  }
})

test('takes a page size for categories and brands, but not for items', async () => {
  const shop = openShop()
  for (const path of ['/brands', '/categories']) {
    const { data, meta } = await listed(shop, `${path}?page=2&per_page=7`)
    expect(data).toHaveLength(7)
    expect(meta).toMatchObject({ current_page: 2, per_page: 7, from: 8, to: 14 })
    expect((await listed(shop, `${path}?per_page=1000`)).meta.per_page).toBe(100)
  }
  expect((await listed(shop, '/items?per_page=7')).meta.per_page).toBe(100)
})

test('takes an invalid page number as the first page', async () => {
  const shop = openShop()
  for (const page of ['', '0', '-1', '1.5', 'abc', '١'])
    expect((await listed(shop, `/items?page=${encodeURIComponent(page)}`)).meta.current_page).toBe(1)
})

test('records every request as it arrived', async () => {
  const { simulator, act, ask, place } = openShop()
  await act(place(), 'reject', { cancel_reason_id: 2 })
  await ask('GET', '/items?page=2')
  expect(simulator.requests.map(({ method, path, body }) => [method, path.replace(/\d{6}/, ':id'), body])).toEqual([
    ['POST', `${vendorPrefix}/orders/:id/reject`, '{"cancel_reason_id":2}'],
    ['GET', `${vendorPrefix}/items?page=2`, ''],
  ])
  expect(simulator.requests[0]?.headers['authorization']).toBe(`Bearer ${token}`)
})
