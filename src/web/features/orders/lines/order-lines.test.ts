import { expect, test } from 'vitest'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { askedLines } from './order-lines.tsx'

const id = '7'

function orderOf(...names: readonly string[]): ReadOrder {
  const items = names.map((name, index) => ({ id: String(index + 1), quantity: 1, product: { name } }))
  const order = isOrderId(id) ? readOrder(id, { id, status: { key: 'contact' }, items }) : undefined
  if (!order) throw new Error('It is an order.')
  return order
}
const entry = (what: string, detail: string | null = null) => ({ at: '2026-11-20T12:00:00Z', what, detail, by: null })
const about = (...names: readonly string[]) => [entry('about', names.join(' · ')), entry('lane', 'contact')]

test('finds the lines that the customer is asked about by name', () => {
  expect(askedLines(orderOf('Milk', 'Bread', 'Salt'), about('Salt', 'Milk'))).toEqual(['3', '1'])
})

test.each([
  ['a name stands on two lines', orderOf('Milk', 'Milk'), about('Milk')],
  ['a name is on no line', orderOf('Milk', 'Bread'), about('Milk', 'Eggs')],
  ['a name is like two names', orderOf('Milk · Bread', 'Salt'), about('Milk · Bread')],
  ['nobody asked', orderOf('Milk'), [entry('lane', 'contact')]],
  [
    'the customer has answered since',
    orderOf('Milk'),
    [...about('Milk'), entry('lane', 'answer'), entry('lane', 'contact')],
  ],
  [
    'more may have been left out',
    orderOf(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEF')),
    about(...Array.from('abcdefghijklmnopqrstuvwxyzABCD')),
  ],
])('marks no line where %s', (_, order, timeline) => {
  expect(askedLines(order, timeline)).toEqual([])
})
