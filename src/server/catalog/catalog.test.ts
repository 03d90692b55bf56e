import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { catalog } from '#contract/desk/catalog.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { createTestDesk, openTestDesk } from '#testing/desk.ts'
import { catalogItem, catalogItems, createCatalogVendor, type CatalogVendor } from '#testing/catalog-vendor.ts'
import { createMemoryCatalogCache, type CatalogCache } from './catalog-cache.ts'
import { createCatalog, type Catalog, type OpenCatalog } from './catalog.ts'

const minute = 60_000
const path = catalog.search.path

/** A server whose vendor has a catalog, which somebody has opened. */
async function setUp(vendor: CatalogVendor = createCatalogVendor(catalogItems(250)), catalogCache?: CatalogCache) {
  const closing = new AbortController()
  let matches: Catalog['matches'] = async () => ({ matches: [] })
  let isDigital: Catalog['isDigital'] = async () => undefined
  const openCatalog: OpenCatalog = (deps) => {
    const opened = createCatalog(deps, catalogCache)
    matches = opened.matches
    isDigital = opened.isDigital
    return opened
  }
  const desk = createTestDesk({ fetch: vendor.fetch, openCatalog })
  const search = async (query = '') => z.parse(catalog.search.answer, await (await desk.ask(path + query)).json())
  await desk.open(closing.signal)
  await desk.clock.advance(0)
  return {
    desk,
    vendor,
    search,
    matches: (reference: string) =>
      matches({ id: '1', items: [{ id: 'L1', product: { vendor_reference_id: reference } }] }),
    /** As for a waiting order that nobody has opened. */
    isDigital: (reference: string) =>
      isDigital({ id: '1', items: [{ id: 'L1', product: { vendor_reference_id: reference } }] }),
    stop: () => closing.abort(),
    index: async () => (await search()).index,
    names: async (text: string) =>
      (await search(`?q=${encodeURIComponent(text)}`)).data.map((item) => (item as { readonly id: number }).id),
    /** Looks at the catalog, and lets time pass. */
    async look(ms: number) {
      await search()
      await desk.clock.advance(ms)
    },
  }
}

const day = 24 * 60 * minute

test('walks at most once a day if nobody looks', async () => {
  const { desk, vendor } = await setUp()
  await desk.clock.advance(day - 2 * minute)
  expect(vendor.asked).toEqual([1, 2, 3])
  await desk.clock.advance(day)
  expect(vendor.asked).toEqual([1, 2, 3, 1, 2, 3])
})

test('does not repeat an unsure daily walk while nobody looks', async () => {
  const vendor = createCatalogVendor(catalogItems(250))
  vendor.instead = (page) => (page === 2 ? vendor.items.slice(99, 199) : undefined)
  const { desk } = await setUp(vendor)
  await desk.clock.advance(day - 2 * minute)
  expect(vendor.asked.filter((page) => page === 1)).toHaveLength(1)
})

test('reads nothing after a restart within a day of the last walk', async () => {
  const cache = createMemoryCatalogCache()
  const first = await setUp(createCatalogVendor(catalogItems(250)), cache)
  await first.desk.clock.advance(minute)
  expect(first.vendor.asked).toEqual([1, 2, 3])
  first.stop()
  const second = await setUp(first.vendor, cache)
  await second.desk.clock.advance(60 * minute)
  expect(second.vendor.asked).toEqual([1, 2, 3])
})

test('walks once for an unknown reference in an order, although it just walked', async () => {
  const { desk, vendor, matches } = await setUp()
  await desk.clock.advance(minute)
  vendor.items.push(catalogItem(251))
  vendor.asked.length = 0
  expect(await matches('REF-251')).toEqual({ matches: [], catalog_state: 'growing' })
  await desk.clock.advance(10_000)
  expect(await matches('REF-251')).toMatchObject({ matches: [{ line: 'L1' }], catalog_state: 'whole' })
  expect(vendor.asked).toEqual([1, 2, 3])
})

