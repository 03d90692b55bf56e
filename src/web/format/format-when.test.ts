import { expect, test, vi } from 'vitest'
import { setServerTime } from '#web/api/http/server-clock.ts'
import { formatWhen } from './format-when.ts'

test('a moment of today is its time, and one of another day has its day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 0) })
  expect(formatWhen(new Date(2026, 10, 20, 0, 1, 2).getTime(), 'en')).toBe('00:01:02')
  expect(formatWhen(new Date(2026, 10, 19, 23, 59, 58).getTime(), 'en')).toBe('Nov 19, 2026, 23:59')
  vi.useRealTimers()
})

test('which day is today is for the desk’s clock to say', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 19, 12, 0) })
  setServerTime(new Date(2026, 10, 20, 12, 0).toISOString())
  expect(formatWhen(new Date(2026, 10, 19, 9, 0).getTime(), 'en')).toBe('Nov 19, 2026, 09:00')
  expect(formatWhen(new Date(2026, 10, 20, 9, 0).getTime(), 'en')).toBe('09:00:00')
  setServerTime(new Date().toISOString())
  vi.useRealTimers()
})
