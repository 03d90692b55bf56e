import { expect, test } from 'vitest'
import { momentOf } from './moment.ts'

test('a moment is certain with its offset only', () => {
  expect(momentOf('2026-11-20T12:04:00+03:00')).toBe(Date.UTC(2026, 10, 20, 9, 4))
  expect(momentOf('2026-11-20 12:04:00+03:00')).toBe(Date.UTC(2026, 10, 20, 9, 4))
  expect(momentOf('2026-11-20T12:04:00')).toBeUndefined()
  expect(momentOf('2026-11-20')).toBeUndefined()
})

test('a day that there is not is no moment', () => {
  expect(momentOf('2026-13-45T12:04:00Z')).toBeUndefined()
})
