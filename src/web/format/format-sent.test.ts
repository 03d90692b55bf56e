import { expect, test, vi } from 'vitest'
import type { Translate } from '#web/i18n/translations.tsx'
import { formatSent } from './format-sent.ts'

const t: Translate = (key, ...[values]) => `${key} ${JSON.stringify(values)}`

test('what the service sent is told to the minute, without its day where it may be short and is of today', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 0) })
  const sent = (day: number) => new Date(2026, 10, day, 9, 5, 7).toISOString()
  expect(formatSent(sent(20), 'en', t, { isShort: true })).toBe('09:05')
  expect(formatSent(sent(20), 'en', t)).toBe('Nov 20, 2026, 09:05')
  expect(formatSent(sent(19), 'en', t, { isShort: true })).toBe('Nov 19, 2026, 09:05')
  vi.useRealTimers()
})

test('a time without a zone is told as it was sent, and says so; what is no time is told as it was sent', () => {
  expect(formatSent('2026-11-20 09:05', 'en', t)).toBe('time.noZone {"time":"2026-11-20 09:05"}')
  expect(formatSent('soon', 'en', t)).toBe('soon')
})
