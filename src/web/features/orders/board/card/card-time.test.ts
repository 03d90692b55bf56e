import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf } from '#testing/row-of.ts'
import { expect, test } from 'vitest'
import { isSameCard } from './card-time.tsx'

const row = rowOf('410001', {
  respond_by: '2026-11-20T12:05:00.000Z',
  read_at: '2026-11-20T12:00:01.000Z',
  order: { id: '410001', total: 12, customer: { name: 'Layla' } },
})
const by = { person: 'Sara', tablet: 'Counter' }

test('renders the same card for an order that was only read again', () => {
  expect(isSameCard(row, { ...row })).toBe(true)
  expect(isSameCard(row, { ...row, read_at: '2026-11-20T12:00:06.000Z' })).toBe(true)
  expect(isSameCard(row, { ...row, order: structuredClone(row.order) })).toBe(true)
  const again = { ...row, order: structuredClone(row.order), read_at: '2026-11-20T12:00:06.000Z' }
  expect(isSameCard(row, again)).toBe(true)
})

const changes: readonly Partial<OrderRow>[] = [
  { read_at: null },
  { order: { id: '410001', total: 13, customer: { name: 'Layla' } }, read_at: '2026-11-20T12:00:06.000Z' },
  { order: null, read_at: null },
  { lane: 'preparing' },
  { respond_by: '2026-11-20T12:04:00.000Z' },
  { problem: 'vendor' },
  { told_id: '../1' },
  { acknowledged: { by, until: '2026-11-20T12:01:00.000Z' } },
  { before_change: [] },
]
for (const change of changes) {
  test(`renders another card for ${JSON.stringify(change)}`, () => {
    expect(isSameCard(row, { ...row, ...change })).toBe(false)
    expect(isSameCard({ ...row, ...change }, row)).toBe(false)
  })
}