test('walks once for a reference that the catalog never has, also after a restart', async () => {
  const cache = createMemoryCatalogCache()
  const first = await setUp(createCatalogVendor(catalogItems(250)), cache)
  await first.desk.clock.advance(minute)
  const walks = () => first.vendor.asked.filter((page) => page === 1).length
  for (let each = 0; each < 10; each += 1) {
    await first.isDigital('NONE')
    await first.desk.clock.advance(20 * minute)
  }
  expect(walks()).toBe(2)
  expect(await first.isDigital('NONE')).toBe(false)
  first.stop()
  const second = await setUp(first.vendor, cache)
  expect(await second.isDigital('NONE')).toBe(false)
  await second.desk.clock.advance(20 * minute)
  expect(walks()).toBe(2)
})

test('walks every 15 minutes at most for ever new references', async () => {
  const { desk, vendor, isDigital } = await setUp()
  await desk.clock.advance(minute)
  for (let each = 0; each < 60; each += 1) {
    await isDigital(`NONE-${each}`)
    await desk.clock.advance(minute)
  }
  expect(vendor.asked.filter((page) => page === 1).length).toBeLessThanOrEqual(1 + 4)
})

test('needs no second walk for a reference named during the first', async () => {
  const { desk, vendor, isDigital } = await setUp()
  await desk.clock.advance(2000)
  expect(vendor.asked).toEqual([1])
  expect(await isDigital('NONE')).toBeUndefined()
  await desk.clock.advance(60 * minute)
  expect(await isDigital('NONE')).toBe(false)
  expect(vendor.asked).toEqual([1, 2, 3])
})

test('finds every item on every page, by name, barcode and reference', async () => {
  const { search, names, look } = await setUp()
  await look(0)
  // During the walk.
  expect(await search('?q=item')).toMatchObject({
    meta: { total: 100 },
    index: { have: 100, total: 250, fresh_at: null, is_whole: false, problem: null },
  })
  await look(1000)
  expect(await names('Item 249')).toEqual([249])
  expect(await names('صنف ٢٤٩')).toEqual([249])
  expect(await names('6290000000249')).toEqual([249])
  expect(await names('06290000000249')).toEqual([249])
  expect(await names('ref-249')).toEqual([249])
  expect(await search()).toMatchObject({
    meta: { current_page: 1, last_page: 3, per_page: 100, total: 250 },
    index: { have: 250, total: 250, fresh_at: '2026-11-20T12:00:00.400Z', is_whole: true, problem: null },
  })
})

test('requests one page at a time, with a pause between', async () => {
  const { vendor, look } = await setUp()
  await look(0)
  expect(vendor.asked).toEqual([1])
  await look(199)
  expect(vendor.asked).toEqual([1])
  await look(1)
  expect(vendor.asked).toEqual([1, 2])
})

test('walks again, more slowly, if somebody looks after 15 minutes', async () => {
  const { desk, vendor, look, names } = await setUp()
  await look(1000)
  await look(14 * minute)
  expect(vendor.asked).toHaveLength(3)
  await look(minute)
  expect(vendor.asked).toHaveLength(4)
  vendor.items[249] = catalogItem(250, { name: { en: 'Renamed', ar: '' } })
  await desk.clock.advance(1399)
  expect(await names('renamed')).toEqual([])
  await desk.clock.advance(1)
  expect(await names('renamed')).toEqual([250])
  // Once more for this look, and then for nobody.
  await desk.clock.advance(60 * minute)
  expect(vendor.asked).toHaveLength(9)
  await desk.clock.advance(60 * minute)
  expect(vendor.asked).toHaveLength(9)
})

test('gathers at once for an opened order if it never did, else after a while', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  await desk.clock.advance(1000)
  const lists = () => desk.asked().filter((each) => each.includes('/items'))
  expect(lists()).toEqual([])
  await desk.row(id)
  await desk.clock.advance(1000)
  expect(lists()).toHaveLength(4)
  await desk.clock.advance(20 * minute)
  await desk.row(id)
  await desk.clock.advance(29_000)
  expect(lists()).toHaveLength(4)
  await desk.clock.advance(6000)
  expect(lists()).toHaveLength(8)
})

// Moving rows, and pages with wrong metadata.

