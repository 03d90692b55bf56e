import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createAlarms } from './alarms.ts'
import { keepHouse } from './housekeeping.ts'
import { recordOfWord } from './order-record.ts'
import { createMemoryStore } from './store-memory.ts'

const day = 24 * 60 * 60 * 1000

async function startHouse(freeBytes: () => Promise<number>) {
  const clock = createTestClock()
  const store = createMemoryStore()
  const alarms = createAlarms(clock, () => undefined)
  const closing = new AbortController()
  const running = keepHouse({ store, clock, alarms, log: () => undefined, freeBytes }, closing.signal)
  return { clock, store, alarms, closing, running }
}

test('closed orders are forgotten after 90 days, open ones never', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  const word = { toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() } as const
  await store.hear([
    { ...word, orderId: 'closed-1' },
    { ...word, orderId: 'open-1' },
  ])
  await store.save({ ...recordOfWord({ ...word, orderId: 'closed-1' }, 0), lane: 'closed', closedAt: clock.now() })
  await clock.advance(89 * day)
  expect(await store.find('closed-1')).toBeDefined()
  await clock.advance(2 * day)
  expect(await store.find('closed-1')).toBeUndefined()
  expect(await store.find('open-1')).toBeDefined()
  closing.abort()
  await running
})

test('a disk without room is told of, until it has room again', async () => {
  let free = 1e6
  const { clock, alarms, closing, running } = await startHouse(async () => free)
  await clock.advance(1)
  expect(alarms.current()).toMatchObject([{ code: 'disk_low' }])
  free = 1e12
  await clock.advance(2 * 60 * 60 * 1000)
  expect(alarms.current()).toEqual([])
  closing.abort()
  await running
})
