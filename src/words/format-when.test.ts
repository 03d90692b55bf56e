import { expect, test, vi } from 'vitest'
import { formatWhen } from './format-when.ts'

test('a moment of today is its time, and one of another day has its day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 0) })
  expect(formatWhen(new Date(2026, 10, 20, 0, 1, 2).getTime(), 'en')).toBe('00:01:02')
  expect(formatWhen(new Date(2026, 10, 19, 23, 59, 58).getTime(), 'en')).toBe('Nov 19, 2026, 23:59')
  vi.useRealTimers()
})
