import { expect, test } from 'vitest'
import { catalogItem } from '#testing/catalog-vendor.ts'
import { openTestDesk } from '#testing/desk.ts'
import { createMemoryCatalogCache, noneEnded } from './catalog-cache.ts'
import { entryOf, keyOf } from './catalog-entry.ts'
import { createCatalogIndex } from './catalog-index.ts'
import { matchLines } from './catalog-match.ts'
import { firstPlace } from './catalog-walk.ts'

/** The matches of lines with these products. */
async function match(items: readonly object[], ...products: readonly object[]) {
  const [index, cache] = [createCatalogIndex(), createMemoryCatalogCache()]
  const rows = items.map((raw) => ({ raw, text: JSON.stringify(raw), walk: 1 }))
  const keyed = rows.map(({ raw, ...row }) => {
    const key = keyOf(raw, row.text)
    return { ...row, key, entry: entryOf(key, raw) }
  })
  index.put(
    keyed.map(({ entry }) => entry),
    1,
  )
  await cache.put(keyed, { ...noneEnded, place: firstPlace(1) })
  const order = { id: '1', items: products.map((product, place) => ({ id: `L${place}`, product })) }
  const found = await matchLines(order, index, cache)
  return found.map(({ line, by, item }) => [line, by, (item as { readonly id: unknown }).id])
}

const milk = catalogItem(1)
const bread = catalogItem(2)
const nothing = { vendor_reference_id: null, barcode: null }

test('matches a line by reference, else by barcode in any form, else by id', async () => {
  const found = await match(
    [milk, bread],
    { ...nothing, id: '99', vendor_reference_id: 'REF-1', barcode: bread.barcode },
    { ...nothing, id: '99', vendor_reference_id: 'another', barcode: `0${bread.barcode}` },
    { ...nothing, id: '2' },
    { ...nothing, id: 2, vendor_reference_id: '', barcode: '0000000000000' },
    { ...nothing, id: '3' },
  )
  expect(found).toEqual([
    ['L0', 'reference', 1],
    ['L1', 'barcode', 2],
    ['L2', 'id', 2],
    ['L3', 'id', 2],
  ])
})

test('matches nothing if two items fit', async () => {
  const twin = { ...milk, id: 5 }
  expect(await match([milk, twin], { ...nothing, id: '1', vendor_reference_id: 'REF-1' })).toEqual([])
  expect(await match([milk, twin], { ...nothing, id: '1', barcode: milk.barcode })).toEqual([])
})

test('treats UPC-E and UPC-A as one barcode, and does not match a label or a carton to its item', async () => {
  const cola = catalogItem(3, { barcode: '042100005264' })
  const others = [catalogItem(4, { barcode: '2100001000004' }), catalogItem(5, { barcode: '4006381333931' })]
  const barcodes = ['04252614', '425261', '2100001027506', '14006381333938']
  const found = await match([cola, ...others], ...barcodes.map((barcode) => ({ ...nothing, id: '99', barcode })))
  expect(found).toEqual([
    ['L0', 'barcode', 3],
    ['L1', 'barcode', 3],
  ])
})

test('does not trust an id that reference or barcode contradict', async () => {
  expect(await match([milk], { ...nothing, id: '1', vendor_reference_id: 'REF-9' })).toEqual([])
  expect(await match([milk], { ...nothing, id: '1', barcode: '99' })).toEqual([])
  expect(await match([{ ...milk, barcode: null }], { ...nothing, id: '1', barcode: '99' })).toEqual([['L0', 'id', 1]])
})

test.each([null, 5, 'text', {}, { id: '1' }, { id: '1', items: null }, { id: '1', items: [null, 5, { id: 7 }] }])(
  'finds no matches for an order that is %j',
  async (order) => {
    const index = createCatalogIndex()
    index.put([entryOf('1', milk)], 1)
    expect(await matchLines(order, index, createMemoryCatalogCache())).toEqual([])
  },
)

test('shows the items of an order’s lines once they are gathered', async () => {
  const desk = await openTestDesk()
  const order = await desk.order()
  await desk.clock.advance(1000)
  expect((await desk.row(order.id)).matches).toEqual([])
  await desk.clock.advance(35_000)
  const { matches } = await desk.row(order.id)
  expect(matches).toEqual(
    order.lines.map(({ id, item }) => ({ line: id, by: 'reference', item, read_at: expect.any(String) as string })),
  )
  expect(matches.length).toBeGreaterThan(0)
})

test('shows the items of an order without a webhook, without further calls', async () => {
  const desk = await openTestDesk()
  await desk.ask('/api/desk/catalog/items')
  await desk.clock.advance(5000)
  const order = desk.vendor.placeOrder()
  await desk.ask(`/api/developer/v1/orders/${order.id}`)
  const before = desk.asked().length
  const answer = await desk.ask(`/api/desk/orders/${order.id}/matches`)
  expect(await answer.json()).toMatchObject({
    data: { matches: order.lines.map(({ id }) => ({ line: id, by: 'reference' })), catalog_state: 'whole' },
  })
  expect(desk.asked()).toHaveLength(before)
  expect((await desk.ask('/api/desk/orders/none/matches')).status).toBe(404)
})
