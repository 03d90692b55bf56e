import { expect, test } from 'vitest'
import { waitOf } from './ticket-time.ts'

const since = Date.parse('2026-11-20T12:00:00Z')
const settings = { amber_minutes: 10, target_minutes: 15 }

test.each([
  [-2, 0, 'calm'],
  [0, 0, 'calm'],
  [599, 9, 'calm'],
  [600, 10, 'soon'],
  [899, 14, 'soon'],
  [900, 15, 'late'],
  [3900, 65, 'late'],
] as const)('%i seconds after its acceptance', (seconds, minutes, pace) => {
  expect(waitOf(since, since + seconds * 1000, settings)).toEqual({ minutes, pace })
})

test('is late at once where both times are the same', () => {
  expect(waitOf(since, since + 600_000, { amber_minutes: 10, target_minutes: 10 }).pace).toBe('late')
})
