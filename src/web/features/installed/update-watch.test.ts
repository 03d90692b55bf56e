import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import type { Newest, UpdateFacts } from './update-rule.ts'
import { createUpdateWatch } from './update-watch.ts'

const hourMs = 60 * 60_000

async function setUp(facts: Partial<UpdateFacts> = {}) {
  const clock = createTestClock()
  const desk = { newest: { is: 'this' } as Newest, looks: 0 }
  const page = { isShown: false, told: 0, loaded: [] as string[] }
  const now: UpdateFacts = {
    isArmed: true,
    isOnOrder: false,
    isUnderWay: false,
    isInHand: false,
    isWaitedFor: false,
    isSaying: false,
    hasContact: true,
    wasTried: false,
    untouchedMs: hourMs,
    ...facts,
  }
  const watch = createUpdateWatch({
    clock,
    async look() {
      desk.looks += 1
      return desk.newest
    },
    factsOf: () => now,
    notify() {
      page.told += 1
      page.isShown = true
      return { isShown: () => page.isShown, remove: () => (page.isShown = false) }
    },
    reload: (entry) => page.loaded.push(entry),
  })
  const life = new AbortController()
  onTestFinished(() => life.abort())
  void watch.start(life.signal)
  return { clock, desk, page, watch, now }
}

test('checks for a newer page every hour and notifies once', async () => {
  const { clock, desk, page } = await setUp()
  await clock.advance(hourMs)
  expect([desk.looks, page.told]).toEqual([1, 0])
  desk.newest = { is: 'newer', name: '/b.js' }
  await clock.advance(hourMs + 10_000)
  expect([desk.looks, page.told, page.isShown, page.loaded]).toEqual([2, 1, true, []])
})

test('notifies again an hour after a dismissal', async () => {
  const { clock, desk, page, watch } = await setUp()
  desk.newest = { is: 'newer', name: '/b.js' }
  await watch.look()
  await clock.advance(2000)
  page.isShown = false
  await clock.advance(hourMs - 10_000)
  expect(page.told).toBe(1)
  await clock.advance(20_000)
  expect(page.told).toBe(2)
})

test('removes the toast while an order is open, and after a rollback to this version', async () => {
  const { clock, desk, page, watch, now } = await setUp()
  desk.newest = { is: 'newer', name: '/b.js' }
  await watch.look()
  await clock.advance(2000)
  Object.assign(now, { isOnOrder: true })
  await clock.advance(2000)
  expect(page.isShown).toBe(false)
  Object.assign(now, { isOnOrder: false })
  await clock.advance(2000)
  expect(page.isShown).toBe(true)
  desk.newest = { is: 'unknown' }
  await watch.look()
  await clock.advance(2000)
  expect(page.isShown).toBe(true)
  desk.newest = { is: 'this' }
  await watch.look()
  await clock.advance(2000)
  expect(page.isShown).toBe(false)
})

test('reloads an idle tablet for the version that it found', async () => {
  const { clock, desk, page, watch } = await setUp({ isArmed: false })
  desk.newest = { is: 'newer', name: '/b.js' }
  await watch.look()
  await clock.advance(2000)
  expect([page.told, page.loaded]).toEqual([0, ['/b.js']])
})

test('does not reload while the desk is away', async () => {
  const { clock, desk, page, watch } = await setUp({ isArmed: false })
  desk.newest = { is: 'newer', name: '/b.js' }
  await watch.look()
  desk.newest = { is: 'unknown' }
  await clock.advance(10_000)
  expect(page.loaded).toEqual([])
  desk.newest = { is: 'newer', name: '/b.js' }
  await clock.advance(2000)
  expect(page.loaded).toEqual(['/b.js'])
})
