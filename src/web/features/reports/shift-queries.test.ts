import { expect, onTestFinished, test, vi } from 'vitest'
import { shiftBegan, spanOf } from './shift-queries.ts'

const hour = 60 * 60 * 1000
const at = (text: string): number => new Date(text).getTime()
const check = (moment: number) => ({ at: new Date(moment).toISOString(), by: null, open: 0 })
const now = at('2026-11-20T15:30:00')

test('begins a shift with its check and its bars on that hour, or both 12 hours ago', () => {
  expect(spanOf('shift', check(at('2026-11-20T08:02:00')), now)).toEqual({
    from: at('2026-11-20T08:02:00'),
    to: now,
    barsFrom: at('2026-11-20T08:00:00'),
  })
  expect(spanOf('shift', undefined, now)).toEqual({ from: at('2026-11-20T03:00:00'), to: now })
})

test.each([
  ['of half an hour', 'Asia/Kolkata', '2026-11-20T08:47:10.250Z', '2026-11-20T08:30:00.000Z'],
  ['of three quarters', 'Asia/Kathmandu', '2026-11-20T08:47:10.250Z', '2026-11-20T08:15:00.000Z'],
  ['in the hour that the end of summer repeats', 'Europe/Paris', '2026-10-25T01:30:00Z', '2026-10-25T01:00:00.000Z'],
])('begins bars on the hour of the clock in a time zone %s', (_says, zone, checked, barsFrom) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  const span = spanOf('shift', check(at(checked)), at(checked) + hour)
  expect([span.from, new Date(span.barsFrom ?? 0).toISOString()]).toEqual([at(checked), barsFrom])
})

test('never returns an empty shift', () => {
  expect(spanOf('shift', check(now), now)).toMatchObject({ from: now, to: now + 1 })
})

test('ignores a check of an earlier shift and one in the future', () => {
  expect(shiftBegan(check(now - 16 * hour + 1), now)).toBe(now - 16 * hour + 1)
  expect(shiftBegan(check(now - 16 * hour), now)).toBeUndefined()
  expect(shiftBegan(check(now + 1), now)).toBeUndefined()
})

test('returns whole days that are never empty', () => {
  expect(spanOf('today', undefined, now)).toEqual({ from: at('2026-11-20T00:00:00'), to: now })
  expect(spanOf('yesterday', undefined, now)).toEqual({
    from: at('2026-11-19T00:00:00'),
    to: at('2026-11-20T00:00:00'),
  })
  const midnight = at('2026-11-20T00:00:00')
  expect(spanOf('today', undefined, midnight)).toEqual({ from: midnight, to: midnight + 1 })
})
