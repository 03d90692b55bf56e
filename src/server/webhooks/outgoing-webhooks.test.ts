import { expect, test } from 'vitest'
import { outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { codeOf, createBreakableStore, openTestDesk } from '#testing/desk.ts'
import { openWithReceiver, webhooksPath as path, manager, stateOf, deliveriesOf } from '#testing/webhook-desk.ts'
import { type Received, type TestReceiver } from '#testing/webhook-receiver.ts'
import * as z from 'zod/mini'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const typesOf = (received: readonly Received[]) => received.map(({ type }) => type)
const timesOf = ({ received }: TestReceiver) =>
  received.map(({ at }) => Math.round((at - (received[0]?.at ?? 0)) / second))

test('tells what becomes of an order, thin and in order', async () => {
  const { receiver, desk } = await openWithReceiver()
  const { id } = await desk.order()
  await desk.clock.advance(second)
  await desk.during(5 * second, desk.act(id, 'accept'))
  await desk.during(minute, desk.act(id, 'ready'))
  expect([...new Set(typesOf(receiver.received))]).toEqual([
    'order.received',
    'order.changed',
    'order.answered',
    'order.ready',
  ])
  expect(receiver.received[0]).toMatchObject({ data: { order_id: id, lane: 'answer', version: expect.any(Number) } })
  expect(Object.keys(receiver.received[0]?.data ?? {})).toEqual(['order_id', 'lane', 'version'])
  const versions = receiver.received.map(({ data }) => Number(data['version']))
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(receiver.received.length)
})

test('tells only the events that were chosen, and nothing while there is no webhook', async () => {
  const { receiver, desk, id } = await openWithReceiver({ events: ['order.answered'] })
  const order = await desk.order()
  await desk.during(5 * second, desk.act(order.id, 'accept'))
  expect(typesOf(receiver.received)).toEqual(['order.answered'])
  expect((await desk.post(`${path}/${id}`, undefined, 'DELETE')).status).toBe(200)
  await desk.order()
  await desk.clock.advance(minute)
  expect(receiver.received).toHaveLength(1)
})

test('sends the row as it is when it is sent, without hand-over codes', async () => {
  const { receiver, desk } = await openWithReceiver({ includes_row: true, events: ['order.ready'] })
  receiver.answer = () => (receiver.received.length === 1 ? 500 : 204)
  const { id } = await desk.order()
  await desk.during(5 * second, desk.act(id, 'accept'))
  await desk.during(minute, desk.act(id, 'ready'))
  const [first, again] = receiver.received
  const row = await desk.row(id)
  expect(row.order).toHaveProperty('pickup_otp')
  expect(again?.data).toMatchObject({ order_id: id, row: { order_id: id, lane: 'ready', order: { id } } })
  expect(JSON.stringify(receiver.received)).not.toMatch(/pickup_otp|return_otp/)
  expect(again?.id).toBe(first?.id)
})

test('tries for three days by the recommended pauses, then gives it up and goes on with the order', async () => {
  const { receiver, desk, id } = await openWithReceiver({ events: ['order.received', 'order.closed'] })
  receiver.answer = ({ type }) => (type === 'order.received' ? 500 : 204)
  const order = await desk.order()
  desk.vendor.orders.move(order, 'cancelled')
  await desk.clock.advance(4 * day)
  const failed = receiver.received.filter(({ type }) => type === 'order.received')
  expect(timesOf({ ...receiver, received: failed })).toEqual([
    0, 5, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 272_105,
  ])
  expect(new Set(failed.map((each) => each.id)).size).toBe(1)
  expect(await deliveriesOf(desk, id)).toMatchObject([
    { event: 'order.closed', state: 'delivered' },
    { event: 'order.received', state: 'parked', tries: 10, next_at: null, last_try: { status: 500 } },
  ])
})

test('hurries what waits once a receiver that failed is back, and one after another meanwhile', async () => {
  const { receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => 'lost'
  for (let count = 0; count < 6; count += 1) await desk.order()
  await desk.clock.advance(10 * minute)
  expect(await stateOf(desk, id)).toMatchObject({
    state: 'failing',
    since: '2026-11-20T12:00:00.000Z',
    failure: { status: null, problem: 'unreachable' },
    waiting: 6,
  })
  receiver.answer = () => 204
  const before = receiver.received.length
  await desk.clock.advance(30 * minute)
  const later = receiver.received.slice(before)
  expect(later).toHaveLength(6)
  // All of them when the first was tried.
  expect(new Set(later.map(({ at }) => at)).size).toBe(1)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'delivering', since: null, failure: null, waiting: 0 })
})

