import * as z from 'zod/mini'
import { readDeadline } from '#contract/desk/deadline.ts'
import type { CancelledAfter } from '#domain/deadline.ts'
import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock } from '#testing/clock.ts'
import { openTestDesk, testToken, type TestDesk } from '#testing/desk.ts'
import { expect, test } from 'vitest'
import { createDeadlines } from './deadlines.ts'

const second = 1000

const deadlineOf = async ({ ask }: Pick<TestDesk, 'ask'>) =>
  z.parse(readDeadline.answer, await (await ask(readDeadline.path)).json())

const windowIn = async ({ ask }: Pick<TestDesk, 'ask'>) => {
  const { response_window_seconds: seconds } = (await (await ask('/api/desk/session')).json()) as {
    response_window_seconds: number
  }
  return seconds
}

/** A desk that is set to 300 s, and a service that gives 120 s. */
async function openDesk() {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken, responseWindowSeconds: 120 })
  const desk = await openTestDesk({ clock, vendor })
  return {
    ...desk,
    async expire() {
      await desk.order()
      await clock.advance(140 * second)
    },
  }
}

test('learns the service’s window from ten orders that nobody answered, and counts each deadline by it', async () => {
  const desk = await openDesk()
  const events = await desk.listen()
  for (let order = 0; order < 9; order += 1) await desk.expire()
  const before = await deadlineOf(desk)
  expect(before).toMatchObject({ seconds: 300, low: 300, high: 300, observations: 9, source: 'configured' })
  expect(before.groups).toMatchObject([{ observations: 9, source: 'configured' }])
  const waiting = await desk.order()
  await desk.clock.advance(10 * second)
  const left = async () => {
    const row = (await desk.rows()).find(({ order_id: id }) => id === waiting.id)
    return Math.round((Date.parse(row?.respond_by ?? '') - waiting.createdAt) / second)
  }
  expect(await left()).toBe(300)
  const renewals = () => events.filter(({ event }) => event === 'bye').length
  const renewedBefore = renewals()
  await desk.clock.advance(130 * second)
  const learned = await deadlineOf(desk)
  expect(learned).toMatchObject({ observations: 10, source: 'learned' })
  expect(learned.low).toBeGreaterThanOrEqual(110)
  expect(learned.low).toBeLessThanOrEqual(120)
  expect(Math.abs(learned.seconds - 120)).toBeLessThanOrEqual(5)
  expect(learned.high).toBeGreaterThanOrEqual(120)
  expect(await windowIn(desk)).toBe(learned.low)
  expect(renewals()).toBeGreaterThan(renewedBefore)
  const next = await desk.order()
  const [row] = await desk.rows()
  expect(Date.parse(row?.respond_by ?? '') - next.createdAt).toBe(learned.low * second)
})

test('knows after a restart what it has learned', async () => {
  const desk = await openDesk()
  for (let order = 0; order < 10; order += 1) await desk.expire()
  const before = await deadlineOf(desk)
  expect(before.source).toBe('learned')
  const next = await openTestDesk(desk.kill())
  expect(await deadlineOf(next)).toEqual(before)
})

test('does not learn from orders that this shop answered, or that came back', async () => {
  const desk = await openDesk()
  const [rejected, accepted] = [await desk.order(), await desk.order()]
  await desk.clock.advance(10 * second)
  expect((await desk.act(rejected.id, 'reject', { cancel_reason_id: 7 })).status).toBe(200)
  expect((await desk.act(accepted.id, 'accept')).status).toBe(200)
  desk.vendor.orders.move(accepted, 'cancelled')
  desk.vendor.orders.move(rejected, 'cancelled')
  await desk.clock.advance(60 * second)
  expect(await deadlineOf(desk)).toMatchObject({ observations: 0, groups: [] })
})

interface Cancelled extends Partial<OrderRecord> {
  readonly shop?: string
  readonly service?: string
}

function setUp() {
  const clock = createTestClock()
  const store = createMemoryStore()
  const emitted: string[] = []
  const emit = ({ type }: { readonly type: string }) => void emitted.push(type)
  const deadlines = createDeadlines({ store, clock, configuredSeconds: 300, emit })
  let count = 0
  const cancelled = (
    cancelledAfter: CancelledAfter | undefined,
    { shop = 'a', service = 'food', ...more }: Cancelled = {},
  ) => {
    count += 1
    const notification = {
      orderId: String(count),
      toldId: null,
      itemIds: [],
      source: 'webhook' as const,
      receivedAt: count * 3_600_000,
    }
    const order = { id: notification.orderId, service, vendor: { id: shop, name: `Shop ${shop}` } }
    const record: OrderRecord = {
      ...recordOfNotification(notification, 0),
      order,
      lane: 'closed',
      cancelledAfter,
      ...more,
    }
    deadlines.note(record)
    return record
  }
  const many = (orders: number, seconds: number, more?: Cancelled) => {
    for (let order = 0; order < orders; order += 1)
      cancelled({ low: (seconds - 4) * second, high: seconds * second }, more)
  }
  const lowOf = (shop: string, service = 'food') =>
    deadlines.windowMs({ order: { service, vendor: { id: shop } } }) / second
  return { deadlines, emitted, cancelled, many, lowOf }
}

test('learns by shop and service type, and else for all orders of the desk', () => {
  const { many, lowOf, deadlines } = setUp()
  many(30, 300)
  many(12, 600, { shop: 'b' })
  many(12, 120, { service: 'market' })
  expect([lowOf('a'), lowOf('b'), lowOf('a', 'market')]).toEqual([296, 596, 116])
  expect(deadlines.groups().map(({ shop_name, service, observations }) => [shop_name, service, observations])).toEqual([
    ['Shop a', 'food', 30],
    ['Shop b', 'food', 12],
    ['Shop a', 'market', 12],
  ])
  expect(deadlines.main().low).toBe(296)
  // Most of the latest agree on no one window: the configured one.
  expect([lowOf('c'), deadlines.forAll().source]).toEqual([300, 'configured'])
  many(30, 300)
  expect([lowOf('c'), deadlines.forAll().source]).toEqual([296, 'learned'])
  expect(deadlines.endsAfterMs({ order: null })).toBe(300 * second)
})

test('tells when an estimate changes, and forgets what turns out to be this shop’s own rejection', () => {
  const { many, cancelled, lowOf, deadlines, emitted } = setUp()
  many(9, 120)
  const last = cancelled({ low: 116 * second, high: 120 * second })
  expect(lowOf('a')).toBe(116)
  const before = emitted.length
  expect(before).toBeGreaterThan(0)
  deadlines.note(last)
  expect(emitted).toHaveLength(before)
  deadlines.note({ ...last, cancelledAfter: undefined })
  expect(lowOf('a')).toBe(300)
  expect(emitted).toHaveLength(before + 1)
})
