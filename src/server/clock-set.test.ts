import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, openTestDesk, testToken } from '#testing/desk.ts'
import { createSimulator } from '#simulator/simulator.ts'

// The machine's clock is set while the desk runs.

const second = 1000
const minute = 60 * second
const jumps = [
  ['back by ten minutes', -10 * minute],
  ['back by three hours', -180 * minute],
  ['ahead by ten minutes', 10 * minute],
] as const

async function openDesk() {
  const clock = createTestClock()
  // The service has its own clock, and cancels nothing because the desk's was set.
  const vendor = createSimulator({ clock, token: testToken, responseWindowSeconds: 86_400 })
  const desk = await openTestDesk({ clock, vendor })
  const placed = async () => {
    const order = await desk.order()
    await desk.clock.advance(second)
    return order
  }
  return { ...desk, placed }
}

test.each(jumps)('keeps the pace of reads with a clock set %s', async (_, byMs) => {
  const { clock, vendor, rows, placed } = await openDesk()
  const order = await placed()
  clock.set(byMs)
  vendor.orders.move(order, 'contact')
  await clock.advance(6 * second)
  expect(await rows()).toMatchObject([{ order_id: order.id, lane: 'contact' }])
})

test.each(jumps)('replaces old readings by new ones with a clock set %s', async (_, byMs) => {
  const { clock, vendor, ask, placed } = await openDesk()
  const order = await placed()
  await ask(`/api/developer/v1/orders/${order.id}`)
  clock.set(byMs)
  vendor.orders.move(order, 'contact')
  await clock.advance(1.1 * second)
  const { data } = (await (await ask(`/api/developer/v1/orders/${order.id}`)).json()) as {
    data: { status: { key: string } }
  }
  expect(data.status.key).toBe('contact')
})

test.each(jumps)('reconciles a lost answer with a clock set %s during it', async (_, byMs) => {
  const { clock, vendor, act, asked, placed } = await openDesk()
  const order = await placed()
  vendor.faults.add({ kind: 'drop-late', on: 'rejectOrder' })
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  const key = crypto.randomUUID()
  const reject = () => act(order.id, 'reject', { cancel_reason_id: 3 }, key).then(({ status }) => status)
  const pending = reject()
  await clock.advance(10 * second)
  clock.set(byMs)
  await clock.advance(40 * second)
  expect(await pending).toBe(202)
  vendor.faults.clear()
  await clock.advance(60 * second)
  expect([await reject(), asked('POST').length]).toEqual([200, 1])
})

test.each(jumps)('answers a pending attempt with a clock set %s', async (_, byMs) => {
  const { clock, vendor, act, placed } = await openDesk()
  const order = await placed()
  vendor.faults.add({ kind: 'slow', ms: 1500, on: 'acceptOrder' })
  const pending = act(order.id, 'accept')
  await clock.advance(second)
  clock.set(byMs)
  await clock.advance(5 * second)
  expect((await pending).status).toBe(200)
})

test.each(jumps)('does not repeat a finished pause with a clock set %s', async (_, byMs) => {
  const { clock, vendor, placed, rows } = await openDesk()
  vendor.faults.add({ kind: 'too-many', on: 'getOrder', ms: 5 * second })
  const order = await placed()
  clock.set(byMs)
  await clock.advance(12 * second)
  expect(await rows()).toMatchObject([{ order_id: order.id, problem: null, order: { id: order.id } }])
})

test('names the last person although the clock was set back between two answers', async () => {
  const { clock, act, admit, placed } = await openDesk()
  const order = await placed()
  expect((await act(order.id, 'accept')).status).toBe(200)
  await clock.advance(minute)
  clock.set(-10 * minute)
  const omar = await admit('Window', 'Omar')
  expect((await omar.act(order.id, 'ready')).status).toBe(200)
  await clock.advance(minute)
  for (const again of ['accept', 'ready'] as const) {
    const answered = await act(order.id, again)
    expect([answered.status, await answered.json()]).toMatchObject([
      409,
      { code: 'already_answered', data: { action: 'ready', by: { person: 'Omar' } } },
    ])
  }
})

