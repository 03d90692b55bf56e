import { setServerTime } from '#web/api/http/server-clock.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { formatSent, formatWhen, oldSince } from './times.ts'
import { expect, test, vi } from 'vitest'

const t: Translate = (key, ...[values]) => `${key} ${JSON.stringify(values)}`

test('formats a timestamp to the minute, without the day if it is short and of today', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 0) })
  const sent = (day: number) => new Date(2026, 10, day, 9, 5, 7).toISOString()
  expect(formatSent(sent(20), 'en', t, { isShort: true })).toBe('09:05')
  expect(formatSent(sent(20), 'en', t)).toBe('Nov 20, 2026, 09:05')
  expect(formatSent(sent(19), 'en', t, { isShort: true })).toBe('Nov 19, 2026, 09:05')
  vi.useRealTimers()
})

test('shows a time without a zone as sent with a note, and an invalid one as sent', () => {
  expect(formatSent('2026-11-20 09:05', 'en', t)).toBe('time.noZone {"time":"2026-11-20 09:05"}')
  expect(formatSent('soon', 'en', t)).toBe('soon')
})

test('formats a time of today without its day, others with it', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 18, 0) })
  expect(formatWhen(new Date(2026, 10, 20, 0, 1, 2).getTime(), 'en')).toBe('00:01:02')
  expect(formatWhen(new Date(2026, 10, 19, 23, 59, 58).getTime(), 'en')).toBe('Nov 19, 2026, 23:59')
  vi.useRealTimers()
})

test('takes today from the desk’s clock', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 19, 12, 0) })
  setServerTime(new Date(2026, 10, 20, 12, 0).toISOString())
  expect(formatWhen(new Date(2026, 10, 19, 9, 0).getTime(), 'en')).toBe('Nov 19, 2026, 09:00')
  expect(formatWhen(new Date(2026, 10, 20, 9, 0).getTime(), 'en')).toBe('09:00:00')
  setServerTime(new Date().toISOString())
  vi.useRealTimers()
})

const readAt = '2026-11-20T12:00:00Z'
const at = Date.parse(readAt)
const minute = 60_000

test('returns the time of the last read after 20 minutes', () => {
  expect(oldSince(readAt, at + 20 * minute)).toBeUndefined()
  expect(oldSince(readAt, at + 20 * minute + 1)).toBe(at)
})

test('returns nothing without a valid time', () => {
  for (const never of [null, undefined, '', 'yesterday']) expect(oldSince(never, at)).toBeUndefined()
})
