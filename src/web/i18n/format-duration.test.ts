import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test('a duration is told in the units that it has, and none is a fraction', () => {
  expect(formatDuration(300, 'en')).toBe('5 minutes')
  expect(formatDuration(1, 'en')).toBe('1 second')
  expect(formatDuration(90, 'en')).toBe('1 minute 30 seconds')
  expect(formatDuration(86_399, 'en')).toBe('23 hours 59 minutes 59 seconds')
  expect(formatDuration(3600, 'fr')).toBe('1\u00a0heure')
  expect(formatDuration(120, 'ar')).toBe('دقيقتان')
})
