import { expect, test } from 'vitest'
import type { FaultKind } from '#simulator/faults.ts'
import { type TestDesk, createBreakableStore, createTestDesk, created, openTestDesk, updated } from '#testing/desk.ts'

const api = '/api/developer/v1'
const second = 1000

/** An open desk, and the times in seconds of its requests to the vendor. */
async function openDesk(options: Parameters<typeof createTestDesk>[0] = {}) {
  const calls: { method: string; at: number }[] = []
  const desk: TestDesk = createTestDesk({
    ...options,
    fetch: (request) => {
      if (request.url.includes('/orders/')) calls.push({ method: request.method, at: desk.clock.now() })
      return (options.fetch ?? desk.vendor.fetch)(request)
    },
  })
  await desk.open()
  const start = desk.clock.now()
  const times = (method: string) =>
    calls.filter((call) => call.method === method).map(({ at }) => (at - start) / second)
  return { desk, reads: () => times('GET'), posts: () => times('POST') }
}

/** Places an order and notifies the desk. */
async function order(desk: TestDesk) {
  const placed = await desk.order()
  return placed
}

test('reads an order as soon as it is received', async () => {
  const { desk, reads } = await openDesk()
  await desk.clock.advance(17 * second)
  const { id, printNumber } = await order(desk)
  await desk.clock.advance(0)
  expect(reads()).toEqual([17])
  expect(await desk.rows()).toMatchObject([
    { order_id: id, lane: 'answer', problem: null, order: { print_order_number: printNumber } },
  ])
})

test('requests nothing without orders', async () => {
  const { desk } = await openDesk()
  await desk.clock.advance(600 * second)
  expect(desk.asked()).toEqual([])
})

test.each([
  ['pending', [0, 5, 10, 15]],
  ['contact', [0, 5, 25]],
  ['preparing', [0, 5, 35, 65]],
  ['ready', [0, 5, 65]],
  ['completed', [0, 5]],
] as const)('reads an order that is %s at its lane’s pace', async (state, moments) => {
  const { desk, reads } = await openDesk()
  const placed = await order(desk)
  await desk.clock.advance(0)
  desk.vendor.orders.move(placed, state)
  await desk.clock.advance((moments.at(-1) ?? 0) * second)
  expect(reads()).toEqual(moments)
})