test('shows an item that moves between pages once, and finds a missed one by the next walk', async () => {
  const vendor = createCatalogVendor(catalogItems(250))
  const { names, search, look, desk } = await setUp(vendor)
  vendor.instead = (page) => {
    // A row of the first page is removed during the second: 101 moves to a page that was already read.
    if (page === 2) vendor.items.splice(0, 1)
    return undefined
  }
  await look(1000)
  vendor.instead = () => undefined
  expect(await names('ref-101')).toEqual([])
  expect((await search()).meta.total).toBe(249)
  await desk.clock.advance(minute + 2000)
  expect(await names('ref-101')).toEqual([101])
  expect(await names('ref-1')).not.toContain(1)
  expect(await search()).toMatchObject({ meta: { total: 249 }, index: { have: 249, total: 249, problem: null } })
})

test('keeps the last of two rows of one item', async () => {
  const vendor = createCatalogVendor(catalogItems(150))
  const { names, search, look } = await setUp(vendor)
  vendor.instead = (page) => {
    if (page === 2) vendor.items.unshift(catalogItem(999))
    vendor.items[100] = catalogItem(100, { name: { en: 'Later', ar: '' } })
    return undefined
  }
  await look(1000)
  expect(await names('later')).toEqual([100])
  const { data } = await search()
  expect(new Set(data.map((item) => (item as { id: number }).id)).size).toBe(data.length)
})

test('deletes what a whole walk did not find, and keeps what an unfinished one has not reached', async () => {
  const { vendor, names, look, desk } = await setUp()
  await look(1000)
  vendor.items.splice(200, 1)
  await look(15 * minute + 500)
  expect(vendor.asked).toEqual([1, 2, 3, 1, 2])
  expect(await names('ref-201')).toEqual([201])
  await desk.clock.advance(1000)
  expect(await names('ref-201')).toEqual([])
  expect(await names('ref-202')).toEqual([202])
})

test('walks to the end if the vendor’s total is too low', async () => {
  const vendor = createCatalogVendor(catalogItems(300))
  vendor.claims = { total: 100, last_page: 1 }
  const { look, index } = await setUp(vendor)
  await look(1000)
  expect(vendor.asked).toEqual([1, 2, 3, 4])
  expect(await index()).toMatchObject({ have: 300, problem: null })
})

test.each([
  ['more than it has', { total: 9999, last_page: 1_000_000_000 }],
  ['another number on every page', { total: 250, last_page: 9 }],
])('ends the walk if a vendor says %s', async (_name, claims) => {
  const vendor = createCatalogVendor(catalogItems(250))
  vendor.claims = claims
  const { look, index } = await setUp(vendor)
  await look(30_000)
  const asked = vendor.asked.length
  expect(asked).toBeLessThan(9)
  expect(await index()).toMatchObject({ have: 250, fresh_at: expect.any(String) })
})

test('repeats a walk that ended early, then reports it as short, and keeps known items', async () => {
  const { vendor, look, index, desk, search } = await setUp()
  await look(1000)
  vendor.instead = (page) => (page === 2 ? [] : undefined)
  await look(15 * minute + 1500)
  expect(await index()).toMatchObject({ have: 250, is_whole: true, problem: 'vendor_unreadable' })
  await desk.clock.advance(30_000)
  expect(vendor.asked).toEqual([1, 2, 3, 1, 2, 2, 2, 2])
  expect(await index()).toMatchObject({ have: 250, is_whole: false, problem: null })
  vendor.instead = () => undefined
  await desk.clock.advance(2 * minute)
  expect((await search('?q=item&page=3')).index).toMatchObject({ have: 250, is_whole: true, problem: null })
  expect((await search('?q=item&page=3')).data).toHaveLength(50)
})

test('ends the walk after a few identical pages, and does not treat the list as whole after a restart', async () => {
  const vendor = createCatalogVendor(catalogItems(400))
  const cache = createMemoryCatalogCache()
  const { look, index, stop } = await setUp(vendor, cache)
  vendor.instead = () => vendor.items.slice(0, 100)
  await look(10_000)
  expect(vendor.asked).toEqual([1, 2, 3, 4])
  const short = { have: 100, total: 400, fresh_at: expect.any(String) as string, is_whole: false, problem: null }
  expect(await index()).toEqual(short)
  stop()
  const second = await setUp(vendor, cache)
  expect(await second.index()).toEqual(short)
})

