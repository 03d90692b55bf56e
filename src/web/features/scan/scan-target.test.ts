import { expect, test } from 'vitest'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { readBarcode } from '#domain/barcode.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { itemRead, itemWith, ordersRead, ordersWith, type ShownOrder } from './scan-target.ts'

interface Line {
  readonly id: string
  readonly barcode?: string | null
  readonly reference?: string | null
  readonly quantity?: number
  readonly name?: string
}

const lineOf = ({ id, barcode = null, reference = null, quantity = 2, name = 'Milk 1 l' }: Line) => ({
  id,
  price: 1,
  quantity,
  product: { name, barcode, vendor_reference_id: reference },
})

const orderOf = (id: string, lines: readonly Line[], more: object = {}) => ({
  id,
  print_order_number: `A-${id}`,
  customer: { id: '1', name: 'Mona' },
  items: lines.map(lineOf),
  ...more,
})

// Only the fields used.
const rowOf = (id: string, lines: readonly Line[], more: object = {}, toldId: string | null = null) =>
  ({ order_id: id, order: orderOf(id, lines, more), told_id: toldId }) as OrderRow

function shownOf(id: string, lines: readonly Line[], matches: ShownOrder['matches'] = []): ShownOrder {
  const order = readOrder(id, orderOf(id, lines))
  if (!order) throw new Error('It is an order.')
  return { order, matches }
}

const ean = '4006381333931'
const idsOf = (orders: ReturnType<typeof ordersWith>) => orders.map(({ orderId }) => orderId)

test('prefers a line of the order on the screen', () => {
  const found = ordersWith(ean, shownOf('1', [{ id: '10' }, { id: '11', barcode: ean }]), [
    rowOf('1', []),
    rowOf('2', [{ id: '20', barcode: ean }]),
  ])
  expect(found).toEqual([
    {
      orderId: '1',
      number: 'A-1',
      customer: 'Mona',
      lines: [{ key: '11', quantity: 2, name: 'Milk 1 l' }],
    },
  ])
})

test('returns both of two lines with the same product', () => {
  const [order] = ordersWith(
    ean,
    shownOf('1', [
      { id: '10', barcode: ean, quantity: 1 },
      { id: '11', barcode: ean },
    ]),
    [],
  )
  expect(order?.lines.map(({ key, quantity }) => [key, quantity])).toEqual([
    ['10', 1],
    ['11', 2],
  ])
})

test('returns every other open order with such a line', () => {
  const rows = [
    rowOf('1', [{ id: '10' }]),
    rowOf('2', [{ id: '20', barcode: ean }]),
    rowOf('3', [{ id: '30', barcode: ean }]),
  ]
  expect(idsOf(ordersWith(ean, shownOf('1', [{ id: '10' }]), rows))).toEqual(['2', '3'])
  expect(idsOf(ordersWith(ean, undefined, rows.slice(0, 2)))).toEqual(['2'])
})

test.each([
  ['036000291452', '0036000291452'],
  ['00036000291452', '036000291452'],
  ['96385074', '00000096385074'],
  ['٤٠٠٦٣٨١٣٣٣٩٣١', ean],
])('matches the barcode %s with %s', (scanned, written) => {
  expect(idsOf(ordersWith(scanned, undefined, [rowOf('1', [{ id: '10', barcode: written }])]))).toEqual(['1'])
})

test('matches a line by its whole reference, regardless of case', () => {
  const rows = [rowOf('1', [{ id: '10', reference: 'RCE-A-1KG' }])]
  expect(idsOf(ordersWith('rce-a-1kg', undefined, rows))).toEqual(['1'])
  expect(ordersWith('RCE-A-1', undefined, rows)).toEqual([])
})

test('matches a line by its catalog item’s barcode and SKU', () => {
  const item = { id: 7, barcode: ean, sku: 'SKU-77' }
  const shown = shownOf('1', [{ id: '10' }, { id: '11' }], [{ line: '11', by: 'id', item }])
  for (const code of [ean, 'sku-77']) {
    expect(ordersWith(code, shown, []).map(({ lines }) => lines.map(({ key }) => key))).toEqual([['11']])
  }
})

test.each(['410007', 'A-410007', 'R555000'])('returns an order without lines by its own number %s', (code) => {
  const rows = [rowOf('410007', [{ id: '10' }], { receipt_number: 'R555000' }), rowOf('410008', [])]
  expect(ordersWith(code, shownOf('1', []), rows)).toEqual([
    { orderId: '410007', number: 'A-410007', customer: 'Mona', lines: [] },
  ])
})

