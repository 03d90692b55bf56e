import { expect, test } from 'vitest'
import { readable } from '#contract/salvage.ts'
import { readItem } from './item.ts'
import { discountOf } from './discount.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const [past, pastEnd, future] = ['2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z', '2026-12-01T00:00:00Z']

function discount(fields: Readonly<Record<string, unknown>>) {
  const item = readable(readItem({ id: 1, price: 1000, ...fields }))
  return item && discountOf(item, now)
}
const window = (from: unknown, until: unknown, price: unknown = 800) =>
  discount({ discounted_price: price, discount_start_at: from, discount_end_at: until })

test('a price has one label for its discount', () => {
  expect(discount({ discounted_price: null })).toEqual({ is: 'none' })
  expect(discount({})).toEqual({ is: 'none' })
  expect(window(past, future)).toEqual({ is: 'running', until: future })
  expect(window(null, null)).toEqual({ is: 'running', until: undefined })
  expect(window(future, null)).toEqual({ is: 'scheduled', from: future })
  expect(window(past, pastEnd)).toEqual({ is: 'over', since: pastEnd })
})

test('a discount ends at its end, and begins at its start', () => {
  expect(window(null, '2026-11-20T12:00:00Z')?.is).toBe('over')
  expect(window('2026-11-20T12:00:00Z', null)?.is).toBe('running')
})

test.each([0, -1, 1000, 1200])('a discount to %d of 1000 is odd, whenever it runs', (price) => {
  expect(window(past, future, price)).toEqual({ is: 'odd' })
})

test('what cannot be read is neither a discount nor none', () => {
  expect(window(past, future, 'cheap')).toEqual({ is: 'unclear' })
  expect(window('soon', future)).toEqual({ is: 'unclear' })
  expect(discount({ price: 'much', discounted_price: 800 })).toEqual({ is: 'unclear' })
})

test('a discount without a zone is running, to come or over where that is so in every zone', () => {
  expect(window('2026-11-01 00:00:00', '2026-12-01 00:00:00')).toEqual({ is: 'running', until: '2026-12-01 00:00:00' })
  expect(window('2026-11-01', '2026-11-10T00:00:00')).toEqual({ is: 'over', since: '2026-11-10T00:00:00' })
  expect(window('2026-12-01T00:00:00.000000', null)).toEqual({ is: 'scheduled', from: '2026-12-01T00:00:00.000000' })
})

// UTC+14 has the time of a wall 14 hours before UTC, UTC-12 has it 12 hours after.
test.each([
  ['2026-11-20T00:00:00', 'over'],
  ['2026-11-20T00:00:01', 'unclear'],
  ['2026-11-21T02:00:00', 'unclear'],
  ['2026-11-21T02:00:01', 'running'],
])('at noon in UTC a discount that ends %s is %s', (until, is) => {
  expect(window(past, until)?.is).toBe(is)
})

test.each([
  ['2026-11-20T00:00:00', 'running'],
  ['2026-11-20T00:00:01', 'unclear'],
  ['2026-11-21T02:00:00', 'unclear'],
  ['2026-11-21T02:00:01', 'scheduled'],
])('at noon in UTC a discount that begins %s is %s', (from, is) => {
  expect(window(from, future)?.is).toBe(is)
})

test('a date alone ends a discount at no certain time of that day', () => {
  expect(window(past, '2026-11-20')?.is).toBe('unclear')
  expect(window(past, '2026-11-19')?.is).toBe('over')
})
