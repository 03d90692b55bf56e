import { expect, test, vi } from 'vitest'
import { formatSent } from './format-sent.ts'

test('what the service sent is told to the minute, as it was sent where it is no moment', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 0) })
  const sent = (day: number) => new Date(2026, 10, day, 9, 5, 7).toISOString()
  expect(formatSent(sent(20), 'en')).toBe('09:05')
  expect(formatSent(sent(19), 'en')).toBe('Nov 19, 2026, 09:05')
  expect(formatSent('2026-11-20 09:05', 'en')).toBe('2026-11-20 09:05')
  vi.useRealTimers()
})
