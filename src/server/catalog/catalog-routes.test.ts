import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { catalog } from '#contract/desk/catalog.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { codeOf, createTestDesk, openTestDesk, read } from '#testing/desk.ts'
import { catalogItem, catalogItems, createCatalogVendor } from '#testing/catalog-vendor.ts'
import { words } from '#testing/words.ts'

const path = catalog.search.path

/** A server that has gathered these items and categories. */
async function setUp(items: unknown[], categories: unknown[] = []) {
  const vendor = createCatalogVendor(items)
  vendor.categories = categories
  const desk = await openTestDesk({ fetch: vendor.fetch })
  await desk.ask(path)
  await desk.clock.advance(10_000)
  const search = async (query: string) => z.parse(catalog.search.answer, await (await desk.ask(path + query)).json())
  return {
    desk,
    vendor,
    search,
    ids: async (query: string) => (await search(query)).data.map((item) => (item as { readonly id: number }).id),
  }
}

const category = (id: number, parent?: number) => ({
  id,
  name: { en: `Category ${id}`, ar: '' },
  ...(parent !== undefined && { parent: { id: parent, name: { en: '', ar: '' } } }),
})

test('returns items a hundred at a time, as the vendor sends them', async () => {
  const items = catalogItems(250)
  const { search } = await setUp(items)
  const pages = [await search(''), await search('?page=2'), await search('?page=3')]
  expect(pages.map(({ data }) => data.length)).toEqual([100, 100, 50])
  const ids = pages.flatMap(({ data }) => data.map((item) => (item as CatalogItem).id))
  expect(ids.toSorted((one, other) => one - other)).toEqual(items.map(({ id }) => id))
  expect(pages[1]?.data[0]).toEqual(items.find(({ id }) => id === ids[100]))
  expect(await search('?page=4')).toMatchObject({ data: [], meta: { current_page: 4, last_page: 3, total: 250 } })
})

test('includes child categories, also in an odd list of categories', async () => {
  const { ids } = await setUp(
    [
      catalogItem(1, { category_ids: [10] }),
      catalogItem(2, { category_ids: [11, 12] }),
      catalogItem(3, { category_ids: [13] }),
      catalogItem(4, { category_ids: [20] }),
      catalogItem(5, { category_ids: [31] }),
      catalogItem(6, { category_ids: [99] }),
    ],
    // 10 > 11 > 12, 10 > 13; 20 > 21 > 20; 31 under 30, which is not in the list; and one invalid entry.
    [
      category(13, 10),
      category(12, 11),
      category(11, 10),
      category(10),
      category(20, 21),
      category(21, 20),
      category(31, 30),
      null,
    ],
  )
  expect(await ids('?category=10')).toEqual([1, 2, 3])
  expect(await ids('?category=11')).toEqual([2])
  expect(await ids('?category=12')).toEqual([2])
  expect([await ids('?category=20'), await ids('?category=21')]).toEqual([[4], [4]])
  expect(await ids('?category=30')).toEqual([5])
  expect([await ids('?category=99'), await ids('?category=1')]).toEqual([[6], []])
})

test('applies each filter, and excludes unreadable fields either way', async () => {
  const { ids } = await setUp([
    catalogItem(1, { brand_id: 5, attribute_value_ids: [7, 8] }),
    catalogItem(2, { stock: 0, is_available: false, is_virtual: true }),
    { ...catalogItem(3), stock: 'many', is_available: 'perhaps', is_virtual: null, brand_id: 'x' },
  ])
  expect(await ids('?brand=5')).toEqual([1])
  expect(await ids('?value=8')).toEqual([1])
  expect([await ids('?available=1'), await ids('?available=0')]).toEqual([[1], [2]])
  expect([await ids('?in_stock=1'), await ids('?in_stock=0')]).toEqual([[1], [2]])
  expect([await ids('?virtual=1'), await ids('?virtual=0')]).toEqual([[2], [1]])
  expect([await ids('?virtual=true'), await ids('?virtual=false')]).toEqual([[2], [1]])
  expect(await ids('?q=item&brand=5&value=7&in_stock=1&available=1&virtual=0&discounted=0')).toEqual([1])
  expect(await ids('?q=item&brand=5&in_stock=0')).toEqual([])
})