test('ends the walk after a few identical pages without metadata too', async () => {
  const vendor = createCatalogVendor(catalogItems(400))
  const { look, index } = await setUp(vendor)
  vendor.instead = () => Response.json({ data: vendor.items.slice(0, 100) })
  await look(60_000)
  expect(vendor.asked).toEqual([1, 2, 3, 4])
  expect(await index()).toMatchObject({ have: 100, fresh_at: expect.any(String) })
})

test.each([
  ['no meta', {}],
  ['texts', { total: '250', last_page: '3' }],
  ['nonsense', { total: 'many', last_page: -1 }],
  ['null', { total: null, last_page: null }],
  ['zeros', { total: 0, last_page: 0 }],
])('counts pages that claim %s', async (_name, claims) => {
  const vendor = createCatalogVendor(catalogItems(250))
  const { look, index } = await setUp(vendor)
  vendor.claims = claims
  if (Object.keys(claims).length === 0) {
    vendor.instead = (page) => Response.json({ data: vendor.items.slice((page - 1) * 100, page * 100) })
  }
  await look(60_000)
  expect(await index()).toMatchObject({ have: 250, fresh_at: expect.any(String), problem: null })
})

test('shows unreadable items as received, and keeps their page', async () => {
  const vendor = createCatalogVendor([
    ...catalogItems(50),
    null,
    'text',
    5,
    [],
    { id: null, name: { en: 'Nameless' }, price: 'free' },
    { id: 60, name: 'Plain', stock: 'many', brand_id: { id: 1 } },
  ])
  const { look, search, index } = await setUp(vendor)
  await look(1000)
  expect(await index()).toMatchObject({ have: 52, total: 56, fresh_at: expect.any(String), problem: null })
  expect((await search('?q=nameless')).data).toEqual([vendor.items[54]])
  expect((await search('?q=plain')).data).toEqual([vendor.items[55]])
})

test('keeps the digits of numbers', async () => {
  const text = '{"id":12345678901234567890,"name":{"en":"Big"},"price":12345678901234567.89,"sku":9007199254740993}'
  const vendor = createCatalogVendor()
  vendor.instead = (page) => new Response(page === 1 ? `{"data":[${text}]}` : '{"data":[]}')
  const { look, desk } = await setUp(vendor)
  await look(1000)
  expect(await (await desk.ask(`${path}?q=9007199254740993`)).text()).toContain(`{"data":[${text}],`)
  expect(await (await desk.ask(`${path}/12345678901234567890`)).text()).toContain(`{"data":${text},`)
})

// Failures.

const failing = (status: number, headers: Record<string, string> = {}) =>
  new Response('{"status":"error","message":"No."}', { status, headers })

test.each([
  [500, 'vendor_busy'],
  [401, 'vendor_auth_failed'],
  [403, 'vendor_rejected'],
  [400, 'vendor_rejected'],
  [200, 'vendor_unreadable'],
  [429, 'vendor_busy'],
])('reports a page that fails with %i, and retries it', async (status, problem) => {
  const { vendor, look, index, desk } = await setUp()
  vendor.instead = (page) => (page === 2 ? failing(status) : undefined)
  await look(1000)
  expect(await index()).toMatchObject({ have: 100, total: 250, fresh_at: null, problem })
  vendor.instead = () => undefined
  await desk.clock.advance(5000)
  expect(vendor.asked).toEqual([1, 2, 2, 3])
  expect(await index()).toMatchObject({ have: 250, fresh_at: expect.any(String), problem: null })
})

test('waits as long as the vendor asks', async () => {
  const { vendor, look, desk } = await setUp()
  vendor.instead = (page) => (page === 2 ? failing(429, { 'Retry-After': '600' }) : undefined)
  await look(1000)
  vendor.instead = () => undefined
  await desk.clock.advance(598_000)
  expect(vendor.asked).toEqual([1, 2])
  await desk.clock.advance(10_000)
  expect(vendor.asked).toEqual([1, 2, 2, 3])
})

test('skips one page that always fails', async () => {
  const { vendor, look, names, index, desk } = await setUp()
  vendor.instead = (page) => (page === 2 ? failing(500) : undefined)
  await look(3 * minute)
  expect(await names('ref-250')).toEqual([250])
  expect(await index()).toMatchObject({ have: 150, problem: 'vendor_busy' })
  vendor.instead = () => undefined
  await desk.clock.advance(4 * minute)
  expect(await index()).toMatchObject({ have: 250, problem: null })
})

