import { expect, test } from 'vitest'
import { readOrder } from '#contract/vendor/order.ts'
import { digitalLines } from './digital-units.ts'

test.each([
  [1, 1],
  [150, 150],
  [1000, 1000],
  // The number is unknown, so staff must enter it.
  [1001, undefined],
  [0, undefined],
  [2.5, undefined],
  ['many', undefined],
])('asks a line with quantity %s for %s codes', (quantity, units) => {
  const order = readOrder('1', { id: '1', items: [{ id: '5', quantity, product: { name: 'Gift card' } }] })
  expect(order && digitalLines(order, [])).toEqual([
    { itemId: '5', name: 'Gift card', quantity: units, isPhysical: false },
  ])
})