test('a slow receiver delays neither another one nor more than four orders, and is left after 15 seconds', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  const fast: Received[] = []
  await receiver.register(desk, { url: 'https://fast.test/', events: ['order.received'] })
  receiver.answer = (delivery) => {
    if (delivery.url !== 'https://fast.test/') return 'silent'
    fast.push(delivery)
    return 204
  }
  for (let count = 0; count < 7; count += 1) await desk.order()
  await clock.advance(second)
  expect(fast).toHaveLength(7)
  expect(receiver.received).toHaveLength(7 + 4)
  await clock.advance(14 * second)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'failing', failure: { status: null, problem: 'silent' } })
})

test.each([
  ['seconds', '900', 900],
  ['a date', 'Fri, 20 Nov 2026 12:20:00 GMT', 1200],
  ['less than the pause', '1', 5],
  ['nonsense', 'soon', 5],
  ['a year', '31536000', 24 * 3600],
  ['the end of time', '9007199254740993', 24 * 3600],
])('respects Retry-After within bounds: %s', async (_what, retryAfter, afterSeconds) => {
  const { receiver, desk } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => (receiver.received.length === 1 ? { status: 503, retryAfter } : 204)
  await desk.order()
  await desk.clock.advance(2 * day)
  expect(timesOf(receiver)).toEqual([0, afterSeconds])
})

test('gives up after about three days though the receiver always asks for a day', async () => {
  const { receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => ({ status: 503, retryAfter: '86400' })
  await desk.order()
  await desk.clock.advance(12 * day)
  expect(timesOf(receiver).map((at) => at / (24 * 3600))).toEqual([0, 1, 2, 3, 4])
  expect(await deliveriesOf(desk, id)).toMatchObject([{ state: 'parked', tries: 5, next_at: null }])
})

test('counts neither days without a desk nor a clock that is set among the three days', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => 500
  await desk.order()
  await clock.advance(minute)
  const parts = desk.kill()
  await clock.advance(10 * day)
  const again = await openTestDesk({ ...parts, receivers: receiver.outside, printing: null })
  await clock.advance(minute)
  clock.set(10 * day)
  await clock.advance(hour)
  expect(await deliveriesOf(again, id)).toMatchObject([{ state: 'waiting' }])
  receiver.answer = () => 204
  await clock.advance(day)
  expect(await deliveriesOf(again, id)).toMatchObject([{ state: 'delivered' }])
})

test('sends a test once, at once, and sends again what somebody asks for', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver()
  receiver.answer = () => 500
  const tested = z.parse(outgoingWebhooks.test.answer, await (await desk.post(`${path}/${id}/test`)).json()).data
  expect(tested).toMatchObject({ event: 'webhook.test', order_id: null, state: 'parked', last_try: { status: 500 } })
  expect(await codeOf(desk.post(`${path}/${id}/test`))).toBe('429 too_soon')
  await clock.advance(4 * day)
  expect(receiver.received).toHaveLength(1)
  receiver.answer = () => 204
  const { post } = await manager(desk)
  await desk.during(second, post(`${path}/${id}/deliveries/${tested.id}/resend`))
  expect(receiver.received.map((each) => each.id)).toEqual([tested.id, tested.id])
  expect(await deliveriesOf(desk, id)).toMatchObject([{ id: tested.id, state: 'delivered', tries: 1 }])
  expect(await codeOf(post(`${path}/${id}/deliveries/unknown/resend`))).toBe('404 not_found')
})

