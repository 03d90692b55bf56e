import { expect, test } from 'vitest'
import { waitsSince } from './order-row.ts'

const receivedAt = Date.parse('2026-11-20T12:00:00Z')

// unspecified: the earlier of our receipt and the order's own moment, as far as that can be believed.
test.each([
  ['2026-11-20T11:58:00Z', '2026-11-20T11:58:00.000Z'],
  ['2026-11-19T13:00:00Z', '2026-11-19T13:00:00.000Z'],
  ['2026-11-20T12:05:00Z', '2026-11-20T12:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '2026-11-20T12:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '2026-11-20T12:00:00.000Z'],
  ['9999-12-31T00:00:00Z', '2026-11-20T12:00:00.000Z'],
  ['2026-11-20 11:58', '2026-11-20T12:00:00.000Z'],
  [1_763_640_000, '2026-11-20T12:00:00.000Z'],
  [undefined, '2026-11-20T12:00:00.000Z'],
])('an order of %s that was heard of at noon waits since %s', (created, since) => {
  const record = { receivedAt, backAt: null, order: { created_at: created } }
  expect(new Date(waitsSince(record)).toISOString()).toBe(since)
})