test('reads an order of the other lane every 30 s', async () => {
  const fetch = async () => Response.json({ data: { id: '7', is_active: true, status: { key: 'new' } } })
  const { desk, reads } = await openDesk({ fetch })
  await desk.post('/api/desk/orders', { order_id: '7' })
  await desk.clock.advance(60 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other' }])
  expect(reads()).toEqual([0, 30, 60])
})

test('does not poll a closed order', async () => {
  const { desk, reads } = await openDesk()
  const placed = await order(desk)
  await desk.clock.advance(second)
  desk.vendor.orders.move(placed, 'completed')
  await desk.clock.advance(600 * second)
  expect(reads()).toEqual([0, 5])
})

test('detects a cancellation within one interval', async () => {
  const { desk } = await openDesk()
  const placed = await order(desk)
  await desk.clock.advance(299 * second)
  expect(await desk.rows()).toMatchObject([{ order_id: placed.id, lane: 'answer' }])
  await desk.clock.advance(6 * second)
  expect(await desk.rows()).toEqual([])
  expect(await desk.rows('?view=closed')).toMatchObject([{ order_id: placed.id, lane: 'closed' }])
})

test('detects a change by the customer, and rings with the earlier lines', async () => {
  const { desk } = await openDesk()
  const placed = await desk.order('large')
  const before = placed.lines.map(({ id }) => ({ id }))
  const missing = { cancel_reason_id: 1, items: [{ id: Number(before[0]?.id) }] }
  expect((await desk.during(second, desk.act(placed.id, 'reject', missing))).status).toBe(200)
  expect(await desk.row(placed.id)).toMatchObject({ lane: 'contact', before_change: null })
  await desk.clock.advance(70 * second)
  expect(await desk.row(placed.id)).toMatchObject({ lane: 'answer', before_change: before })
  expect((await desk.during(second, desk.act(placed.id, 'accept'))).status).toBe(200)
  expect(await desk.row(placed.id)).toMatchObject({ lane: 'preparing', before_change: null })
})

test('shows a change made during contact once the order is back', async () => {
  const { desk } = await openDesk()
  const placed = await desk.order('large')
  const before = placed.lines.map(({ id }) => ({ id }))
  desk.vendor.orders.move(placed, 'contact')
  await desk.clock.advance(10 * second)
  placed.lines = placed.lines.slice(0, -1)
  await desk.clock.advance(30 * second)
  expect(await desk.row(placed.id)).toMatchObject({ lane: 'contact', before_change: null })
  desk.vendor.orders.move(placed, 'pending')
  await desk.clock.advance(30 * second)
  const back = await desk.row(placed.id)
  expect(back).toMatchObject({ lane: 'answer', before_change: before })
  expect(back.timeline.filter(({ what }) => what === 'changed')).toHaveLength(1)
})

test('spreads the reads of orders that arrived together', async () => {
  let drawn = 0
  const { desk, reads } = await openDesk({ random: () => (drawn = (drawn + 0.37) % 1) })
  for (let each = 0; each < 5; each += 1) await order(desk)
  await desk.clock.advance(0)
  expect(new Set(reads())).toEqual(new Set([0]))
  await desk.clock.advance(5.5 * second)
  const later = reads().slice(5)
  expect(new Set(later).size).toBe(5)
  expect(Math.min(...later)).toBeGreaterThanOrEqual(4.5)
  expect(Math.max(...later)).toBeLessThanOrEqual(5.5)
})

// A failing vendor.

test('rings for an order that the vendor does not know yet, and retries after 1, 2 and 4 s', async () => {
  const { desk, reads } = await openDesk()
  await desk.notify(created('A1'))
  await desk.clock.advance(17 * second)
  expect(reads()).toEqual([0, 1, 3, 7, 12, 17])
  expect(await desk.rows()).toMatchObject([{ order_id: 'A1', lane: 'answer', problem: 'not_found', order: null }])
})

test('rings for an order that the vendor never shows until its window ends', async () => {
  const { desk } = await openDesk()
  await desk.notify(created('A1'))
  await desk.clock.advance(299 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer' }])
  await desk.clock.advance(10 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'other', problem: 'not_found' }])
})

test('shows an order while the vendor hangs, and its number later', async () => {
  const { desk } = await openDesk()
  desk.vendor.faults.add({ kind: 'hang', times: 2 })
  const { id, printNumber } = await order(desk)
  expect(await desk.rows()).toMatchObject([{ order_id: id, lane: 'answer', problem: 'unread', order: null }])
  await desk.clock.advance(9 * second)
  expect(await desk.rows()).toMatchObject([{ order_id: id, lane: 'answer', problem: 'vendor', order: null }])
  await desk.clock.advance(10 * second)
  expect(await desk.rows()).toMatchObject([{ problem: null, order: { print_order_number: printNumber } }])
})

const failures: readonly (readonly [FaultKind, string])[] = [
  ['drop', 'vendor'],
  ['hang', 'vendor'],
  ['error', 'vendor'],
  ['html', 'vendor'],
  ['too-many', 'vendor'],
  ['forbidden', 'vendor'],
  ['error-200', 'unreadable'],
  ['half', 'unreadable'],
  ['empty', 'unreadable'],
  ['another-order', 'unreadable'],
  ['unauthenticated', 'token'],
]

test.each(failures)('reports %s as the problem %s of the row, and keeps the known order', async (kind, problem) => {
  const { desk } = await openDesk()
  const { id } = await order(desk)
  await desk.clock.advance(0)
  desk.vendor.faults.add({ kind, times: Infinity })
  await desk.clock.advance(14 * second)
  expect(await desk.rows()).toMatchObject([
    { order_id: id, lane: 'answer', problem, read_at: '2026-11-20T12:00:00.000Z', order: { id } },
  ])
  desk.vendor.faults.clear()
  await desk.clock.advance(14 * second)
  expect(await desk.rows()).toMatchObject([{ order_id: id, lane: 'answer', problem: null, order: { id } }])
})

