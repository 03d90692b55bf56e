import { expect, test } from 'vitest'
import {
  codesOfItem,
  isSameProduct,
  ofToday,
  productOf,
  productOfLine,
  shortageOf,
  shortagesAtMost,
  shownShortages,
  withoutReport,
  withReport,
  type ShortageRecord,
} from './shortage.ts'

const none = { product_id: null, reference: null, barcode: null }
const sara = { person: 'Sara', tablet: 'Counter' }
const noon = Date.parse('2026-11-20T12:00:00Z')

const lineOf = (product: object) => ({ id: '1', quantity: 1, product })
const report = (orderId: string, line = '1', at = noon) => ({ orderId, line, by: sara, at })
const milk = { name: 'Milk', product_id: '7', reference: 'M-1', barcode: '5901234123457' }

let lastId = 0
const newId = () => `id-${(lastId += 1)}`
const listOf = (...reports: readonly (readonly [typeof milk, ReturnType<typeof report>])[]) =>
  reports.reduce<readonly ShortageRecord[]>((list, [product, each]) => withReport(list, product, each, newId), [])

test.each([
  [{ id: '7' }, { product_id: '7' }, true],
  [{ id: '8', vendor_reference_id: 'M-1' }, { product_id: '7', reference: 'M-1' }, true],
  [{ barcode: ' 5901234123457 ' }, { barcode: '5901234123457' }, true],
  [{ id: '7', name: 'Milk' }, { reference: '7' }, false],
  [{ id: '', vendor_reference_id: ' ', barcode: null, name: 'Milk' }, {}, undefined],
  [{ name: 'Milk' }, {}, undefined],
  [{ id: 'x'.repeat(1000) }, {}, undefined],
  [{ vendor_reference_id: '-', barcode: '0000000000000' }, {}, undefined],
  [{ id: '8', vendor_reference_id: '0', barcode: '0' }, { product_id: '7', reference: '0', barcode: '0' }, false],
])('compares a line of the product %j with %j', (product, other, isSame) => {
  const read = productOf(lineOf(product))
  expect(read && isSameProduct(read, { ...none, ...other })).toBe(isSame)
})

test('does not compare products without codes with each other', () => {
  expect(isSameProduct(none, none)).toBe(false)
})

test('compares a catalog item, whose id is a number', () => {
  expect(isSameProduct(codesOfItem({ id: 7, vendor_reference_id: '' }), { ...none, product_id: '7' })).toBe(true)
})

test('finds the product of a line of an order by the line’s key', () => {
  const order = {
    id: '1',
    status: {},
    items: [lineOf({ id: '5' }), { quantity: 1, product: { id: '6', name: 'Tea' } }],
  }
  expect(productOfLine('1', order, 'line-1')).toEqual({ ...none, product_id: '6', name: 'Tea' })
  expect(productOfLine('1', order, 'other')).toBeUndefined()
  expect(productOfLine('1', null, '1')).toBeUndefined()
})

test('one product in two orders is one shortage, since the first report', () => {
  const list = listOf([milk, report('a')], [{ ...milk, name: 'Milk 1 l' }, report('b', '4', noon + 1000)])
  expect(shownShortages(list)).toMatchObject([{ ...milk, order_id: 'a', by: sara, since: '2026-11-20T12:00:00.000Z' }])
  expect(withReport(list, milk, report('a'), newId)).toBe(list)
})

test('ends with its last report', () => {
  const list = listOf([milk, report('a')], [milk, report('b', '4', noon + 1000)])
  const later = withoutReport(list, 'a', '1')
  expect(shownShortages(later)).toMatchObject([{ order_id: 'b', since: '2026-11-20T12:00:01.000Z' }])
  expect(withoutReport(later, 'b', '1')).toMatchObject([{ reports: [{ orderId: 'b' }] }])
  expect(withoutReport(later, 'b', '4')).toEqual([])
})

test('joins two shortages that a third report shows to be one product', () => {
  const byId = { ...none, name: null, product_id: '7' }
  const byBarcode = { ...none, name: 'Milk', barcode: '59' }
  const apart = [byId, byBarcode].reduce<readonly ShortageRecord[]>(
    (list, product, index) => withReport(list, product, report(`o${index}`), newId),
    [],
  )
  expect(apart).toHaveLength(2)
  const joined = withReport(apart, { ...byBarcode, product_id: '7' }, report('o3'), newId)
  expect(joined).toMatchObject([{ product: { name: 'Milk', product_id: '7', barcode: '59' }, reports: [{}, {}, {}] }])
})

test('keeps a bounded list, without the oldest', () => {
  const ids = Array.from({ length: shortagesAtMost + 3 }, (_, index) => String(index))
  const list = ids.reduce<readonly ShortageRecord[]>(
    (before, id) => withReport(before, { ...none, name: null, product_id: id }, report('a', id), newId),
    [],
  )
  expect(list).toHaveLength(shortagesAtMost)
  expect(list[0]).toMatchObject({ product: { product_id: '3' } })
})

test('ends with the day in the shop’s own zone', () => {
  const list = listOf([milk, report('a')])
  const inBaghdad = (at: string) => ofToday(list, Date.parse(at), 'Asia/Baghdad').length
  expect(inBaghdad('2026-11-20T20:59:59Z')).toBe(1)
  expect(inBaghdad('2026-11-20T21:00:00Z')).toBe(0)
  expect(ofToday(list, Date.parse('2026-11-20T21:00:00Z'), 'UTC')).toHaveLength(1)
})

test('finds the shortage of a line', () => {
  const shown = shownShortages(listOf([milk, report('a')]))
  expect(shortageOf(lineOf({ barcode: milk.barcode }), shown)).toBe(shown[0])
  expect(shortageOf(lineOf({ id: '8' }), shown)).toBeUndefined()
  expect(shortageOf(undefined, shown)).toBeUndefined()
})
