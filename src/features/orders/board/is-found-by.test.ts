import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isFoundBy } from './is-found-by.ts'

const row: OrderRow = {
  order_id: 'AbC-7',
  told_id: null,
  received_at: '2026-11-20T12:00:00Z',
  respond_by: null,
  read_at: null,
  lane: 'answer',
  order: { id: 'AbC-7', print_order_number: 'A-004', receipt_number: 'R99', customer: { name: 'A-5' }, total: 12 },
  problem: null,
  answering: null,
  acknowledged: null,
  last_action: null,
  before_change: null,
  picks: [],
  handed_over: null,
  returned: null,
  prints: 0,
}

test.each(['abc-7', 'a-00', 'r9'])('an order is found by a part of any of its numbers, as %s', (search) => {
  expect(isFoundBy(row, search)).toBe(true)
})

test('by nothing else of it', () => {
  expect(isFoundBy(row, 'a-5')).toBe(false)
  expect(isFoundBy({ ...row, order: { print_order_number: 12 } }, '12')).toBe(false)
})

test('one that was never read is found by its id, and by what the webhook called it', () => {
  expect(isFoundBy({ ...row, order: null }, 'BC')).toBe(true)
  expect(isFoundBy({ ...row, order: null, told_id: '../1' }, '../')).toBe(true)
})
