import { expect, test } from 'vitest'
import { readable } from '#contract/salvage.ts'
import { readItem } from './item.ts'
import { saleOf } from './sale.ts'

test.each([
  [true, true, 3, 'on'],
  [true, true, 0, 'outOfStock'],
  [true, true, -2, 'outOfStock'],
  [true, false, 0, 'outOfStock'],
  [true, false, 3, 'notAvailable'],
  [false, true, 3, 'inactive'],
  [false, false, 0, 'inactive'],
  [true, true, 'some', 'unclear'],
  [true, undefined, 3, 'unclear'],
  ['maybe', true, 3, 'unclear'],
  ['maybe', false, 3, 'notAvailable'],
] as const)('active %s, available %s, stock %s is %s', (is_active, is_available, stock, sale) => {
  const item = readable(readItem({ id: 1, is_active, is_available, stock }))
  expect(item && saleOf(item)).toBe(sale)
})