test('tries as planned although somebody had it sent in between', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => 500
  await desk.order()
  await clock.advance(2 * minute)
  const [delivery] = await deliveriesOf(desk, id)
  const { post } = await manager(desk)
  for (let count = 0; count < 3; count += 1)
    await desk.during(10 * second, post(`${path}/${id}/deliveries/${delivery?.id}/resend`))
  expect(await deliveriesOf(desk, id)).toMatchObject([{ state: 'waiting', tries: 5, next_at: delivery?.next_at }])
  await clock.advance(4 * day)
  expect(timesOf(receiver)).toEqual([0, 5, 120, 130, 140, 305, 2105, 9305, 27_305, 63_305, 113_705, 185_705, 272_105])
  expect(await deliveriesOf(desk, id)).toMatchObject([{ state: 'parked', tries: 13 }])
})

test('names the order of a delivery as the board does, and counts no failed test as given up', async () => {
  const { receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => 500
  await desk.post(`${path}/${id}/test`)
  const order = await desk.order()
  await desk.clock.advance(second)
  const number = printNumber({ order: (await desk.row(order.id)).order })
  expect(number).toMatch(/^A-/)
  expect(await deliveriesOf(desk, id)).toMatchObject([
    { order_id: order.id, number },
    { event: 'webhook.test', number: null, state: 'parked' },
  ])
  expect(await stateOf(desk, id)).toMatchObject({ waiting: 1, parked: 0 })
})

test('keeps to the limit when two are added at the same time', async () => {
  const { desk } = await openWithReceiver()
  const fields = { url: 'https://till.test/', events: ['order.closed'] }
  for (let count = 1; count < 19; count += 1) await desk.post(path, fields)
  const both = await Promise.all([desk.post(path, fields), desk.post(path, fields)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await desk.store.webhooks()).toHaveLength(20)
})

test('does not send again what was delivered while the store could not note it', async () => {
  const store = createBreakableStore()
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] }, store)
  receiver.answer = () => {
    store.isDown = true
    return 204
  }
  await desk.order()
  await clock.advance(minute)
  store.isDown = false
  await clock.advance(minute)
  expect(receiver.received).toHaveLength(1)
  expect(await deliveriesOf(desk, id)).toMatchObject([{ state: 'delivered' }])
})

test('answers what a webhook is, refuses what it cannot be, and logs each change', async () => {
  const { desk, id } = await openWithReceiver({ events: ['order.closed', 'order.received'] })
  expect(await stateOf(desk, id)).toEqual({
    id,
    url: 'https://till.test/orders',
    events: ['order.received', 'order.closed'],
    includes_row: false,
    created_at: '2026-11-20T12:00:00.000Z',
    state: 'delivering',
    since: null,
    failure: null,
    waiting: 0,
    parked: 0,
    old_secret_until: null,
  })
  const fields = { url: 'https://till.test/', events: ['order.closed'] }
  for (const url of [
    'http://till.test/',
    'till.test',
    'https://a:b@till.test/',
    `https://till.test/${'x'.repeat(1000)}`,
    7,
  ])
    expect(await codeOf(desk.post(path, { ...fields, url }))).toBe('422 bad_address')
  for (const events of [[], ['order.eaten'], ['order.closed', 'webhook.test'], 'order.closed'])
    expect(await codeOf(desk.post(path, { ...fields, events }))).toBe('422 bad_webhook')
  expect(await codeOf(desk.post(path, { ...fields, includes_row: 1 }))).toBe('422 bad_webhook')
  expect(await codeOf(desk.post(`${path}/unknown`, fields, 'PATCH'))).toBe('404 not_found')
  for (let count = 1; count < 20; count += 1) expect((await desk.post(path, fields)).status).toBe(200)
  expect(await codeOf(desk.post(path, fields))).toBe('422 bad_webhook')
  await desk.post(`${path}/${id}`, { includes_row: true, url: 'https://other.test/' }, 'PATCH')
  await desk.post(`${path}/${id}/secret`)
  await desk.post(`${path}/${id}`, undefined, 'DELETE')
  const { entries } = await desk.store.readLog({ limit: 3 })
  expect(entries.map(({ what, about, by }) => [what, about, by?.person])).toEqual([
    ['remove webhook', 'other.test', 'Sara'],
    ['replace webhook secret', 'other.test', 'Sara'],
    ['change webhook', 'other.test', 'Sara'],
  ])
  const omar = await desk.admit('Kitchen', 'Omar')
  expect(await codeOf(omar.ask(path))).toBe('403 manager_required')
})
