import { expect, onTestFinished, test } from 'vitest'
import { daysOf, readSpan, type SpanName, weekBeginsIn } from './report-spans.ts'

const today = '2026-03-02'

test.each<readonly [SpanName, string, string]>([
  ['today', '2026-03-02', '2026-03-02'],
  ['yesterday', '2026-03-01', '2026-03-01'],
  ['last7', '2026-02-24', '2026-03-02'],
  ['last28', '2026-02-03', '2026-03-02'],
  ['last90', '2025-12-03', '2026-03-02'],
  ['month', '2026-03-01', '2026-03-02'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['own', '2026-02-24', '2026-03-02'],
])('takes %s from %s to %s', (name, from, to) => {
  expect(daysOf({ name, own: {} }, today, 1)).toEqual({ from, to })
})

// 2 March 2026 is a Monday.
test.each([
  ['2026-03-02', 1, '2026-03-02'],
  ['2026-03-02', 7, '2026-03-01'],
  ['2026-03-02', 6, '2026-02-28'],
  ['2026-03-01', 1, '2026-02-23'],
  ['2026-03-01', 7, '2026-03-01'],
  ['2026-02-28', 7, '2026-02-22'],
])('begins the week of %s, with weeks from day %i on, with %s', (day, weekBegins, from) => {
  expect(daysOf({ name: 'week', own: {} }, day, weekBegins)).toEqual({ from, to: day })
})

test('begins the week as the tablet’s region does, and on Monday where the browser does not know', () => {
  expect(['en-US', 'en-GB', 'ar-IQ', 'fr'].map(weekBeginsIn)).toEqual([7, 1, 6, 1])
  const known = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, 'getWeekInfo') ?? {}
  onTestFinished(() => void Object.defineProperty(Intl.Locale.prototype, 'getWeekInfo', known))
  Reflect.deleteProperty(Intl.Locale.prototype, 'getWeekInfo')
  expect(weekBeginsIn('en-US')).toBe(1)
})

test('takes own days from the address, and ignores those that do not exist', () => {
  const choice = (text: string) => readSpan(new URLSearchParams(text), true)
  expect(daysOf(choice('of=own&from=2025-01-01&to=2025-12-31'), today, 1)).toEqual({
    from: '2025-01-01',
    to: '2025-12-31',
  })
  expect(daysOf(choice('of=own&from=2026-02-01'), today, 1)).toEqual({ from: '2026-02-01', to: '2026-02-01' })
  expect(choice('of=own&from=2026-02-30&to=x')).toEqual({ name: 'own', own: {} })
  expect(choice('of=century').name).toBe('shift')
})

test('offers the spans of the counter to people who are no managers', () => {
  const name = (of: string) => readSpan(new URLSearchParams({ of }), false).name
  expect(['shift', 'yesterday', 'last7', 'own'].map(name)).toEqual(['shift', 'yesterday', 'shift', 'shift'])
})
