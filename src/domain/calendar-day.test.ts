import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayAndHour, dayOf, daysIn, isCalendarDay, startOfDay, weekdayOf } from './calendar-day.ts'

const hourMs = 60 * 60 * 1000

test('accepts days that exist', () => {
  expect(['2026-11-20', '2028-02-29'].map(isCalendarDay)).toEqual([true, true])
  expect(['2026-02-29', '2026-2-1', '2026-13-01', '', '20261120', 'x2026-11-20'].some(isCalendarDay)).toBe(false)
})

test('counts days over months and leap years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(daysIn('2026-11-20', '2026-11-20')).toBe(1)
  expect(daysIn('2026-01-01', '2026-12-31')).toBe(365)
  expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(weekdayOf)).toEqual([1, 5, 7])
})

test.each([
  ['a common day', 'Asia/Baghdad', '2026-11-20', '2026-11-19T21:00:00.000Z', 24],
  ['the beginning of summer time', 'Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['the end of summer time', 'Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['a summer time that skips midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  ['a zone far ahead', 'Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z', 24],
  ['a zone far behind', 'Etc/GMT+12', '2026-11-20', '2026-11-20T12:00:00.000Z', 24],
  ['a zone of three quarters', 'Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00.000Z', 24],
  ['a day that a zone left out', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
])('begins %s', (_says, zone, day, start, hours) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(start)
  expect((startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / hourMs).toBe(hours)
})

test('tells the hour of the clock, twice where summer time ends', () => {
  const at = (text: string) => dayAndHour(Date.parse(text), 'Europe/Paris')
  expect([at('2026-10-25T00:30:00Z'), at('2026-10-25T01:30:00Z')]).toEqual([
    { day: '2026-10-25', hour: 2 },
    { day: '2026-10-25', hour: 2 },
  ])
  expect(at('2026-11-20T23:00:00Z')).toEqual({ day: '2026-11-21', hour: 0 })
})

test('puts each moment into the one day that has begun', () => {
  const zone = fc.constantFrom('Europe/Paris', 'Africa/Cairo', 'Asia/Kathmandu', 'America/New_York', 'Asia/Tehran')
  const moment = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) })
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const day = dayOf(at, timeZone)
      expect(startOfDay(day, timeZone)).toBeLessThanOrEqual(at)
      expect(startOfDay(addDays(day, 1), timeZone)).toBeGreaterThan(at)
    }),
    { numRuns: 50 },
  )
})
