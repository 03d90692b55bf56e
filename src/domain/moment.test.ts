import { expect, test } from 'vitest'
import { momentOf, possibleMoments } from './moment.ts'
import { words } from '#testing/words.ts'

test('returns a time only if the text has an offset', () => {
  expect(momentOf('2026-11-20T12:04:00+03:00')).toBe(Date.UTC(2026, 10, 20, 9, 4))
  expect(momentOf('2026-11-20 12:04:00+03:00')).toBe(Date.UTC(2026, 10, 20, 9, 4))
  expect(momentOf('2026-11-20T12:04:00')).toBeUndefined()
  expect(momentOf('2026-11-20')).toBeUndefined()
})

test('rejects a day that does not exist', () => {
  expect(momentOf('2026-13-45T12:04:00Z')).toBeUndefined()
})

test.each([
  '2026-11-20T09:04:05Z',
  '2026-11-20t09:04:05z',
  '2026-11-20 09:04:05Z',
  '2026-11-20T09:04:05.000000Z',
  '2026-11-20T09:04:05.000000000Z',
  '2026-11-20T09:04:05,000Z',
  '2026-11-20T12:04:05+03:00',
  '2026-11-20T12:04:05+0300',
  '2026-11-20T12:04:05+03',
  '2026-11-20 12:04:05.000000+03:00',
  '2026-11-20 12:04:05 +0300',
  '2026-11-20T04:34:05-04:30',
  ' 2026-11-20T09:04:05-00:00\n',
])('reads %j as the same time', (text) => {
  expect(momentOf(text)).toBe(Date.UTC(2026, 10, 20, 9, 4, 5))
})

test('uses the first three decimals of a second', () => {
  expect(momentOf('2026-11-20T09:04:05.123987Z')).toBe(Date.UTC(2026, 10, 20, 9, 4, 5, 123))
  expect(momentOf('2026-11-20T09:04:05.5Z')).toBe(Date.UTC(2026, 10, 20, 9, 4, 5, 500))
})

test('reads a time without an offset as a range over all time zones', () => {
  const written = Date.UTC(2026, 10, 20, 12, 4)
  const hourMs = 60 * 60_000
  const moments = { earliest: written - 14 * hourMs, latest: written + 12 * hourMs }
  for (const text of ['2026-11-20T12:04', '2026-11-20 12:04:00', '2026-11-20t12:04:00.000000'])
    expect(possibleMoments(text)).toEqual(moments)
  const midnight = Date.UTC(2026, 10, 20)
  expect(possibleMoments('2026-11-20')).toEqual({ earliest: midnight - 14 * hourMs, latest: midnight + 36 * hourMs })
})

test.each([
  '',
  ...words`soon 1795000000 2026-02-30T12:04:00Z 2026-11-20T25:04:00Z 2026-11-20T12:60:00Z 2026-11-20T12:04:00+03:60
  2026-11-20T12Z 2026-11-20+03:00`,
  '20 Nov 2026 12:04',
])('rejects %j', (text) => {
  expect(possibleMoments(text)).toBeUndefined()
})
