import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowsOf } from './lanes.ts'

const row = (order_id: string, respond_by: string | null, lane: OrderRow['lane'] = 'answer'): OrderRow => ({
  order_id,
  received_at: '2026-11-20T12:00:00.000Z',
  respond_by,
  read_at: null,
  lane,
  order: null,
  problem: null,
  told_id: null,
  answering: null,
  acknowledged: null,
  last_action: null,
  before_change: null,
  picks: [],
  handed_over: null,
  returned: null,
  prints: 0,
})

test('the order with the least time left stands first in its lane', () => {
  const rows = [
    row('late', '2026-11-20T12:05:00.000Z'),
    row('first', '2026-11-20T12:01:00.000Z'),
    row('elsewhere', null, 'ready'),
    row('middle', '2026-11-20T12:03:00.000Z'),
  ]
  expect(rowsOf('answer', rows).map(({ order_id }) => order_id)).toEqual(['first', 'middle', 'late'])
})
