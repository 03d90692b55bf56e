import { expect, test } from 'vitest'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf } from '#testing/row-of.ts'
import { countIn, rowsOf } from './lanes.ts'

const row = (orderId: string, respond_by: string | null, lane: OrderRow['lane'] = 'answer') =>
  rowOf(orderId, { respond_by, lane })

test('sorts waiting orders by time left', () => {
  const rows = [
    row('late', '2026-11-20T12:05:00.000Z'),
    row('first', '2026-11-20T12:01:00.000Z'),
    row('elsewhere', null, 'ready'),
    row('middle', '2026-11-20T12:03:00.000Z'),
  ]
  expect(rowsOf('answer', rows).map(({ order_id }) => order_id)).toEqual(['first', 'middle', 'late'])
})

test('sorts ready orders that were handed over last and does not count them', () => {
  const mark = { by: { person: 'Sara', tablet: 'Counter' }, at: '2026-11-20T12:06:00.000Z', code_matched: true }
  const rows = [
    rowOf('given', { lane: 'ready', received_at: '2026-11-20T12:00:00.000Z', handed_over: mark }),
    rowOf('back', { lane: 'ready', received_at: '2026-11-20T12:01:00.000Z', handed_over: mark, returned: mark }),
    rowOf('here', { lane: 'ready', received_at: '2026-11-20T12:02:00.000Z' }),
  ]
  const ready = rowsOf('ready', rows)
  expect(ready.map(({ order_id }) => order_id)).toEqual(['back', 'here', 'given'])
  expect(countIn(ready)).toBe(2)
})

test.each([
  { apartMs: 400, order: ['first', 'second'] },
  { apartMs: 2000, order: ['second', 'first'] },
])('keeps orders whose deadlines are $apartMs ms apart as $order', ({ apartMs, order }) => {
  const deadline = Date.parse('2026-11-20T12:05:00Z')
  const waiting = (id: string, received: string, respondBy: number) => ({
    ...rowOf(id),
    lane: 'answer' as const,
    received_at: received,
    respond_by: new Date(respondBy).toISOString(),
  })
  const rows = [
    waiting('second', '2026-11-20T12:00:00.002Z', deadline),
    waiting('first', '2026-11-20T12:00:00.001Z', deadline + apartMs),
  ]
  expect(rowsOf('answer', rows).map(({ order_id: id }) => id)).toEqual(order)
})
