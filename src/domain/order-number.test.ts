import { orderNumber } from './order-number.ts'
import { expect, test } from 'vitest'

test.each([
  ['A-007', 'A-007'],
  [' ١٢٣ ', '١٢٣'],
  ['#', '#'],
  ['', '12'],
  ['\u200b\u2060', '12'],
  ['7'.repeat(41), `${'7'.repeat(40)}…`],
  [undefined, '12'],
])('shortens the print number %j to %s', (print, number) => {
  expect(orderNumber({ id: '12', ...(print !== undefined && { print_order_number: print }) })).toBe(number)
})
