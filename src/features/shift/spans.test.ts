import { expect, test } from 'vitest'
import { shiftBegan, spanOf } from './spans.ts'

const hour = 60 * 60 * 1000
const at = (text: string): number => new Date(text).getTime()
const check = (moment: number) => ({ at: new Date(moment).toISOString(), by: null, open: 0 })
const now = at('2026-11-20T15:30:00')

test('a shift begins with the hour of its check, or 12 hours ago', () => {
  expect(spanOf('shift', check(at('2026-11-20T08:02:00')), now)).toEqual({ from: at('2026-11-20T08:00:00'), to: now })
  expect(spanOf('shift', undefined, now)).toEqual({ from: at('2026-11-20T03:00:00'), to: now })
})

test('the check of another shift begins none, nor does one of the future', () => {
  expect(shiftBegan(check(now - 16 * hour + 1), now)).toBe(now - 16 * hour + 1)
  expect(shiftBegan(check(now - 16 * hour), now)).toBeUndefined()
  expect(shiftBegan(check(now + 1), now)).toBeUndefined()
})

test('days are whole ones, and never empty', () => {
  expect(spanOf('today', undefined, now)).toEqual({ from: at('2026-11-20T00:00:00'), to: now })
  expect(spanOf('yesterday', undefined, now)).toEqual({
    from: at('2026-11-19T00:00:00'),
    to: at('2026-11-20T00:00:00'),
  })
  const midnight = at('2026-11-20T00:00:00')
  expect(spanOf('today', undefined, midnight)).toEqual({ from: midnight, to: midnight + 1 })
})
