import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf } from '#testing/row-of.ts'
import { rowsOf } from './lanes.ts'

const row = (orderId: string, respond_by: string | null, lane: OrderRow['lane'] = 'answer') =>
  rowOf(orderId, { respond_by, lane })

test('the order with the least time left stands first in its lane', () => {
  const rows = [
    row('late', '2026-11-20T12:05:00.000Z'),
    row('first', '2026-11-20T12:01:00.000Z'),
    row('elsewhere', null, 'ready'),
    row('middle', '2026-11-20T12:03:00.000Z'),
  ]
  expect(rowsOf('answer', rows).map(({ order_id }) => order_id)).toEqual(['first', 'middle', 'late'])
})
