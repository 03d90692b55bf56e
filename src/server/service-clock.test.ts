import { expect, test } from 'vitest'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, testToken } from '#testing/desk.ts'

// The clocks of the desk and of the vendor service differ.

const second = 1000
const minute = 60 * second
const differences = [
  ['10 minutes behind', -10 * minute],
  ['10 minutes ahead', 10 * minute],
  ['3 hours behind', -180 * minute],
] as const

/** A desk, and a service whose clock is ahead by the given time. */
async function openDesk(aheadMs: number, { hasDate = true } = {}) {
  const clock = createTestClock()
  const vendor = createSimulator({ clock: { ...clock, now: () => clock.steady() + aheadMs }, token: testToken })
  const desk = createTestDesk({
    clock,
    vendor,
    async fetch(request) {
      const response = await vendor.fetch(request)
      if (!hasDate) response.headers.delete('Date')
      return response
    },
  })
  await desk.open()
  return {
    ...desk,
    async placed(agoMs = 3 * second) {
      const order = vendor.placeOrder()
      await clock.advance(agoMs)
      await desk.notify(JSON.stringify({ order_id: order.id }))
      await clock.advance(second)
      return order
    },
    /** Seconds left of the orders on the board, as a tablet counts them. */
    async left() {
      const response = await desk.ask('/api/desk/orders')
      const { data, meta } = (await response.json()) as {
        data: { respond_by: string }[]
        meta: { server_time: string }
      }
      return data.map((row) => (Date.parse(row.respond_by) - Date.parse(meta.server_time)) / second)
    },
  }
}

test.each(differences)('keeps the time left with a service that is %s', async (_, aheadMs) => {
  const { placed, left, act } = await openDesk(aheadMs)
  const order = await placed()
  const [seconds = 0] = await left()
  expect(Math.abs(seconds - 296)).toBeLessThanOrEqual(1)
  const late = await openDesk(aheadMs)
  await late.placed(2 * minute)
  const [fewer = 0] = await late.left()
  expect(Math.abs(fewer - 179)).toBeLessThanOrEqual(1)
  expect((await act(order.id, 'accept')).status).toBe(200)
})

test.each(differences)('repeats a plain accept in time with a service that is %s', async (_, aheadMs) => {
  const { placed, act, vendor, clock, asked } = await openDesk(aheadMs)
  const order = await placed()
  vendor.faults.add({ kind: 'error', on: 'acceptOrder' })
  const pending = act(order.id, 'accept')
  await clock.advance(10 * second)
  expect((await pending).status).toBe(200)
  expect(asked('POST')).toHaveLength(2)
})

test.each(differences)(
  'reports a service that is %s on the board, in metrics and in the settings',
  async (_, aheadMs) => {
    const { placed, ask, clock } = await openDesk(aheadMs)
    const state = async () => {
      const read = async <T>(path: string) => (await (await ask(path)).json()) as T
      const board = await read<{ meta: { alarms: { code: string }[] } }>('/api/desk/orders')
      const ready = await read<{ data: { clock_ahead_seconds: number } }>('/readyz')
      const vendor = await read<{ data: { clock_ahead_seconds: number } }>('/api/desk/vendor')
      return { alarms: board.meta.alarms.map(({ code }) => code), ready: ready.data, vendor: vendor.data }
    }
    expect(await state()).toMatchObject({
      alarms: [],
      ready: { status: 'ok', clock: 'set', clock_ahead_seconds: null },
      vendor: { clock_ahead_seconds: null },
    })
    await placed()
    await clock.advance(20 * second)
    const { alarms, ready, vendor } = await state()
    expect(alarms).toEqual(['clock_differs'])
    expect(ready).toMatchObject({ status: 'degraded', clock: 'differs' })
    expect(Math.abs(ready.clock_ahead_seconds + aheadMs / second)).toBeLessThanOrEqual(1)
    expect(vendor.clock_ahead_seconds).toBe(ready.clock_ahead_seconds)
  },
)

test('makes no order overdue on arrival for a service that is behind and dates no answer', async () => {
  const { placed, left } = await openDesk(-10 * minute, { hasDate: false })
  await placed()
  expect(await left()).toEqual([299])
})

test('forwards no headers of the service to a tablet', async () => {
  const { placed, ask } = await openDesk(0)
  const order = await placed()
  const { headers } = await ask(`/api/developer/v1/orders/${order.id}`)
  expect([headers.get('Date'), headers.get('Age')]).toEqual([null, null])
})

test('keeps the time left during and after a change of the desk’s clock', async () => {
  const { placed, left, clock } = await openDesk(0)
  await placed()
  clock.set(10 * minute)
  await clock.advance(30 * second)
  expect(await left()).toEqual([266])
  await clock.advance(60 * second)
  const [seconds = 0] = await left()
  expect(Math.abs(seconds - 206)).toBeLessThanOrEqual(1)
})
