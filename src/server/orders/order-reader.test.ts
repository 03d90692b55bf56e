import { expect, test } from 'vitest'
import { statusKey } from '#contract/vendor/order.ts'
import { overFetch } from '#server/vendor/vendor-transport.ts'
import { createVendor } from '#server/vendor/vendor.ts'
import { createTestClock } from '#testing/clock.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createOrderReader } from './order-reader.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'

test('keeps the last reading as received, to the digit, without the payment form', async () => {
  const clock = createTestClock()
  const simulator = createSimulator({ clock, token: 'token' })
  const { id } = simulator.placeOrder('digital')
  const answers = async (request: Request): Promise<Response> => {
    const text = await (await simulator.fetch(request)).text()
    return new Response(text.replace('"data":{', '"data":{"big":12345678901234567890,'))
  }
  const vendor = createVendor({
    baseUrl: 'http://vendor.test',
    token: () => 'token',
    sendToVendor: overFetch(answers),
    clock,
    log: () => undefined,
  })
  const emitted: OrderReading[] = []
  const orders = createOrderReader(vendor, clock, (reading) => emitted.push(reading))
  const read = await orders.read(id)
  expect(emitted).toEqual([read])
  const kept = orders.last(id)
  expect(kept).toMatchObject({ text: read.text, askedAt: read.askedAt, turn: read.turn })
  expect({ ...kept?.order, payment_method: undefined }).toEqual({ ...read.order, payment_method: undefined })
  expect(kept?.data).toMatchObject({ id, big: '12345678901234567890' })
  expect(JSON.stringify([read.data, kept?.data, kept?.order]).match(/fake-card-token/g)).toHaveLength(1)
})

test('dates a queued reading from its request, not from its queueing', async () => {
  const clock = createTestClock()
  let key = 'pending'
  const vendor = createVendor({
    baseUrl: 'https://vendor.test',
    token: () => 'token',
    clock,
    log: () => undefined,
    readsPerSecond: 1,
    sendToVendor: overFetch(async (request) => {
      const id = request.url.split('/').at(-1)
      if (id === 'slow') await clock.sleep(7000)
      return Response.json({ data: { id, is_active: key === 'pending', status: { key } } })
    }),
  })
  const emitted: (string | undefined)[] = []
  const orders = createOrderReader(vendor, clock, ({ id, order }) => id === 'A1' && emitted.push(statusKey(order)))
  void orders.read('slow', 'watch')
  const waiting = orders.read('A1', 'watch')
  await clock.advance(1000)
  await orders.readAnew('A1')
  key = 'cancelled'
  await clock.advance(10_000)
  expect(statusKey((await waiting).order)).toBe('cancelled')
  const last = orders.last('A1')
  expect([emitted, last && statusKey(last.order)]).toEqual([['pending', 'cancelled'], 'cancelled'])
})