test('raises an alarm for an answer with another order, and hides it', async () => {
  const desk = await openTestDesk()
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind: 'another-order', on: 'getOrder', times: 2 })
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id } }))
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ order_id: id, order: null, problem: 'unreadable', lane: 'answer' }])
  expect(await desk.alarms()).toMatchObject([{ code: 'vendor_other_order' }])
})

test('raises an alarm for a refused token until it is accepted again', async () => {
  const { desk } = await openDesk()
  desk.vendor.faults.add({ kind: 'unauthenticated', times: 3 })
  await order(desk)
  await desk.clock.advance(2 * second)
  expect(await desk.alarms()).toMatchObject([{ code: 'vendor_token', since: '2026-11-20T12:00:00.000Z', count: 2 }])
  await desk.clock.advance(20 * second)
  expect(await desk.alarms()).toEqual([])
})

test('pauses polling but no action after a 429', async () => {
  const { desk, reads, posts } = await openDesk()
  const { id } = await order(desk)
  await order(desk)
  await desk.clock.advance(second)
  desk.vendor.faults.add({ kind: 'too-many', ms: 30_000, on: 'getOrder' })
  await desk.clock.advance(9 * second)
  const asked = reads().length
  expect(asked).toBeLessThanOrEqual(4)
  expect((await desk.during(0, desk.act(id, 'accept'))).status).toBe(200)
  expect(posts()).toEqual([10])
  await desk.clock.advance(24.9 * second)
  expect(reads().slice(asked)).toEqual([10])
  await desk.clock.advance(5 * second)
  expect(reads().length).toBeGreaterThan(asked + 1)
})

// Many orders, many tablets.

test.each([
  { perSecond: undefined, atOnce: 5, orders: 200, within: 11 },
  { perSecond: 4, atOnce: 1, orders: 40, within: 11 },
  { perSecond: 200, atOnce: 50, orders: 2000, within: 11 },
])(
  'reads $atOnce of a crowd at once at $perSecond reads a second, and skips none',
  async ({ perSecond, atOnce, orders, within }) => {
    let running = 0
    let most = 0
    const { desk, reads } = await openDesk({
      config: { vendorReadsPerSecond: perSecond },
      fetch: async (request) => {
        most = Math.max(most, (running += 1))
        await desk.clock.sleep(100)
        running -= 1
        return desk.vendor.fetch(request)
      },
    })
    for (let each = 0; each < orders; each += 1) await order(desk)
    await desk.clock.advance(within * second)
    expect(most).toBe(atOnce)
    for (let from = 0; from < within; from += 1)
      expect(reads().filter((at) => at >= from && at < from + 1).length).toBeLessThanOrEqual(2 * (perSecond ?? 20))
    expect(new Set(desk.asked()).size).toBe(orders)
  },
)

test('costs the vendor no more for fifty tablets than for one', async () => {
  const { desk, reads } = await openDesk()
  const { id } = await order(desk)
  const tablets = Array.from({ length: 50 }, async () => [
    await desk.ask('/api/desk/orders'),
    await desk.ask(`/api/desk/orders/${id}`),
    await desk.ask(`${api}/orders/${id}`),
  ])
  await desk.clock.advance(0)
  for (const answers of await Promise.all(tablets)) expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(reads()).toEqual([0])
  await desk.clock.advance(4 * second)
  for (let tablet = 0; tablet < 50; tablet += 1) {
    await desk.ask('/api/desk/orders')
    await desk.ask(`/api/desk/orders/${id}`)
  }
  expect(reads()).toEqual([0])
})

test('shows an order at once that a tablet read just before the webhook', async () => {
  const { desk, reads } = await openDesk()
  const placed = desk.vendor.placeOrder()
  await desk.ask(`${api}/orders/${placed.id}`)
  await desk.notify(created(placed.id))
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ problem: null, order: { id: placed.id } }])
  expect(reads()).toEqual([0])
})