test('rings again soon after an acknowledgement although the clock was set back by three hours', async () => {
  const { clock, ask, rows, placed } = await openDesk()
  const order = await placed()
  await ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST' })
  await clock.advance(5 * second)
  expect(await rows()).toMatchObject([{ lane: 'answer', acknowledged: { by: { person: expect.any(String) } } }])
  clock.set(-180 * minute)
  await clock.advance(70 * second)
  expect(await rows()).toMatchObject([{ lane: 'answer', acknowledged: null }])
})

test.each([
  [404, 70],
  [503, 25 * 60],
] as const)(
  'retries a notification that outran the service (%i) although the clock was set ahead by %i minutes',
  async (status, minutes) => {
    const clock = createTestClock()
    const vendor = createSimulator({ clock, token: testToken, responseWindowSeconds: 864_000 })
    let isReady = false
    const desk = createTestDesk({
      clock,
      vendor,
      fetch: (request) =>
        isReady || request.method !== 'GET'
          ? vendor.fetch(request)
          : Promise.resolve(Response.json({ status: 'error', message: 'No.' }, { status })),
    })
    await desk.open()
    const order = vendor.placeOrder()
    expect((await desk.notify(JSON.stringify({ event: 'order_updated', order_id: order.id }))).status).toBe(202)
    await clock.advance(500)
    clock.set(minutes * minute)
    await clock.advance(10 * second)
    isReady = true
    await clock.advance(30 * minute)
    expect(await desk.rows()).toMatchObject([{ order_id: order.id }])
  },
)

test('reads an attempt left by a power cut ever more rarely, also after a clock set from 1970', async () => {
  // Without a battery, the clock starts in 1970.
  const inner = createTestClock(60_000)
  const sleeps: number[] = []
  const clock = { ...inner, sleep: (ms: number, signal?: AbortSignal) => (sleeps.push(ms), inner.sleep(ms, signal)) }
  const before = createTestDesk({ clock })
  await before.open()
  const order = await before.order()
  await clock.advance(2_000)
  before.vendor.faults.add({ kind: 'drop-late', on: 'rejectOrder' })
  before.vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  void before.act(order.id, 'reject', { cancel_reason_id: 3 })
  await clock.advance(5_000)
  const after = createTestDesk({ ...before.kill(), clock })
  await after.open()
  await clock.advance(10_000)
  clock.set(Date.parse('2026-11-20T12:00:00Z'))
  sleeps.length = 0
  await clock.advance(60_000)
  // The platform runs longer timers after a millisecond.
  expect(Math.max(...sleeps)).toBeLessThan(2 ** 31)
})

// Durations after a lasting clock change: each ends by elapsed time, or within the minute after which the jump is
// trusted; never hours later.
test.each(jumps)('with a clock that is set %s and stays there', async (_, byMs) => {
  const { clock, vendor, ask, rows, placed } = await openDesk()
  const order = await placed()
  const row = async (orderId: string) => (await rows()).find(({ order_id: id }) => id === orderId)
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  const unread = await placed()
  await ask(`/api/desk/orders/${order.id}/lease`, { method: 'PUT' })
  await ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST' })
  clock.set(byMs)
  await clock.advance(70 * second)
  expect(await row(order.id), 'a lease of 20 s').toMatchObject({ answering: null })
  expect(await row(unread.id), 'an order that was never read rings').toMatchObject({ lane: 'answer' })
  await clock.advance(170 * second)
  expect(await row(unread.id), 'until its window is over').toMatchObject({ lane: 'answer' })
  await clock.advance(90 * second)
  expect(await row(unread.id), 'and no longer').toMatchObject({ lane: 'other' })
})
