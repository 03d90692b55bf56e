import { readable, Unreadable } from '#contract/salvage.ts'
import { discountOf, readItem, saleOf } from '#domain/catalog-item.ts'
import { nameOf, unreadableIn } from './item.ts'
import { expect, test } from 'vitest'

const all = { ar: 'حليب', en: 'Milk', fr: 'Lait' }

test('skips missing and empty languages, and reads an undocumented one last', () => {
  expect(nameOf({ id: 1, name: { ar: 'حليب', en: ' ' } }, 'en')).toBe('حليب')
  expect(nameOf({ id: 1, name: { ar: null, ku: 'Şîr' } }, 'fr')).toBe('Şîr')
})

test('takes a plain text as the name', () => {
  expect(nameOf({ id: 1, name: 'Milk' }, 'ar')).toBe('Milk')
})

test.each([undefined, null, [], {}, 7, { en: 7 }, new Unreadable(7)])(
  'names a row without a name (%j) by its id or by its name in the default language',
  (name) => {
    expect(nameOf({ id: 17, name }, 'en')).toBe('#17')
    expect(nameOf({ id: 17, name, localized_name: 'Colour' }, 'en')).toBe('Colour')
    expect(nameOf({ id: 17, name, localized_name: new Unreadable(7) }, 'en')).toBe('#17')
  },
)

test('reports parts of a name that are no text as unreadable', () => {
  expect(unreadableIn({ en: 'Milk', ar: 7, fr: null }).map(({ raw }) => raw)).toEqual([7])
  expect(unreadableIn(7).map(({ raw }) => raw)).toEqual([7])
  for (const name of [undefined, null, [], 'Milk', all]) expect(unreadableIn(name)).toEqual([])
})

const now = Date.parse('2026-11-20T12:00:00Z')
const [past, pastEnd, future] = ['2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z', '2026-12-01T00:00:00Z']

function discount(fields: Readonly<Record<string, unknown>>) {
  const item = readable(readItem({ id: 1, price: 1000, ...fields }))
  return item && discountOf(item, now)
}
const window = (from: unknown, until: unknown, price: unknown = 800) =>
  discount({ discounted_price: price, discount_start_at: from, discount_end_at: until })

test('returns one state for the discount of a price', () => {
  expect(discount({ discounted_price: null })).toEqual({ is: 'none' })
  expect(discount({})).toEqual({ is: 'none' })
  expect(window(past, future)).toEqual({ is: 'running', until: future })
  expect(window(null, null)).toEqual({ is: 'running', until: undefined })
  expect(window(future, null)).toEqual({ is: 'scheduled', from: future })
  expect(window(past, pastEnd)).toEqual({ is: 'over', since: pastEnd })
})

test('begins and ends a discount at its exact times', () => {
  expect(window(null, '2026-11-20T12:00:00Z')?.is).toBe('over')
  expect(window('2026-11-20T12:00:00Z', null)?.is).toBe('running')
})

test.each([0, -1, 1000, 1200])('calls a discount to %d of 1000 odd at any time', (price) => {
  expect(window(past, future, price)).toEqual({ is: 'odd' })
})

test('calls an unreadable discount unclear', () => {
  expect(window(past, future, 'cheap')).toEqual({ is: 'unclear' })
  expect(window('soon', future)).toEqual({ is: 'unclear' })
  expect(discount({ price: 'much', discounted_price: 800 })).toEqual({ is: 'unclear' })
})

test('places a discount without a zone only where that holds in every zone', () => {
  expect(window('2026-11-01 00:00:00', '2026-12-01 00:00:00')).toEqual({ is: 'running', until: '2026-12-01 00:00:00' })
  expect(window('2026-11-01', '2026-11-10T00:00:00')).toEqual({ is: 'over', since: '2026-11-10T00:00:00' })
  expect(window('2026-12-01T00:00:00.000000', null)).toEqual({ is: 'scheduled', from: '2026-12-01T00:00:00.000000' })
})

// Local time is 14 hours ahead of UTC at UTC+14, and 12 hours behind at UTC-12.
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

test('does not assume a time of day for a date alone', () => {
  expect(window(past, '2026-11-20')?.is).toBe('unclear')
  expect(window(past, '2026-11-19')?.is).toBe('over')
})

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