test('returns both orders once if a ticket’s number is also a reference', () => {
  const rows = [
    rowOf('1', [{ id: '10' }], { print_order_number: '100234' }),
    rowOf('2', [{ id: '20', reference: '100234' }]),
    rowOf('3', [{ id: '30', reference: '100234' }], { print_order_number: '100234' }),
  ]
  const found = ordersWith('100234', undefined, rows)
  expect(found.map(({ orderId, lines }) => [orderId, lines.length])).toEqual([
    ['2', 1],
    ['3', 1],
    ['1', 0],
  ])
})

test('returns the order on the screen once by its number', () => {
  expect(idsOf(ordersWith('A-1', shownOf('1', []), [rowOf('1', [])]))).toEqual(['1'])
})

test('ignores unreadable lines and orders that cannot be opened', () => {
  const rows = [
    { ...rowOf('1', []), order: null } as OrderRow,
    rowOf('2', [], { items: ['broken', { id: '20', product: 'broken' }, lineOf({ id: '21', barcode: ean })] }),
    rowOf('bad', [{ id: '30', barcode: ean }], {}, '../1'),
  ]
  expect(idsOf(ordersWith(ean, undefined, rows))).toEqual(['2'])
})

test('matches nothing for zeros alone or for a code without letters and digits', () => {
  const rows = [rowOf('1', [{ id: '10', barcode: '0000000000000', reference: '--' }])]
  for (const code of ['00000000', '------']) expect(ordersWith(code, undefined, rows)).toEqual([])
})

const index: CatalogIndex = { have: 3, total: 3, fresh_at: '2026-11-20T12:00:00Z', is_whole: true, problem: null }

test('opens one exact item, lists several and ignores similar ones', () => {
  const milk = { id: 7, barcode: `0${ean}`, sku: null }
  const cheese = { id: 8, barcode: '1', sku: `X${ean}` }
  expect(itemWith(ean, [milk, cheese], index)).toEqual({ is: 'item', itemId: '7' })
  expect(itemWith(ean, [milk, { ...cheese, vendor_reference_id: ean }], index)).toEqual({ is: 'items' })
  expect(itemWith(ean, [cheese, null, 'broken'], index)).toEqual({ is: 'none', reach: 'whole' })
  expect(itemWith(ean, [], { ...index, fresh_at: null })).toEqual({ is: 'none', reach: 'growing' })
  expect(itemWith(ean, [], { ...index, is_whole: false })).toEqual({ is: 'none', reach: 'short' })
})

test('lists an item whose id is not valid in a path', () => {
  expect(itemWith(ean, [{ id: null, barcode: ean }], index)).toEqual({ is: 'items' })
})

const readingOf = (code: string) => {
  const reading = readBarcode(code)
  if (!reading) throw new Error('It stands for another barcode.')
  return reading
}

test.each([
  ['the label of a scale', '2100001027506', '2100001000004'],
  ['a carton', '14006381333938', ean],
  ['UPC-E', '04252614', '042100005264'],
])('matches %s with its line and its line’s item', (_what, code, barcode) => {
  const rows = [rowOf('1', [{ id: '10', barcode }]), rowOf('2', [{ id: '20', reference: barcode }])]
  expect(ordersWith(code, undefined, rows)).toEqual([])
  const reading = readingOf(code)
  expect(ordersRead(reading, undefined, rows)).toMatchObject([{ orderId: '1', lines: [{ key: '10' }], reading }])
  const shown = shownOf('3', [{ id: '30' }], [{ line: '30', by: 'id', item: { id: 7, barcode } }])
  expect(ordersRead(reading, shown, rows)).toMatchObject([{ orderId: '3', lines: [{ key: '30' }] }])
})

test('matches an interpretation with one catalog item and lists several', () => {
  const minced = { id: 7, barcode: '2100001000004', sku: null }
  const reading = readingOf('2100001027506')
  expect(itemRead(reading, [minced], index)).toEqual({ is: 'item', itemId: '7', reading })
  expect(itemRead(reading, [minced, { ...minced, id: 8 }], index)).toEqual({ is: 'items' })
  expect(itemRead(reading, [{ ...minced, barcode: null, sku: '2100001000004' }], index)).toMatchObject({ is: 'none' })
})
