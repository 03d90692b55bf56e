import type { Lane } from '#contract/desk/inbox.ts'
import { createTestClock } from '#testing/clock.ts'
import { createOrderTimes, createWaiting, waitingSince } from './order-times.ts'
import { expect, test } from 'vitest'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const noon = Date.parse('2026-11-20T12:00:00Z')

// unspecified: the earlier of receipt and creation, as far as the latter is plausible.
test.each<readonly [string, number | undefined, number | undefined, number]>([
  ['no moment of its own', undefined, 0, 0],
  ['the clocks agree, placed 3 s ago', -3 * second, 0, -3 * second],
  ['the clocks agree, told of late', -10 * minute, 0, -10 * minute],
  ['the clocks agree, placed in the future', 5 * minute, 0, 0],
  ['the desk is 10 min ahead, placed 3 s ago', -10 * minute - 3 * second, -10 * minute, -3 * second],
  ['the desk is 10 min ahead, told of 2 min late', -12 * minute, -10 * minute, -2 * minute],
  ['the desk is 10 min behind, placed 3 s ago', 10 * minute - 3 * second, 10 * minute, -3 * second],
  ['the service is 3 h behind, placed 3 s ago', -3 * hour - 3 * second, -3 * hour, -3 * second],
  ['the service is 2 years ahead, placed now', 2 * 365 * 24 * hour, 2 * 365 * 24 * hour, 0],
  ['the desk is 26 h ahead, placed 3 s ago', -26 * hour - 3 * second, -26 * hour, -3 * second],
  ['nobody knows, placed 3 s ago', -3 * second, undefined, -3 * second],
  ['nobody knows, placed just inside the window', -5 * minute + 1, undefined, -5 * minute + 1],
  ['nobody knows, over as it comes', -5 * minute, undefined, 0],
  ['nobody knows, an hour ago', -hour, undefined, 0],
  ['nobody knows, in the future', hour, undefined, 0],
  ['a day ago is no such moment', -24 * hour, 0, 0],
  ['the year 1 is no such moment', Date.parse('0001-01-01T00:00:00Z') - noon, 0, 0],
  ['the year 9999 is no such moment', Date.parse('9999-12-31T00:00:00Z') - noon, undefined, 0],
])('starts the wait at the earlier of receipt and creation, on the desk’s clock: %s', (_, created, aheadMs, since) => {
  const createdAt = created === undefined ? undefined : noon + created
  expect(waitingSince({ receivedAt: noon, createdAt, aheadMs, windowMs: 5 * minute }) - noon).toBe(since)
})

test.each([
  ['2026-11-20T11:58:00Z', '2026-11-20T11:58:00.000Z'],
  ['2026-11-20 11:58', '2026-11-20T12:00:00.000Z'],
  [1_763_640_000, '2026-11-20T12:00:00.000Z'],
  [undefined, '2026-11-20T12:00:00.000Z'],
])('starts the wait of an order created at %s and received at noon at %s', (created, since) => {
  const times = createOrderTimes({ clock: createTestClock(noon), windowMs: () => 5 * minute })
  const record = { orderId: '1', receivedAt: noon, backAt: null, order: { created_at: created } }
  expect(new Date(times.waitsSince(record)).toISOString()).toBe(since)
})

test.each([2 * hour, -2 * hour])('keeps the time left if the clock is set by %i ms during the wait', async (byMs) => {
  const clock = createTestClock(noon)
  const times = createOrderTimes({ clock, windowMs: () => 5 * minute })
  const records = [
    { orderId: '1', receivedAt: noon, backAt: null, order: null },
    { orderId: '2', receivedAt: noon - hour, backAt: noon, order: null },
  ]
  const left = () => records.map((record) => times.respondBy(record) - clock.now())
  expect(left()).toEqual([5 * minute, 5 * minute])
  clock.set(byMs)
  await clock.advance(2 * minute)
  expect(clock.now()).toBe(noon + 2 * minute + byMs)
  expect(left()).toEqual([3 * minute, 3 * minute])
})

test('treats a receipt in the future as now, because the clock was set back before this start', () => {
  const clock = createTestClock(noon)
  const times = createOrderTimes({ clock, windowMs: () => 5 * minute })
  expect(times.respondBy({ orderId: '1', receivedAt: noon + 3 * hour, backAt: null, order: null })).toBe(
    noon + 5 * minute,
  )
})

test('counts from the first waiting order until none waits', async () => {
  const clock = createTestClock()
  const waiting = createWaiting({ clock })
  const change = async (orderId: string, lane: Lane) => {
    waiting.note({ orderId, lane })
    await clock.advance(1000)
    return waiting.since()
  }
  expect(await change('1', 'preparing')).toBeUndefined()
  const start = clock.now()
  expect(await change('2', 'answer')).toBe(start)
  expect(await change('3', 'answer')).toBe(start)
  expect(await change('2', 'preparing')).toBe(start)
  expect(await change('3', 'answer')).toBe(start)
  expect(await change('3', 'closed')).toBeUndefined()
  const again = clock.now()
  expect(await change('2', 'answer')).toBe(again)
})

test('counts from the receipt of orders that waited before the start', () => {
  const clock = createTestClock()
  const order = (orderId: string, lane: Lane, receivedAt: number, backAt: number | null = null) => ({
    orderId,
    lane,
    receivedAt,
    backAt,
  })
  const waiting = createWaiting({ clock })
  // The last was received long ago and came back from the customer just now.
  waiting.begin([order('1', 'ready', 1), order('2', 'answer', 9), order('3', 'answer', 5), order('4', 'answer', 2, 8)])
  expect(waiting.since()).toBe(5)
  waiting.note({ orderId: '3', lane: 'closed' })
  expect(waiting.since()).toBe(5)
  waiting.note({ orderId: '2', lane: 'closed' })
  waiting.note({ orderId: '4', lane: 'closed' })
  expect(waiting.since()).toBeUndefined()
})
