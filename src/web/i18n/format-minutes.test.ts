import { expect, test } from 'vitest'
import { formatMinutes } from './format-minutes.ts'

test.each([
  [0, 'en', '0 min'],
  [59, 'en', '59 min'],
  [65, 'en', '1 hr 5 min'],
  [12, 'fr', '12 min'],
  [12, 'ar', '12 د'],
] as const)('%i minutes in %s', (minutes, language, text) => {
  expect(formatMinutes(minutes, language).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(text)
})
