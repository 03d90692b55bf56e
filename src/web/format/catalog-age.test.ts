import { expect, test } from 'vitest'
import { oldSince } from './catalog-age.ts'

const readAt = '2026-11-20T12:00:00Z'
const at = Date.parse(readAt)
const minute = 60_000

test('what was last read more than 20 minutes ago says when that was', () => {
  expect(oldSince(readAt, at + 20 * minute)).toBeUndefined()
  expect(oldSince(readAt, at + 20 * minute + 1)).toBe(at)
})

test('what was never read, or at no moment that anybody knows, says nothing', () => {
  for (const never of [null, undefined, '', 'yesterday']) expect(oldSince(never, at)).toBeUndefined()
})
