import { expect, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { createServiceClock } from './service-clock.ts'

const second = 1000
const minute = 60 * second

/** A service whose clock is ahead by a span, and answers of given durations. */
function setUp() {
  const clock = createTestClock(Date.parse('2026-11-20T12:00:00.400Z'))
  const calls: string[] = []
  const service = createServiceClock({
    clock,
    onOff: (isOff) => calls.push(isOff ? 'off' : 'in step'),
    onShift: () => calls.push('shift'),
  })
  let aheadMs = 0
  return {
    clock,
    service,
    calls,
    setService: (byMs: number) => (aheadMs += byMs),
    async answer({ tookMs = 100, isFromCache = false, byMs = 0, date = undefined as string | undefined } = {}) {
      const sentAt = clock.steady()
      await clock.advance(tookMs / 2)
      const written = date ?? new Date(clock.now() + aheadMs + byMs).toUTCString()
      await clock.advance(tookMs / 2)
      service.note(sentAt, { date: written, isFromCache })
      await clock.advance(5 * second)
    },
  }
}

test('knows no difference between the clocks before the first answer', () => {
  const { service } = setUp()
  expect([service.aheadMs(), service.isOff(), service.needsAnswers()]).toEqual([undefined, false, false])
})

test('treats clocks as equal while they may be: Date has whole seconds, and an answer takes time', async () => {
  const { service, calls, answer } = setUp()
  for (const tookMs of [20, 100, 900, 3000, 10]) {
    await answer({ tookMs })
    expect(service.aheadMs()).toBe(0)
  }
  expect(calls).toEqual([])
})

test.each([-10 * minute, 10 * minute, 45 * second])('knows a difference of %i ms within a second', async (byMs) => {
  const { service, calls, setService, answer } = setUp()
  setService(byMs)
  await answer()
  expect(Math.abs((service.aheadMs() ?? 0) - byMs)).toBeLessThanOrEqual(second)
  expect([service.isOff(), service.needsAnswers()]).toEqual([false, true])
  const first = service.aheadMs()
  await answer({ tookMs: 700 })
  await answer({ tookMs: 40 })
  expect(service.aheadMs(), 'what may be right stays').toBe(first)
  expect([service.isOff(), service.needsAnswers()]).toEqual([true, false])
  expect(calls).toEqual(['shift', 'off'])
  setService(-byMs)
  for (let time = 0; time < 3; time += 1) await answer()
  expect([service.aheadMs(), service.isOff()]).toEqual([0, false])
  expect(calls).toEqual(['shift', 'off', 'shift', 'in step'])
})

test('raises no alarm for a difference of up to 30 s', async () => {
  const { service, calls, setService, answer } = setUp()
  setService(-28 * second)
  for (let time = 0; time < 5; time += 1) await answer()
  expect([service.isOff(), calls]).toEqual([false, ['shift']])
})

test.each<readonly [string, object]>([
  ['from a cache', { isFromCache: true, byMs: -10 * minute }],
  ['that took too long', { tookMs: 12 * second, byMs: -10 * minute }],
  ['without a date', { date: '' }],
  ['with a date that is none', { date: 'yesterday' }],
  ['with a date of another kind', { date: '2020-01-01T00:00:00Z' }],
  ['with a day that does not exist', { date: 'Xxx, 99 Yyy 2026 12:00:00 GMT' }],
])('ignores an answer %s', async (_, given) => {
  const { service, answer } = setUp()
  await answer(given)
  expect(service.aheadMs()).toBeUndefined()
})

test('ignores one outlier', async () => {
  const { service, calls, answer } = setUp()
  for (let time = 0; time < 4; time += 1) await answer()
  await answer({ byMs: -10 * minute })
  await answer()
  await answer({ byMs: -20 * minute })
  expect([service.aheadMs(), calls]).toEqual([0, []])
})

test('notices at once that the desk’s clock was set, and that it was corrected', async () => {
  const { clock, service, answer } = setUp()
  for (let time = 0; time < 3; time += 1) await answer()
  clock.set(10 * minute)
  await clock.advance(minute)
  expect(service.aheadMs()).toBe(-10 * minute)
  clock.set(-10 * minute)
  await clock.advance(minute)
  expect(service.aheadMs()).toBe(0)
})

test('gives the same difference while the clocks drift by milliseconds', async () => {
  const { clock, service, setService, answer } = setUp()
  setService(10 * minute)
  await answer()
  const first = service.aheadMs() ?? 0
  for (const byMs of [1, -1, 40]) {
    clock.set(byMs)
    expect(service.aheadMs()).toBe(first)
  }
  clock.set(100)
  expect(service.aheadMs()).toBe(first - 140)
})