test('reports a list with a skipped page as short, although the totals agree', async () => {
  const vendor = createCatalogVendor(catalogItems(300))
  vendor.claims = { total: 100, last_page: 1 }
  const { look, index, desk } = await setUp(vendor)
  vendor.instead = (page) => (page === 2 ? failing(500) : undefined)
  await look(3 * minute)
  expect(await index()).toMatchObject({ have: 200, is_whole: false })
  vendor.instead = () => undefined
  await desk.clock.advance(4 * minute)
  expect(await index()).toMatchObject({ have: 300, is_whole: true })
})

test('deletes nothing while a page keeps failing, until a whole walk did not find it', async () => {
  const { vendor, look, names, index } = await setUp()
  await look(1000)
  vendor.instead = (page) => (page === 2 ? failing(500) : undefined)
  vendor.items.splice(110, 1)
  for (let each = 0; each < 30; each += 1) await look(2 * minute)
  expect(vendor.asked.filter((page) => page === 1).length).toBeGreaterThan(3)
  expect(await index()).toMatchObject({ have: 250 })
  expect(await names('ref-150')).toEqual([150])
  vendor.instead = () => undefined
  await look(20 * minute)
  expect(await index()).toMatchObject({ have: 249, problem: null })
  expect(await names('ref-111')).toEqual([])
})

test('does not count a walk with a skipped page as one of two that missed an item', async () => {
  const { vendor, look, names, desk } = await setUp()
  await look(1000)
  vendor.instead = (page) => (page === 2 ? failing(500) : undefined)
  await look(17 * minute)
  // A row is removed before the page that it would have started: this walk misses it.
  vendor.instead = (page) => {
    if (page === 2 && vendor.items.length === 250) vendor.items.shift()
    return undefined
  }
  const walks = () => vendor.asked.filter((page) => page === 1).length
  for (const before = walks(); walks() === before;) await desk.clock.advance(1000)
  await desk.clock.advance(10_000)
  expect(vendor.items).toHaveLength(249)
  expect(await names('ref-101')).toEqual([101])
})

test('backs off from a vendor that is down, and skips no page', async () => {
  const { vendor, look, index } = await setUp()
  vendor.instead = () => failing(500)
  await look(60 * minute)
  expect(vendor.asked.length).toBeLessThan(18)
  expect(Math.max(...vendor.asked)).toBe(2)
  expect(await index()).toMatchObject({ have: 0, problem: 'vendor_busy' })
  vendor.instead = () => undefined
  await look(6 * minute)
  expect(await index()).toMatchObject({ have: 250, problem: null })
})

test('gathers items without categories if those cannot be read', async () => {
  const vendor = createCatalogVendor(catalogItems(250))
  const { look, index } = await setUp({
    ...vendor,
    fetch: (request) => (request.url.includes('/categories') ? Promise.resolve(failing(500)) : vendor.fetch(request)),
  })
  await look(30_000)
  expect(await index()).toMatchObject({ have: 250, problem: null })
})

// Restarts.

test('continues an interrupted walk after a restart, with the cached items at once', async () => {
  const cache = createMemoryCatalogCache()
  const first = await setUp(createCatalogVendor(catalogItems(250)), cache)
  await first.look(200)
  first.stop()
  await first.desk.clock.advance(60_000)
  expect(first.vendor.asked).toEqual([1, 2])
  first.vendor.instead = () => failing(500)
  const second = await setUp(first.vendor, cache)
  expect(await second.names('ref-150')).toEqual([150])
  expect(await second.names('ref-250')).toEqual([])
  first.vendor.instead = () => undefined
  await second.desk.clock.advance(2000)
  expect(second.vendor.asked).toEqual([1, 2, 3, 3])
  expect(await second.names('ref-250')).toEqual([250])
  expect(await second.index()).toMatchObject({ have: 250, total: 250, problem: null })
})

