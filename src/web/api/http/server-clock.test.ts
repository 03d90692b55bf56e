import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow, serverTimeOf, setServerTime, steadyNow, watchClockChanges } from './server-clock.ts'

const noon = Date.parse('2030-11-20T12:00:00Z')
const hourMs = 60 * 60_000

beforeEach(() => void vi.useFakeTimers({ now: noon }))
afterEach(() => void vi.useRealTimers())

const hearServer = (at: number) => setServerTime(new Date(at).toISOString())

test('uses the tablet’s time until the server’s is known', () => {
  expect(serverNow()).toBe(noon)
  vi.advanceTimersByTime(1000)
  expect(serverNow()).toBe(noon + 1000)
})

test.each([-30, -3, 3, 30])('shows the server’s time on a tablet whose clock is %d hours off', (hours) => {
  vi.setSystemTime(noon + hours * hourMs)
  hearServer(noon)
  vi.advanceTimersByTime(60_000)
  expect(serverNow()).toBe(noon + 60_000)
})

test('ignores a clock that is set back', () => {
  hearServer(noon)
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(noon - 5 * hourMs)
  expect(serverNow()).toBe(noon + 60_000)
  vi.advanceTimersByTime(60_000)
  expect(serverNow()).toBe(noon + 120_000)
})

test('advances during sleep, and undoes a clock set ahead at the next server time', () => {
  hearServer(noon)
  vi.setSystemTime(noon + 5 * hourMs)
  expect(serverNow()).toBe(noon + 5 * hourMs)
  hearServer(noon + 1000)
  vi.setSystemTime(noon)
  vi.advanceTimersByTime(1000)
  expect(serverNow()).toBe(noon + 2000)
})

test('converts earlier times correctly after the clock was set', () => {
  hearServer(noon)
  const notedAt = steadyNow()
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(noon + 5 * hourMs)
  steadyNow()
  hearServer(noon + 60_000)
  expect(serverTimeOf(notedAt)).toBe(noon)
  vi.setSystemTime(noon - 5 * hourMs)
  expect(serverTimeOf(notedAt)).toBe(noon)
})

test('notices a set clock within a second, but not passing time', () => {
  const onChanged = vi.fn<() => void>()
  const stop = watchClockChanges(onChanged)
  vi.advanceTimersByTime(60_000)
  expect(onChanged).not.toHaveBeenCalled()
  for (const hours of [5, -5]) {
    vi.setSystemTime(Date.now() + hours * hourMs)
    vi.advanceTimersByTime(1000)
  }
  expect(onChanged).toHaveBeenCalledTimes(2)
  stop()
  vi.setSystemTime(noon)
  vi.advanceTimersByTime(5000)
  expect(onChanged).toHaveBeenCalledTimes(2)
})