test('ignores a reading requested before an accept that arrives after it', async () => {
  let isFirst = true
  const { desk } = await openDesk({
    fetch: async (request) => {
      const wasFirst = isFirst
      isFirst = false
      const response = await desk.vendor.fetch(request)
      if (wasFirst) await desk.clock.sleep(4 * second)
      return response
    },
  })
  const { id } = await order(desk)
  await desk.clock.advance(second)
  expect((await desk.during(0, desk.act(id, 'accept'))).status).toBe(200)
  await desk.clock.advance(3.5 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'preparing', order: { status: { key: 'preparing' } } }])
})

// The store, the start and the end.

test('raises an alarm and keeps polling if disk and vendor both fail', async () => {
  const store = createBreakableStore()
  const { desk } = await openDesk({ store })
  const placed = await order(desk)
  await desk.clock.advance(0)
  store.isDown = true
  desk.vendor.faults.add({ kind: 'error', times: 2 })
  desk.vendor.orders.move(placed, 'preparing')
  await desk.clock.advance(20 * second)
  expect(await desk.alarms()).toMatchObject([{ code: 'store_unavailable' }])
  expect(await desk.rows()).toMatchObject([{ lane: 'answer' }])
  store.isDown = false
  await desk.clock.advance(10 * second)
  expect(await desk.rows()).toMatchObject([{ lane: 'preparing' }])
})

test('reads each stored order at once after a start', async () => {
  const store = createBreakableStore()
  const first = await openDesk({ store })
  const { id } = await order(first.desk)
  await first.desk.clock.advance(0)
  const { desk, reads } = await openDesk({ store, fetch: first.desk.vendor.fetch })
  expect(await desk.rows()).toMatchObject([{ order_id: id, order: { id }, lane: 'answer' }])
  await desk.clock.advance(0)
  expect(reads()).toEqual([0])
})

test.each([
  ['when it is heard of', 0],
  ['and once more, where the service did not know it yet', 1],
])('reads a new order before all due ones, however slow the service is: %s', async (_when, unknownTimes) => {
  const reads: number[] = []
  let own = '/none'
  const desk: TestDesk = createTestDesk({
    async fetch(request) {
      const isOwn = new URL(request.url).pathname.endsWith(own)
      if (isOwn) reads.push((desk.clock.now() - heardAt) / second)
      await desk.clock.sleep(2 * second)
      const isUnknown = isOwn && reads.length <= unknownTimes
      return isUnknown ? Response.json({ message: 'Not found' }, { status: 404 }) : desk.vendor.fetch(request)
    },
  })
  await desk.open()
  // Five concurrent reads of two seconds each cannot keep their pace of five seconds.
  for (let count = 0; count < 60; count += 1) await order(desk)
  await desk.clock.advance(120 * second)
  const heardAt = desk.clock.now()
  const { id } = desk.vendor.placeOrder()
  own = `/${id}`
  await desk.notify(created(id))
  await desk.clock.advance(60 * second)
  // Pending reads end first, within 2 s; the second follows 2 s later, after a pause of one.
  expect(reads[unknownTimes]).toBeLessThanOrEqual([2, 8][unknownTimes] ?? 0)
})

test('requests nothing after closing', async () => {
  const closing = new AbortController()
  const desk = createTestDesk()
  await desk.open(closing.signal)
  await order(desk)
  await desk.notify('{"event":"order_updated","id":"A1"}')
  await desk.clock.advance(second)
  closing.abort()
  const asked = desk.asked().length
  await desk.clock.advance(600 * second)
  expect(desk.asked()).toHaveLength(asked)
})

/** A desk on which Sara dismissed an order that its vendor does not know until `isKnown`. */
async function openWithOneDismissed() {
  let isKnown = false
  const data = { id: 'A1', is_active: true, status: { key: 'pending' } }
  const fetch = async () =>
    isKnown ? Response.json({ data }) : Response.json({ status: 'error', message: 'No.' }, { status: 404 })
  const { desk, reads } = await openDesk({ fetch })
  await desk.notify(created('A1'))
  await desk.clock.advance(330 * second)
  expect((await desk.ask('/api/desk/orders/A1/put-aside', { method: 'POST' })).status).toBe(200)
  const dismissedAt = reads().length
  return { desk, readsAside: () => reads().slice(dismissedAt), know: () => (isKnown = true) }
}

