import { expect, test } from 'vitest'
import { createTestDesk } from '#testing/desk.ts'
import { createEventBus } from './bus.ts'

test('calls the listeners of an event in the order of their subscription, and no others', () => {
  const { emit, subscribe } = createEventBus(() => undefined)
  const received: string[] = []
  subscribe('clock-shifted', () => received.push('first'))
  subscribe('store-available', () => received.push('other'))
  subscribe('clock-shifted', () => received.push('second'))
  emit({ type: 'clock-shifted' })
  expect(received).toEqual(['first', 'second'])
})

test('logs a listener that throws, and calls the others', () => {
  const logged: unknown[] = []
  const { emit, subscribe } = createEventBus((event, fields) => logged.push({ event, ...fields }))
  const received: string[] = []
  subscribe('device-left', () => {
    throw new TypeError('a bug')
  })
  subscribe('device-left', ({ deviceId }) => received.push(deviceId))
  emit({ type: 'device-left', deviceId: 'counter' })
  expect(received).toEqual(['counter'])
  expect(logged).toMatchObject([{ event: 'failed', where: 'device-left', error: 'TypeError' }])
})

test('a new reaction to an order subscribes, and is called when a webhook’s order is read', async () => {
  const desk = createTestDesk()
  const lanes: string[] = []
  desk.proxy.subscribe('order-changed', ({ record }) => lanes.push(`${record.orderId} ${record.lane} ${record.readAt}`))
  await desk.open()
  const { id } = desk.vendor.placeOrder()
  await desk.notify(JSON.stringify({ id }))
  await desk.clock.advance(1000)
  expect(lanes).toEqual([`${id} answer null`, `${id} answer ${Date.parse('2026-11-20T12:00:00Z')}`])
})