test('treats an item as discounted while its discount runs, on the server’s clock', async () => {
  const sale = (id: number, item: Partial<CatalogItem>) => catalogItem(id, { discounted_price: 800, ...item })
  const { desk, ids } = await setUp([
    sale(1, {}),
    sale(2, { discount_start_at: '2026-11-20T10:00:00Z', discount_end_at: '2026-11-20T16:30:00+04:00' }),
    sale(3, { discount_start_at: '2026-11-20T13:00:00Z' }),
    sale(4, { discount_end_at: '2026-11-19T00:00:00Z' }),
    sale(5, { discounted_price: 0 }),
    sale(6, { discounted_price: 1000 }),
    sale(7, { discounted_price: 1500 }),
    sale(8, { discount_end_at: 'soon' }),
    catalogItem(9),
    sale(10, { discount_end_at: '2026-11-19' }),
    sale(11, { discount_start_at: '2026-11-20T10:00:00' }),
    sale(12, { discount_start_at: '2026-11-19 21:00:00', discount_end_at: '2026-12-01' }),
  ])
  expect(await ids('?discounted=1')).toEqual([1, 12, 2])
  await desk.clock.advance(30 * 60_000)
  expect(await ids('?discounted=1')).toEqual([1, 12])
  await desk.clock.advance(30 * 60_000)
  expect(await ids('?discounted=1')).toEqual([1, 12, 3])
  // 8 and 11 are undecided: 13:00 in UTC is before 10:00 of that day in some zone and after it in another. In all zones
  // the 19th is over.
  expect(await ids('?discounted=0')).toEqual([10, 2, 4, 5, 6, 7, 9])
  await desk.clock.advance(9 * 60 * 60_000)
  expect(await ids('?discounted=1')).toEqual([1, 11, 12, 3])
})

test.each(['0', '-1', '1.5', 'abc', '', '10001', '01', '１', '1&page=2'])('refuses the page %s', async (page) => {
  const { desk } = await setUp([])
  expect(await codeOf(desk.ask(`${path}?page=${page}`))).toBe('400 bad_page')
})

test.each([
  ...words`page[]=1 available=yes in_stock= virtual=2 discounted=TRUE available=1&available=1 category=x brand=1.5
  value=99999999999999999999 q=a&q=b`,
  `q=${'x'.repeat(257)}`,
])('refuses %s', async (query) => {
  const { desk } = await setUp([])
  const { http, body } = await read(await desk.ask(`${path}?${query}`))
  expect(http).toBe(400)
  expect(['bad_request', 'bad_page']).toContain((body as { readonly code: string }).code)
})

test.each(['x=1', 'per_page=5', '__proto__=1', 'url=https://evil.test', 'q=', `q=${'x'.repeat(256)}`])(
  'accepts %s',
  async (query) => {
    const { desk } = await setUp(catalogItems(3))
    expect((await desk.ask(`${path}?${query}`)).status).toBe(200)
  },
)

test('returns one item as it was sent, or a 404 with how much is gathered', async () => {
  const items = catalogItems(150)
  const vendor = createCatalogVendor(items)
  const desk = await openTestDesk({ fetch: vendor.fetch })
  const ask = async (id: string) => read(await desk.ask(`${path}/${id}`))
  expect(await ask('120')).toMatchObject({
    http: 404,
    body: { status: 'error', code: 'not_found', data: { index: { have: 0, total: null, fresh_at: null } } },
  })
  await desk.clock.advance(0)
  expect(await ask('20')).toEqual({
    http: 200,
    body: { data: items[19], index: expect.objectContaining({ have: 100 }) },
  })
  expect(await ask('120')).toMatchObject({ http: 404, body: { data: { index: { have: 100, total: 150 } } } })
  await desk.clock.advance(10_000)
  expect(await ask('120')).toMatchObject({ http: 200, body: { data: items[119] } })
  for (const id of ['0', '-1', 'constructor', '%2e%2e', '%00', '%E0%A4%A', "1'--", 'x'.repeat(3000)])
    expect(await ask(id)).toMatchObject({ http: 404, body: { code: 'not_found' } })
})

test('counts categories with their children, brands and values', async () => {
  const { desk } = await setUp(
    [
      catalogItem(1, { category_ids: [11, 10], brand_id: 5, attribute_value_ids: [7, 7, 8] }),
      catalogItem(2, { category_ids: [11] }),
      catalogItem(3, { category_ids: [10], brand_id: 5 }),
      { id: 4, category_ids: 'x' },
      catalogItem(5, { category_ids: [20] }),
    ],
    // The last two form a cycle.
    [category(10), category(11, 10), category(12, 10), category(20, 21), category(21, 20)],
  )
  const counts = async () => z.parse(catalog.counts.answer, await (await desk.ask(catalog.counts.path)).json())
  expect(await counts()).toMatchObject({
    data: { categories: { 10: 3, 11: 2, 20: 1, 21: 1 }, brands: { 5: 2 }, values: { 7: 1, 8: 1 } },
    index: { have: 5, problem: null },
  })
  expect((await counts()).data.categories).not.toHaveProperty('12')
})

test('reports that nothing is gathered yet, and starts gathering', async () => {
  const desk = createTestDesk()
  const nothing = { have: 0, total: null, fresh_at: null, is_whole: false, problem: null }
  expect(await read(desk.ask(catalog.counts.path))).toEqual({
    http: 200,
    body: { data: { categories: {}, brands: {}, values: {} }, index: nothing },
  })
  expect(await read(desk.ask(`${path}?q=bread`))).toEqual({
    http: 200,
    body: { data: [], meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 }, index: nothing },
  })
})