test('polls a dismissed order ever more rarely, for a day', async () => {
  const { desk, readsAside } = await openWithOneDismissed()
  await desk.clock.advance(600 * second)
  expect(readsAside().length).toBeGreaterThanOrEqual(8)
  expect(readsAside().length).toBeLessThanOrEqual(11)
  await desk.clock.advance(23 * 3600 * second)
  const inADay = readsAside().length
  expect(inADay).toBeLessThan(90)
  expect((readsAside().at(-1) ?? 0) - (readsAside().at(-2) ?? 0)).toBeGreaterThan(3600)
  await desk.clock.advance(30 * 24 * 3600 * second)
  expect(readsAside().length).toBeLessThanOrEqual(inADay + 1)
})

test('reopens a dismissed order within about a minute once the vendor knows it, and rings', async () => {
  const { desk, know } = await openWithOneDismissed()
  expect(await desk.rows()).toEqual([])
  know()
  await desk.clock.advance(70 * second)
  expect(await desk.rows()).toMatchObject([{ order_id: 'A1', lane: 'answer', problem: null }])
})

test('requests a dismissed order at once after a new webhook', async () => {
  const { desk, readsAside, know } = await openWithOneDismissed()
  await desk.clock.advance(3600 * second)
  const before = readsAside().length
  await desk.notify(created('A1'))
  await desk.clock.advance(0)
  expect(readsAside()).toHaveLength(before + 1)
  know()
  await desk.clock.advance(2 * second)
  expect(await desk.rows()).toMatchObject([{ order_id: 'A1', lane: 'answer' }])
})

// Closed orders.

/** An order that the service announced, and showed as closed. */
async function orderThatIsOver(desk: TestDesk) {
  const placed = desk.vendor.placeOrder()
  desk.vendor.orders.move(placed, 'completed')
  await desk.notify(created(placed.id))
  await desk.clock.advance(0)
  return placed
}

test('reads a closed order at once after a new notification, and rings if it is open again', async () => {
  const { desk, reads } = await openDesk()
  const placed = await orderThatIsOver(desk)
  expect(await desk.rows()).toEqual([])
  await desk.clock.advance(60 * second)
  desk.vendor.orders.move(placed, 'pending')
  await desk.notify(created(placed.id))
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ order_id: placed.id, lane: 'answer', order: { id: placed.id } }])
  expect(reads()).toEqual([0, 60])
})

test('reads again after a notification, whatever was read just before', async () => {
  const { desk } = await openDesk()
  const placed = await orderThatIsOver(desk)
  await desk.clock.advance(500)
  desk.vendor.orders.move(placed, 'pending')
  await desk.notify(created(placed.id))
  await desk.clock.advance(2 * second)
  expect(await desk.rows()).toMatchObject([{ order_id: placed.id, lane: 'answer' }])
})

test('reads a closed order once per notification, and never rings', async () => {
  const { desk, reads } = await openDesk()
  const { id } = await orderThatIsOver(desk)
  for (const _again of [1, 2, 3]) {
    await desk.clock.advance(60 * second)
    await desk.notify(created(id))
  }
  await desk.clock.advance(600 * second)
  expect(reads()).toEqual([0, 60, 120, 180])
  expect(await desk.rows()).toEqual([])
})

