import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createOrderReader, type OrderReading } from './order-reader.ts'
import { createVendor } from './vendor.ts'
import { overFetch } from './vendor-way.ts'

test('what was read last is as it was read, digits and all, without the payment form', async () => {
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
  })
  const told: OrderReading[] = []
  const orders = createOrderReader(vendor, clock, (reading) => told.push(reading))
  const read = await orders.read(id)
  expect(told).toEqual([read])
  const kept = orders.last(id)
  expect(kept).toMatchObject({ text: read.text, askedAt: read.askedAt, turn: read.turn })
  expect({ ...kept?.order, payment_method: undefined }).toEqual({ ...read.order, payment_method: undefined })
  expect(kept?.data).toMatchObject({ id, big: '12345678901234567890' })
  expect(JSON.stringify([read.data, kept?.data, kept?.order]).match(/fake-card-token/g)).toHaveLength(1)
})
