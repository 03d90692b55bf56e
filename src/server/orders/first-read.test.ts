import { expect, test } from 'vitest'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'

const second = 1000
const tooMany = (seconds: number) =>
  Response.json({ message: 'Too Many Attempts.' }, { status: 429, headers: { 'Retry-After': String(seconds) } })

/** Says no to some calls; nothing leaves all others to the simulator. */
type Refuse = (call: string) => Response | undefined

/** A desk that keeps the watch, and what the vendor was asked: `GET orders/1` with the second at which it was. */
async function openDesk(options: { readonly openOrders?: number; readonly callsLastMs?: number } = {}) {
  let refuse: Refuse = () => undefined
  let running = 0
  let most = 0
  const calls: { readonly call: string; readonly at: number }[] = []
  const desk: TestDesk = createTestDesk({
    async fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname.replace('/api/developer/v1/', '')}`
      calls.push({ call, at: desk.clock.now() })
      most = Math.max(most, (running += 1))
      if (options.callsLastMs) await desk.clock.sleep(options.callsLastMs)
      running -= 1
      return refuse(call) ?? desk.vendor.fetch(request)
    },
  })
  await desk.open()
  const order = async () => {
    const { id } = desk.vendor.placeOrder()
    await desk.tell(JSON.stringify({ event: 'order_created', data: { id } }))
    return id
  }
  const open = []
  for (let number = 0; number < (options.openOrders ?? 1); number += 1) open.push(await order())
  await desk.clock.advance(4 * second)
  const start = desk.clock.now()
  calls.length = 0
  most = 0
  return {
    desk,
    order,
    open,
    refuseBy: (by: Refuse) => (refuse = by),
    /** When this was asked, in seconds. */
    times: (call: string) => calls.filter((each) => each.call === call).map(({ at }) => (at - start) / second),
    reads: () => calls.filter(({ call }) => call.startsWith('GET orders/')).length,
    most: () => most,
    lanes: async () => (await desk.rows()).filter((row) => row.order !== null).length,
  }
}

/** An accept is told to leave the service alone for a minute. */
async function pausedByAccept(openOrders: number, callsLastMs?: number) {
  const opened = await openDesk({ openOrders, ...(callsLastMs && { callsLastMs }) })
  const { desk, open, refuseBy } = opened
  refuseBy((call) => (call.endsWith('/accept') ? tooMany(60) : undefined))
  const tapped = desk.tap(open[0] ?? '', 'accept')
  await desk.clock.advance(second)
  await tapped
  return opened
}

test.each([1, 60])(
  'a new order is read though an accept of one of %i others was told to wait a minute',
  async (others) => {
    const { desk, order, times, reads, lanes } = await pausedByAccept(others)
    // The watch has all that it may ask for in hand by then, and it waits.
    await desk.clock.advance(9 * second)
    const before = reads()
    const id = await order()
    await desk.clock.advance(5 * second)
    expect(times(`GET orders/${id}`)).toEqual([10])
    expect(await lanes()).toBe(others + 1)
    // All that was read already obeys.
    await desk.clock.advance(40 * second)
    expect(reads()).toBe(before + 1)
    await desk.clock.advance(20 * second)
    expect(reads()).toBeGreaterThan(before + 1)
  },
)

test('the first read that brings no order is not repeated before the pause is over', async () => {
  const { desk, order, times, refuseBy } = await pausedByAccept(3)
  refuseBy((call) => (call.startsWith('GET orders/') ? Response.json({}, { status: 404 }) : undefined))
  const id = await order()
  await desk.clock.advance(57 * second)
  expect(times(`GET orders/${id}`)).toEqual([1])
  await desk.clock.advance(5 * second)
  expect(times(`GET orders/${id}`).length).toBeGreaterThan(1)
})

test('a first read that is told to wait is obeyed in full, and so it is by the new orders after it', async () => {
  const { desk, order, times, refuseBy } = await pausedByAccept(3)
  refuseBy((call) => (call.startsWith('GET orders/') ? tooMany(30) : undefined))
  const id = await order()
  await desk.clock.advance(5 * second)
  const next = await order()
  await desk.clock.advance(24 * second)
  expect(times(`GET orders/${id}`)).toEqual([1])
  expect(times(`GET orders/${next}`)).toEqual([])
  refuseBy(() => undefined)
  await desk.clock.advance(2 * second)
  expect(times(`GET orders/${next}`)).toEqual([31])
})

test('of many new orders each is read once while others are told to wait, at most five at a time', async () => {
  const { desk, order, times, most, lanes } = await pausedByAccept(30, 100)
  const ids = []
  for (let number = 0; number < 40; number += 1) ids.push(await order())
  await desk.clock.advance(5 * second)
  expect(ids.map((id) => times(`GET orders/${id}`).length)).toEqual(ids.map(() => 1))
  expect(most()).toBeLessThanOrEqual(5)
  expect(await lanes()).toBe(70)
})

test('many new orders that the service does not show yet keep no later one waiting', async () => {
  const { desk, order, times, refuseBy } = await pausedByAccept(3)
  refuseBy((call) => (call.startsWith('GET orders/') ? Response.json({}, { status: 404 }) : undefined))
  for (let number = 0; number < 40; number += 1) await order()
  await desk.clock.advance(9 * second)
  refuseBy(() => undefined)
  const id = await order()
  await desk.clock.advance(5 * second)
  expect(times(`GET orders/${id}`)).toEqual([10])
})

test.each(['GET items', 'GET categories', 'GET brands'])('no order waits for what %s was told', async (list) => {
  const { desk, order, open, refuseBy, times } = await openDesk()
  refuseBy((call) => (call === list ? tooMany(60) : undefined))
  await desk.ask(`/api/developer/v1/${list.slice(4)}`)
  const id = await order()
  await desk.clock.advance(6 * second)
  expect(times(`GET orders/${id}`)[0]).toBe(0)
  expect(times(`GET orders/${open[0]}`).length).toBeGreaterThan(0)
})

test('a new order does not wait for what the reading of another one was told, and is read until it is shown', async () => {
  const { desk, order, open, refuseBy, times } = await openDesk()
  refuseBy((call) => (call === `GET orders/${open[0]}` ? tooMany(60) : undefined))
  await desk.clock.advance(2 * second)
  expect(times(`GET orders/${open[0]}`)).toHaveLength(1)
  refuseBy((call) => (call.startsWith('GET orders/') ? Response.json({}, { status: 404 }) : undefined))
  const id = await order()
  await desk.clock.advance(2 * second)
  expect(times(`GET orders/${id}`).length).toBeGreaterThan(1)
  await desk.clock.advance(50 * second)
  expect(times(`GET orders/${open[0]}`)).toHaveLength(1)
})

test('a 503 with a Retry-After on an accept holds no reading', async () => {
  const { desk, order, open, refuseBy, times } = await openDesk()
  const busy = () => new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
  refuseBy((call) => (call.endsWith('/accept') ? busy() : undefined))
  void desk.tap(open[0] ?? '', 'accept')
  await desk.clock.advance(second)
  const id = await order()
  await desk.clock.advance(6 * second)
  expect(times(`GET orders/${id}`)[0]).toBe(1)
  expect(times(`GET orders/${open[0]}`).length).toBeGreaterThan(1)
})

test('an order that a person opens by its id is read though an accept was told to wait', async () => {
  const { desk } = await pausedByAccept(30)
  await desk.clock.advance(9 * second)
  const { id } = desk.vendor.placeOrder()
  const opening = desk.ask('/api/desk/orders', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: id }),
  })
  await desk.clock.advance(second)
  expect((await opening).status).toBe(200)
})

test('an order of another kind of event is asked for once though an accept was told to wait', async () => {
  const { desk, times } = await pausedByAccept(30)
  const { id } = desk.vendor.placeOrder()
  await desk.tell(JSON.stringify({ event: 'order.placed', data: { id } }))
  await desk.clock.advance(5 * second)
  expect(times(`GET orders/${id}`)).toEqual([1])
  expect((await desk.row(id)).order).not.toBeNull()
})

test('who asks for a new order before the webhook comes does not hold its first read', async () => {
  const { desk, times } = await pausedByAccept(3)
  const placed = desk.vendor.placeOrder()
  void desk.ask(`/api/developer/v1/orders/${placed.id}`)
  await desk.clock.advance(0)
  await desk.tell(JSON.stringify({ event: 'order_created', data: { id: placed.id } }))
  await desk.clock.advance(second)
  expect(times(`GET orders/${placed.id}`)).toEqual([1])
})
