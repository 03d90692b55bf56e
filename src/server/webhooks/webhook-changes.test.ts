import { expect, test } from 'vitest'
import { outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { codeOf } from '#testing/desk.ts'
import { deliveriesOf, manager, openWithReceiver, stateOf, webhooksPath as path } from '#testing/webhook-desk.ts'
import type { Received } from '#testing/webhook-receiver.ts'
import * as z from 'zod/mini'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

const typesOf = (received: readonly Received[]) => received.map(({ type }) => type)

test('ends with a receiver that says that it is gone, until somebody begins it anew', async () => {
  const { receiver, desk, id } = await openWithReceiver()
  receiver.answer = () => 410
  await desk.order()
  await desk.clock.advance(minute)
  expect(receiver.received).toHaveLength(1)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'ended', since: '2026-11-20T12:00:00.000Z', waiting: 0 })
  const parked = await deliveriesOf(desk, id)
  expect(await codeOf((await manager(desk)).post(`${path}/${id}/deliveries/${parked[0]?.id}/resend`))).toBe(
    '409 webhook_ended',
  )
  expect(await deliveriesOf(desk, id)).toEqual(parked)
  await desk.order()
  await desk.clock.advance(day)
  expect(receiver.received).toHaveLength(1)
  receiver.answer = () => 204
  await (await manager(desk)).post(`${path}/${id}`, { is_paused: false }, 'PATCH')
  const { id: orderId } = await desk.order()
  await desk.clock.advance(second)
  expect(receiver.received.slice(1).every(({ data }) => data['order_id'] === orderId)).toBe(true)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'delivering' })
})

test('stays begun anew when a try from before is answered late', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = async () => {
    await clock.sleep(receiver.received.length * second)
    return 410
  }
  await desk.order()
  await desk.order()
  await clock.advance(1.5 * second)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'ended' })
  await (await manager(desk)).post(`${path}/${id}`, { is_paused: false }, 'PATCH')
  await clock.advance(5 * second)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'delivering', parked: 2 })
})

test.each([410, 500, 204])('sends to a new address what the old one answers too late: %s', async (status) => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = async ({ url }) => {
    if (url === 'https://new.test/') return 204
    await clock.sleep(second)
    return status
  }
  await desk.order()
  await clock.advance(0)
  await (await manager(desk)).post(`${path}/${id}`, { url: 'https://new.test/' }, 'PATCH')
  await clock.advance(2 * second)
  expect(receiver.received.map(({ url }) => url)).toEqual(['https://till.test/orders', 'https://new.test/'])
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1)
  expect(await stateOf(desk, id)).toMatchObject({ url: 'https://new.test/', state: 'delivering' })
  expect(await deliveriesOf(desk, id)).toMatchObject([{ state: 'delivered', tries: 1 }])
})

test.each([
  [204, { state: 'delivered', tries: 3 }],
  [500, { state: 'waiting', tries: 3 }],
])('sends to a new address what somebody had sent to the old one, and keeps its plan: %s', async (status, expected) => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  receiver.answer = () => 500
  await desk.order()
  await clock.advance(minute)
  const [planned] = await deliveriesOf(desk, id)
  receiver.answer = async ({ url }) => {
    if (url === 'https://new.test/') return status
    await clock.sleep(10 * second)
    return 200
  }
  await desk.during(second, desk.post(`${path}/${id}/deliveries/${planned?.id}/resend`))
  await desk.post(`${path}/${id}`, { url: 'https://new.test/' }, 'PATCH')
  await clock.advance(20 * second)
  expect(receiver.received.map(({ url }) => new URL(url).host)).toEqual([
    'till.test',
    'till.test',
    'till.test',
    'new.test',
  ])
  expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1)
  const nextAt = status === 500 ? planned?.next_at : null
  expect(await deliveriesOf(desk, id)).toMatchObject([{ ...expected, next_at: nextAt }])
})

test('stays ended when another delivery fails at the same time and the store is slow to note it', async () => {
  const store = createMemoryStore()
  let changes = 0
  const { clock, receiver, desk, id } = await openWithReceiver(
    { events: ['order.received'] },
    {
      ...store,
      async changeWebhook(...change) {
        // The failure was noted first, and is written last.
        changes += 1
        if (changes === 1) await clock.sleep(second)
        return store.changeWebhook(...change)
      },
    },
  )
  receiver.answer = async () => {
    const count = receiver.received.length
    await clock.sleep(second)
    return count === 1 ? 500 : 410
  }
  await desk.order()
  await desk.order()
  await clock.advance(minute)
  expect(receiver.received.map(({ url }) => url)).toHaveLength(2)
  expect(await stateOf(desk, id)).toMatchObject({ state: 'ended', waiting: 0, parked: 2 })
})

test('keeps what happens while it is paused, and sends it afterwards', async () => {
  const { receiver, desk, id } = await openWithReceiver({ events: ['order.received', 'order.answered'] })
  await desk.post(`${path}/${id}`, { is_paused: true }, 'PATCH')
  const order = await desk.order()
  await desk.during(5 * second, desk.act(order.id, 'accept'))
  expect(receiver.received).toEqual([])
  expect(await stateOf(desk, id)).toMatchObject({ state: 'paused', waiting: 2 })
  await desk.during(second, desk.post(`${path}/${id}`, { is_paused: false }, 'PATCH'))
  expect(typesOf(receiver.received)).toEqual(['order.received', 'order.answered'])
})

test('signs by the old secret too for 24 hours', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  const replaced = await desk.post(`${path}/${id}/secret`)
  const { data } = z.parse(outgoingWebhooks.replaceSecret.answer, await replaced.json())
  expect(data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await desk.order()
  await clock.advance(day - second)
  expect(receiver.received).toHaveLength(1)
  expect(await stateOf(desk, id)).toMatchObject({ old_secret_until: '2026-11-21T12:00:00.000Z' })
  await clock.advance(second)
  expect(await stateOf(desk, id)).toMatchObject({ old_secret_until: null })
  await desk.order()
  await clock.advance(second)
  // The receiver knows only the old one, so it could not verify this.
  expect(receiver.received).toHaveLength(1)
  receiver.trust(data.secret)
  await clock.advance(minute)
  expect(receiver.received).toHaveLength(2)
})

test('keeps a new secret and other settings that are changed at the same time', async () => {
  const { desk, id } = await openWithReceiver({ events: ['order.received'] })
  await Promise.all([
    desk.post(`${path}/${id}/secret`),
    desk.post(`${path}/${id}`, { includes_row: true }, 'PATCH'),
    desk.post(`${path}/${id}/secret`),
    desk.post(`${path}/${id}`, { is_paused: true }, 'PATCH'),
  ])
  const [webhook] = await desk.store.webhooks()
  expect(webhook).toMatchObject({ includesRow: true, isPaused: true })
  expect(webhook?.secrets).toHaveLength(3)
})

test('signs by the first secret too if it is replaced twice', async () => {
  const { clock, receiver, desk, id } = await openWithReceiver({ events: ['order.received'] })
  await desk.post(`${path}/${id}/secret`)
  await desk.post(`${path}/${id}/secret`)
  await desk.order()
  await clock.advance(second)
  // The receiver knows only the first one.
  expect(receiver.received).toHaveLength(1)
})
