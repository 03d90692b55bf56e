import { expect, test } from 'vitest'
import { type TestDesk, createTestDesk } from '#testing/desk.ts'

const second = 1000
const tooMany = (seconds: number) =>
  Response.json({ message: 'Too Many Attempts.' }, { status: 429, headers: { 'Retry-After': String(seconds) } })

/** Refuses some calls; undefined leaves the call to the simulator. */
type Refuse = (call: string) => Response | undefined

/** A polling desk, and the requests to its vendor: `GET orders/1` with its time in seconds. */
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
    const { id } = await desk.order()
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
    /** When this was requested, in seconds. */
    times: (call: string) => calls.filter((each) => each.call === call).map(({ at }) => (at - start) / second),
    reads: () => calls.filter(({ call }) => call.startsWith('GET orders/')).length,
    most: () => most,
    lanes: async () => (await desk.rows()).filter((row) => row.order !== null).length,
  }
}

/** Answers an accept with a Retry-After of one minute. */
async function pausedByAccept(openOrders: number, callsLastMs?: number) {
  const opened = await openDesk({ openOrders, ...(callsLastMs && { callsLastMs }) })
  const { desk, open, refuseBy } = opened
  refuseBy((call) => (call.endsWith('/accept') ? tooMany(60) : undefined))
  const pending = desk.act(open[0] ?? '', 'accept')
  await desk.clock.advance(second)
  await pending
  return opened
}

test.each([1, 60])(
  'reads a new order although an accept of one of %i others was told to wait a minute',
  async (others) => {
    const { desk, order, times, reads, lanes } = await pausedByAccept(others)
    // The poller has used all its reads by then, and waits.
    await desk.clock.advance(9 * second)
    const before = reads()
    const id = await order()
    await desk.clock.advance(5 * second)
    expect(times(`GET orders/${id}`)).toEqual([10])
    expect(await lanes()).toBe(others + 1)
    // All later reads obey.
    await desk.clock.advance(40 * second)
    expect(reads()).toBe(before + 1)
    await desk.clock.advance(20 * second)
    expect(reads()).toBeGreaterThan(before + 1)
  },
)

test('does not repeat a failed first read before the pause ends', async () => {
  const { desk, order, times, refuseBy } = await pausedByAccept(3)
  refuseBy((call) => (call.startsWith('GET orders/') ? Response.json({}, { status: 404 }) : undefined))
  const id = await order()
  await desk.clock.advance(57 * second)
  expect(times(`GET orders/${id}`)).toEqual([1])
  await desk.clock.advance(5 * second)
  expect(times(`GET orders/${id}`).length).toBeGreaterThan(1)
})

test('obeys a pause given to a first read in full, also for later new orders', async () => {
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

test('reads each of many new orders once during a pause, at most five at a time', async () => {
  const { desk, order, times, most, lanes } = await pausedByAccept(30, 100)
  const ids = []
  for (let number = 0; number < 40; number += 1) ids.push(await order())
  await desk.clock.advance(5 * second)
  expect(ids.map((id) => times(`GET orders/${id}`).length)).toEqual(ids.map(() => 1))
  expect(most()).toBeLessThanOrEqual(5)
  expect(await lanes()).toBe(70)
})

test('does not delay later new orders behind many that the service does not show', async () => {
  const { desk, order, times, refuseBy } = await pausedByAccept(3)
  refuseBy((call) => (call.startsWith('GET orders/') ? Response.json({}, { status: 404 }) : undefined))
  for (let number = 0; number < 40; number += 1) await order()
  await desk.clock.advance(9 * second)
  refuseBy(() => undefined)
  const id = await order()
  await desk.clock.advance(5 * second)
  expect(times(`GET orders/${id}`)).toEqual([10])
})

test.each(['GET items', 'GET categories', 'GET brands'])('delays no order for a pause given to %s', async (list) => {
  const { desk, order, open, refuseBy, times } = await openDesk()
  refuseBy((call) => (call === list ? tooMany(60) : undefined))
  await desk.ask(`/api/developer/v1/${list.slice(4)}`)
  const id = await order()
  await desk.clock.advance(6 * second)
  expect(times(`GET orders/${id}`)[0]).toBe(0)
  expect(times(`GET orders/${open[0]}`).length).toBeGreaterThan(0)
})

test('does not delay a new order for a pause given to another one’s read, and retries until it is shown', async () => {
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

test('delays no read after a 503 with Retry-After on an accept', async () => {
  const { desk, order, open, refuseBy, times } = await openDesk()
  const busy = () => new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
  refuseBy((call) => (call.endsWith('/accept') ? busy() : undefined))
  void desk.act(open[0] ?? '', 'accept')
  await desk.clock.advance(second)
  const id = await order()
  await desk.clock.advance(6 * second)
  expect(times(`GET orders/${id}`)[0]).toBe(1)
  expect(times(`GET orders/${open[0]}`).length).toBeGreaterThan(1)
})

test('reads an order opened by id although an accept was told to wait', async () => {
  const { desk } = await pausedByAccept(30)
  await desk.clock.advance(9 * second)
  const { id } = desk.vendor.placeOrder()
  expect((await desk.during(second, desk.post('/api/desk/orders', { order_id: id }))).status).toBe(200)
})

test('requests the order of another kind of event once although an accept was told to wait', async () => {
  const { desk, times } = await pausedByAccept(30)
  const { id } = desk.vendor.placeOrder()
  await desk.notify(JSON.stringify({ event: 'order.placed', data: { id } }))
  await desk.clock.advance(5 * second)
  expect(times(`GET orders/${id}`)).toEqual([1])
  expect((await desk.row(id)).order).not.toBeNull()
})

test('does not delay the first read for a request made before the webhook', async () => {
  const { desk, times } = await pausedByAccept(3)
  const placed = desk.vendor.placeOrder()
  void desk.ask(`/api/developer/v1/orders/${placed.id}`)
  await desk.clock.advance(0)
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: placed.id } }))
  await desk.clock.advance(second)
  expect(times(`GET orders/${placed.id}`)).toEqual([1])
})
