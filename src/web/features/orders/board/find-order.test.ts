import { expect, test } from 'vitest'
import { rowOf } from '#testing/row-of.ts'
import { isFoundBy } from './find-order.tsx'

const row = rowOf('AbC-7', {
  order: {
    id: 'AbC-7',
    print_order_number: 'A-004',
    receipt_number: 'R99',
    customer: { name: 'Ava Lindqvist', phone: '555' },
    total: 12,
  },
})

test.each(['abc-7', 'a-00', 'r9'])('finds an order by a part of any of its numbers, such as %s', (search) => {
  expect(isFoundBy(row, search)).toBe(true)
})

test('finds a number without its dashes, but respects typed ones', () => {
  for (const search of ['a004', 'A00', 'abc7']) expect(isFoundBy(row, search), search).toBe(true)
  for (const search of ['a0-04', '-a004']) expect(isFoundBy(row, search), search).toBe(false)
})

test('finds an order regardless of the script of its digits', () => {
  for (const search of ['A-٠٠٤', '٠٠۴', 'r٩٩']) expect(isFoundBy(row, search), search).toBe(true)
  const arabic = { ...row, order: { print_order_number: 'أ-٠٠٥' } }
  for (const search of ['005', '٠٠٥', 'أ-00']) expect(isFoundBy(arabic, search), search).toBe(true)
  expect(isFoundBy(arabic, '004')).toBe(false)
})

test('finds an order by a part of its customer’s name', () => {
  for (const search of ['ava', 'Lindq', 'ava lin']) expect(isFoundBy(row, search), search).toBe(true)
})

test('finds a name regardless of spelling', () => {
  const named = (name: string) => ({ ...row, order: { customer: { name } } })
  expect(isFoundBy(named('Zoë O’Neil'), 'zoe oneil')).toBe(true)
  expect(isFoundBy(named('أحمد الحجّية'), 'احمد الحجيه')).toBe(true)
  expect(isFoundBy({ ...named('Zoë'), order_id: 'A1' }, '-')).toBe(false)
})

test('finds an order by no other field', () => {
  expect(isFoundBy(row, '555')).toBe(false)
  expect(isFoundBy({ ...row, order: { print_order_number: 12 } }, '12')).toBe(false)
})

test('finds an unread order by its id and by the webhook’s raw id', () => {
  expect(isFoundBy({ ...row, order: null }, 'BC')).toBe(true)
  expect(isFoundBy({ ...row, order: null, told_id: '../1' }, '../')).toBe(true)
})
