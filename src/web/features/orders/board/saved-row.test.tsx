import { expect, test } from 'vitest'
import { pickCount } from '#web/features/orders/picking/pick-count.ts'
import { orderOfRow } from '#web/api/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { rowOf } from '#testing/row-of.ts'
import { orderItems, paymentOf } from '#contract/vendor/order.ts'
import { savedRow } from './saved-row.ts'

const order = {
  id: 'order-1',
  print_order_number: 'A-1',
  created_at: '2026-11-20T12:00:00Z',
  currency: 'IQD',
  total: 12500,
  is_pickup: true,
  pickup_otp: '8461',
  return_otp: '9999',
  status: { key: 'pending', title: 'Pending' },
  customer: { id: 'customer-7', name: 'Lina', phone: '0770' },
  payment_method: { title: 'Card', form: { card: '4111' } },
  items: [
    { id: '1', quantity: 2, product: { name: 'Fruit tart', barcode: '4006381' }, customizations: { note: 'No nuts' } },
    'broken',
  ],
}
const row = rowOf('order-1', {
  respond_by: '2026-11-20T12:05:00Z',
  read_at: '2026-11-20T12:00:01Z',
  order,
  before_change: order,
})

test('keeps the packing progress in a saved row', () => {
  const picks: OrderRow['picks'] = [
    { line: '1', state: 'picked', by: { person: 'Sara', tablet: 'Counter' }, at: row.received_at },
    { line: 'unreadable-1', state: 'missing', by: { person: 'Sara', tablet: 'Counter' }, at: row.received_at },
  ]
  const count = (of: OrderRow) => pickCount(orderOfRow(of), of.picks)
  expect(count(savedRow({ ...row, picks }))).toEqual(count({ ...row, picks }))
  expect(count({ ...row, picks })).toEqual({ total: 2, picked: 1, missing: 1 })
})

test('renders the same card from a saved row', () => {
  const [before, kept] = [orderOfRow(row), orderOfRow(savedRow(row))]
  expect(savedRow({ ...row, is_digital: true }).is_digital).toBe(true)
  expect(kept.items).toMatchObject([{ quantity: 2, product: { name: 'Fruit tart' } }, {}])
  expect(paymentOf(kept)).toBe('Card')
  expect(orderItems(kept)).toHaveLength(orderItems(before).length)
  for (const field of ['print_order_number', 'is_pickup', 'total', 'currency', 'status', 'created_at'] as const)
    expect(kept[field]).toEqual(before[field])
  expect(savedRow({ ...row, order: null }).order).toBe(null)
})

test('saves no codes, barcodes, notes, payment details or other customer data', () => {
  const text = JSON.stringify(savedRow(row))
  for (const hidden of ['8461', '9999', '4006381', 'nuts', '4111', 'customer-7', '0770'])
    expect(text).not.toContain(hidden)
  expect(text).toContain('Lina')
})

test('saves only the staff name that the card shows', () => {
  const by = { person: 'Sara', tablet: 'Counter' }
  const at = '2026-11-20T12:00:02Z'
  const busy: OrderRow = {
    ...row,
    order: { ...order, items: [{ id: 'line-id-77' }] },
    answering: { by, until: at },
    acknowledged: { by: { person: 'Omar', tablet: 'Kitchen' }, until: at },
    last_action: { action: 'accept', outcome: 'done', by, at },
    picks: [{ line: 'line-id-77', state: 'missing', by, at }],
    handed_over: { by, at, code_matched: true },
    returned: { by, at, code_matched: true },
    prints: 3,
  }
  const kept = savedRow(busy)
  const text = JSON.stringify(kept)
  for (const hidden of ['Sara', 'Counter', 'Kitchen', 'line-id-77']) expect(text).not.toContain(hidden)
  expect(kept).toMatchObject({ handed_over: { at }, returned: { at }, prints: 0 })
  expect(pickCount(orderOfRow(kept), kept.picks)).toEqual({ total: 1, picked: 0, missing: 1 })
  expect(kept.acknowledged?.by.person).toBe('Omar')
  expect(savedRow({ ...busy, lane: 'preparing' }).acknowledged).toBe(null)
})

test('saves no cancellation, whose dialog needs the server to close', () => {
  expect(savedRow({ ...row, problem: 'cancelled' }).problem).toBe(null)
  expect(savedRow({ ...row, problem: 'vendor' }).problem).toBe('vendor')
})
