import { expect, test } from 'vitest'
import { endOfDay, wallTime } from './wall-time.ts'

test('reads date, weekday and time on a wall of the zone', () => {
  expect(wallTime(Date.parse('2026-11-20T22:30:00Z'), 'Asia/Baghdad')).toEqual({
    weekday: 6,
    date: '2026-11-21',
    time: '01:30',
  })
})

test.each([
  ['Asia/Baghdad', '2026-11-20T12:00:00Z', '2026-11-20T21:00:00Z'],
  ['Asia/Baghdad', '2026-11-20T21:00:00Z', '2026-11-21T21:00:00Z'],
  ['Asia/Baghdad', '2026-11-20T20:59:59.999Z', '2026-11-20T21:00:00Z'],
  ['Asia/Kathmandu', '2026-11-20T12:00:00Z', '2026-11-20T18:15:00Z'],
  // 25 hours, 23 hours, and a day that begins at 01:00.
  ['Europe/Paris', '2026-10-24T23:00:00Z', '2026-10-25T23:00:00Z'],
  ['Europe/Paris', '2026-03-29T00:30:00Z', '2026-03-29T22:00:00Z'],
  ['Asia/Beirut', '2026-03-28T12:00:00Z', '2026-03-28T22:00:00Z'],
])('the day in %s of %s ends at %s', (zone, at, end) => {
  expect(new Date(endOfDay(Date.parse(at), zone)).toISOString()).toBe(new Date(end).toISOString())
})
