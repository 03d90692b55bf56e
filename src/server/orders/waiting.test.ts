import { expect, test } from 'vitest'
import type { Lane } from '#contract/desk/lane.ts'
import { createTestClock } from '#testing/clock.ts'
import { createWaiting } from './waiting.ts'

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
