import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createSimulator } from './simulator.ts'

interface ChangeRecords {
  /** Seconds after the order was placed. */
  readonly after: number
  readonly request: Request
  readonly body: unknown
}

/** A shop whose desk answers its webhook by the number of the attempt. */
function openShop(answer: (attempt: number) => Response | Error = () => new Response(null, { status: 202 })) {
  const clock = createTestClock()
  const opened = clock.now()
  const told: ChangeRecords[] = []
  const simulator = createSimulator({
    clock,
    token: 'token-of-the-tests',
    webhook: {
      url: 'https://desk.test/webhooks/vendor',
      headers: { Authorization: 'Bearer secret-of-the-tests' },
      fetch: async (request) => {
        told.push({ after: (clock.now() - opened) / 1000, request, body: await request.json() })
        const given = answer(told.length)
        if (given instanceof Error) throw given
        return given
      },
    },
  })
  return { clock, simulator, told, times: () => told.map(({ after }) => after) }
}

const hour = 3_600_000
const refuse = () => new Response(null, { status: 503 })

test('notifies the desk of an order once, with the ids of the order and its items', async () => {
  const { clock, simulator, told } = openShop()
  const order = simulator.placeOrder('large')
  await clock.advance(hour)
  expect(told).toHaveLength(1)
  expect(told[0]?.body).toEqual({
    event: 'order_created',
    data: { id: order.id, items: order.lines.map(({ id }) => ({ order_item_id: id })) },
  })
})

test('sends a notification as a JSON POST with credentials', async () => {
  const { clock, simulator, told } = openShop()
  simulator.placeOrder()
  await clock.advance(0)
  const request = told[0]?.request
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe('https://desk.test/webhooks/vendor')
  expect(request?.headers.get('Content-Type')).toBe('application/json')
  expect(request?.headers.get('Authorization')).toBe('Bearer secret-of-the-tests')
})

test('notifies of each order', async () => {
  const { clock, simulator, told } = openShop()
  const orders = [simulator.placeOrder(), simulator.placeOrder('digital'), simulator.placeOrder()]
  await clock.advance(hour)
  expect(told.map(({ body }) => body)).toEqual(
    orders.map(({ id }) => expect.objectContaining({ data: expect.objectContaining({ id }) })),
  )
})

test('repeats a notification as often as configured', async () => {
  const { clock, simulator, told } = openShop()
  simulator.webhookHabits.times = 2
  simulator.placeOrder()
  await clock.advance(hour)
  expect(told).toHaveLength(2)
  expect(told[1]?.body).toEqual(told[0]?.body)
})

test('delays a notification as configured', async () => {
  const { clock, simulator, times } = openShop()
  simulator.webhookHabits.lateMs = 90_000
  simulator.placeOrder()
  await clock.advance(89_999)
  expect(times()).toEqual([])
  await clock.advance(1)
  expect(times()).toEqual([90])
})

test('sends nothing as configured', async () => {
  const { clock, simulator, told } = openShop()
  simulator.webhookHabits.times = 0
  simulator.placeOrder()
  await clock.advance(hour)
  expect(told).toEqual([])
})

test('repeats with growing pauses until the desk acknowledges', async () => {
  const { clock, simulator, times } = openShop((attempt) =>
    attempt < 4 ? refuse() : new Response(null, { status: 200 }),
  )
  simulator.placeOrder()
  await clock.advance(hour)
  expect(times()).toEqual([0, 1, 5, 14])
})

test('does not take a failed connection as an acknowledgement', async () => {
  const { clock, simulator, times } = openShop((attempt) =>
    attempt === 1 ? new TypeError('fetch failed') : new Response(),
  )
  simulator.placeOrder()
  await clock.advance(hour)
  expect(times()).toEqual([0, 1])
})

test('gives up after five attempts', async () => {
  const { clock, simulator, times } = openShop(refuse)
  simulator.placeOrder()
  await clock.advance(hour)
  expect(times()).toEqual([0, 1, 5, 14, 30])
})

test('repeats after any answer but a 2xx', async () => {
  for (const status of [302, 400, 401, 404, 500]) {
    const { clock, simulator, told } = openShop(
      (attempt) => new Response(null, { status: attempt === 1 ? status : 204 }),
    )
    simulator.placeOrder()
    await clock.advance(hour)
    expect(told, String(status)).toHaveLength(2)
  }
})