test('keeps the pace of open orders during thousands of old notifications', async () => {
  const seen: { id: string | undefined; at: number }[] = []
  const desk: TestDesk = createTestDesk({
    async fetch({ url }) {
      const id = url.split('/').at(-1)
      seen.push({ id, at: desk.clock.now() })
      await desk.clock.sleep(100)
      const isOpen = id?.startsWith('open')
      return Response.json({ data: { id, is_active: isOpen, status: { key: isOpen ? 'pending' : 'completed' } } })
    },
  })
  await desk.open()
  const old = Array.from({ length: 2000 }, (_, number) => `old-${number}`)
  const open = Array.from({ length: 25 }, (_, number) => `open-${number}`)
  for (const id of old) await desk.notify(created(id))
  await desk.clock.advance(120 * second)
  for (const id of open) await desk.notify(created(id))
  await desk.clock.advance(30 * second)
  const start = desk.clock.now()
  for (const id of old) await desk.notify(created(id))
  await desk.clock.advance(200 * second)
  const since = seen.filter(({ at }) => at >= start)
  expect(since.length).toBeLessThanOrEqual(201 * 20)
  const pauses = open.flatMap((each) => {
    const times = since.filter(({ id }) => id === each).map(({ at }) => at - start)
    return times.map((at, index) => at - (times[index - 1] ?? 0))
  })
  expect(Math.max(...pauses)).toBeLessThanOrEqual(7 * second)
  expect(pauses.length).toBeGreaterThan((25 * 200) / 7)
  expect(new Set(since.map(({ id }) => id)).size).toBe(2025)
  expect((await desk.rows()).map(({ order_id }) => order_id).toSorted()).toEqual(open.toSorted())
})

test('polls a closed order that the service does not show ever more rarely', async () => {
  const { desk, reads } = await openDesk()
  const { id } = await orderThatIsOver(desk)
  desk.vendor.faults.add({ kind: 'forbidden', times: Infinity })
  await desk.clock.advance(60 * second)
  await desk.notify(created(id))
  await desk.clock.advance(24 * 3600 * second)
  expect(reads().length).toBeGreaterThan(20)
  expect(reads().length).toBeLessThan(90)
})

// Unconfirmed orders.

test('polls an unknown id ever more rarely, and drops it after an hour', async () => {
  const store = createBreakableStore()
  const { desk, reads } = await openDesk({ store })
  await desk.notify(updated('A1'))
  await desk.clock.advance(24 * 3600 * second)
  expect(reads()).toEqual([0, 1, 3, 7, 22, 44, 88, 176, 352, 704, 1408, 2816, 5632])
  expect(await store.unconfirmedOrders()).toEqual([])
})

test('requests an id at once if it is mentioned again, with its pauses reset', async () => {
  const { desk, reads } = await openDesk()
  await desk.notify(updated('A1'))
  await desk.clock.advance(100 * second)
  await desk.notify(updated('A1'))
  await desk.clock.advance(7 * second)
  expect(reads().slice(-4)).toEqual([100, 101, 103, 107])
})

test('requests an id again after a pending request during which it was mentioned', async () => {
  const fetch = async () => {
    await desk.clock.sleep(3 * second)
    return Response.json({ status: 'error', message: 'No.' }, { status: 404 })
  }
  const { desk, reads } = await openDesk({ fetch })
  await desk.notify(updated('A1'))
  await desk.clock.advance(60 * second)
  const before = reads().length
  while (reads().length === before) await desk.clock.advance(second)
  await desk.notify(updated('A1'))
  await desk.clock.advance(4 * second)
  expect(reads().length - before).toBe(2)
})

test('drops an id after a day if the service gives no conclusive answer', async () => {
  const store = createBreakableStore()
  const { desk, reads } = await openDesk({ store })
  desk.vendor.faults.add({ kind: 'forbidden', times: Infinity })
  await desk.notify(updated('A1'))
  await desk.clock.advance(23 * 3600 * second)
  expect(await store.unconfirmedOrders()).toHaveLength(1)
  await desk.clock.advance(5 * 3600 * second)
  expect(await store.unconfirmedOrders()).toEqual([])
  const asked = reads().length
  await desk.clock.advance(48 * 3600 * second)
  expect(reads()).toHaveLength(asked)
})

test('retries ever more rarely if an id cannot be dropped, until the store works', async () => {
  const store = createBreakableStore()
  const { desk, reads } = await openDesk({ store })
  const placed = await order(desk)
  desk.vendor.orders.move(placed, 'completed')
  await desk.clock.advance(60 * second)
  const before = reads().length
  await desk.notify(updated(placed.id))
  store.isDown = true
  await desk.clock.advance(2 * second)
  expect(reads().length - before).toBe(2)
  expect(await store.unconfirmedOrders()).toHaveLength(1)
  store.isDown = false
  await desk.clock.advance(60 * second)
  expect(await store.unconfirmedOrders()).toEqual([])
})