/** Restarts so that the cached items are loaded in two parts, the second one slowly. */
async function restartSlowly() {
  const kept = createMemoryCatalogCache()
  const first = await setUp(createCatalogVendor(catalogItems(250)), kept)
  await first.look(1000)
  first.stop()
  const { promise: isThere, resolve: come, reject: fail } = Promise.withResolvers<void>()
  const list: CatalogCache['list'] = async (after, limit) => {
    if (after !== undefined) await isThere
    return kept.list(after, limit)
  }
  return { ...(await setUp(first.vendor, { ...kept, list })), come, fail }
}

test('reports nothing as missing after a restart until all cached items are loaded', async () => {
  const { desk, search, vendor, come } = await restartSlowly()
  expect(await search('?q=item')).toMatchObject({
    meta: { total: 200 },
    index: { have: 200, total: 250, fresh_at: null, is_whole: false, problem: null },
  })
  come()
  await desk.clock.advance(0)
  expect(await search('?q=item')).toMatchObject({
    meta: { total: 250 },
    index: { have: 250, total: 250, fresh_at: '2026-11-20T12:00:00.400Z', is_whole: true },
  })
  expect(vendor.asked).toHaveLength(3)
})

test('does not match an order’s lines against half of the cache', async () => {
  const { desk, matches, come } = await restartSlowly()
  let found: readonly unknown[] | undefined
  void matches('REF-1').then((those) => (found = those.matches))
  await desk.clock.advance(0)
  expect(found).toBeUndefined()
  come()
  await desk.clock.advance(0)
  expect(found).toMatchObject([{ line: 'L1', by: 'reference' }])
})

test('does not make an order wait for an unreadable cache', async () => {
  const { desk, index, matches, fail } = await restartSlowly()
  fail(new StoreUnavailable('Damaged.'))
  await desk.clock.advance(0)
  expect(await index()).toMatchObject({ fresh_at: null, is_whole: false, problem: 'store_unavailable' })
  expect(await matches('REF-99')).toEqual({ matches: [], catalog_state: 'growing' })
})

test('reads nothing after a restart until a walk is due', async () => {
  const cache = createMemoryCatalogCache()
  const first = await setUp(createCatalogVendor(catalogItems(250)), cache)
  await first.look(1000)
  first.stop()
  const second = await setUp(first.vendor, cache)
  await second.look(10 * minute)
  expect(second.vendor.asked).toHaveLength(3)
  expect(await second.index()).toMatchObject({ have: 250, fresh_at: '2026-11-20T12:00:00.400Z' })
  await second.look(5 * minute + 1000)
  expect(second.vendor.asked).toHaveLength(4)
})

test('reports a broken cache, and continues with what it then has', async () => {
  const memory = createMemoryCatalogCache()
  let isBroken = false
  const cache: CatalogCache = {
    ...memory,
    put: (...args) => (isBroken ? Promise.reject(new StoreUnavailable('Full.')) : memory.put(...args)),
    read: (...args) => (isBroken ? Promise.reject(new StoreUnavailable('Full.')) : memory.read(...args)),
  }
  const { desk, look, index } = await setUp(createCatalogVendor(catalogItems(250)), cache)
  await look(0)
  isBroken = true
  await desk.clock.advance(1000)
  const answer = await desk.ask(`${path}?q=item`)
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'store_unavailable' }])
  expect(await (await desk.ask('/api/desk/orders')).json()).not.toMatchObject({
    meta: { alarms: [{ code: 'store_unavailable' }] },
  })
  isBroken = false
  expect(await index()).toMatchObject({ have: 100, problem: 'store_unavailable' })
  await desk.clock.advance(2 * minute)
  expect(await index()).toMatchObject({ have: 250, problem: null })
})

// With orders.

test('reads a new order before the next page', async () => {
  const desk = await openTestDesk()
  const { id } = desk.vendor.placeOrder()
  // A tablet pages through the list as fast as it can, and the walk continues.
  await desk.ask(path)
  const pages = Array.from({ length: 60 }, (_, page) => desk.ask(`/api/developer/v1/items?page=${page + 1}`))
  await desk.clock.advance(0)
  const before = desk.asked().length
  await desk.notify(JSON.stringify({ order_id: id }))
  await desk.clock.advance(100)
  expect(desk.asked()[before]).toBe(`GET /api/developer/v1/orders/${id}`)
  await desk.clock.advance(10_000)
  expect(new Set((await Promise.all(pages)).map(({ status }) => status))).toEqual(new Set([200]))
})
