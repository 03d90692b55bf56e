import { expect, onTestFinished, test } from 'vitest'
import type { CachedItem, CatalogCache, SeenEntry, WalkState } from '#server/catalog/catalog-cache.ts'
import { entryOf } from '#server/catalog/catalog-entry.ts'
import { firstPlace } from '#server/catalog/catalog-walk.ts'

// The contract of every catalog cache.

const state: WalkState = {
  place: { ...firstPlace(3), page: 7, seen: 600, total: 2140 },
  endedAt: 1000,
  unsure: 1,
  unbroken: 2,
  isShort: false,
}

export const cached = (key: string, item: Partial<CachedItem> = {}): CachedItem => ({
  key,
  text: `{"id":${JSON.stringify(key)}}`,
  entry: entryOf(key, { name: key }),
  walk: 1,
  ...item,
})

/** The listed part of it. */
export const seen = ({ entry, walk }: CachedItem): SeenEntry => ({ entry, walk })
const keysOf = (items: readonly SeenEntry[]) => items.map(({ entry }) => entry.key)

/** Tests a cache; `create` makes a new, empty one. */
export function testCatalogCache(name: string, create: () => Promise<CatalogCache>): void {
  async function openCache(): Promise<CatalogCache> {
    const cache = await create()
    onTestFinished(() => cache.close())
    return cache
  }

  test(`${name}: is empty at first`, async () => {
    const cache = await openCache()
    expect(await cache.state()).toBeUndefined()
    expect(await cache.categories()).toEqual([])
    expect(await cache.list(undefined, 10)).toEqual([])
    expect(await cache.read(['1'])).toEqual([undefined])
    expect(await cache.read([])).toEqual([])
    expect(await cache.forgetBefore(9, 10)).toEqual([])
  })

  test(`${name}: stores a page with the position of the walk`, async () => {
    const cache = await openCache()
    await cache.put([cached('a'), cached('b')], state)
    expect(await cache.state()).toEqual(state)
    expect(await cache.list(undefined, 10)).toEqual([cached('a'), cached('b')].map(seen))
    await cache.put([], { ...state, endedAt: null })
    expect(await cache.state()).toEqual({ ...state, endedAt: null })
    expect(await cache.list(undefined, 10)).toHaveLength(2)
  })

  test(`${name}: returns items in the requested order, with gaps for missing ones`, async () => {
    const cache = await openCache()
    await cache.put([cached('a'), cached('b'), cached('c')], state)
    expect(await cache.read(['c', 'x', 'a'])).toEqual(['{"id":"c"}', undefined, '{"id":"a"}'])
  })

  test(`${name}: keeps the newest item of a key, within a page and across pages`, async () => {
    const cache = await openCache()
    await cache.put([cached('a', { text: '1' }), cached('a', { text: '2' })], state)
    expect(await cache.read(['a'])).toEqual(['2'])
    await cache.put([cached('a', { text: '3', walk: 2 })], state)
    expect(await cache.list(undefined, 10)).toEqual([seen(cached('a', { walk: 2 }))])
  })

  test(`${name}: lists each item once, in batches`, async () => {
    const cache = await openCache()
    const keys = Array.from({ length: 450 }, (_, id) => `~${id * 7}`)
    await cache.put(
      keys.map((key) => cached(key)),
      state,
    )
    const found: string[] = []
    for (let after: string | undefined; ;) {
      const some = keysOf(await cache.list(after, 100))
      if (some.length === 0) break
      found.push(...some)
      after = some.at(-1)
    }
    expect(found).toEqual(keys.toSorted())
  })

  test(`${name}: deletes items not seen since a walk, in batches`, async () => {
    const cache = await openCache()
    await cache.put(
      [1, 2, 3, 4, 5].map((id) => cached(String(id), { walk: id })),
      state,
    )
    const first = await cache.forgetBefore(4, 2)
    expect(first).toHaveLength(2)
    expect([...first, ...(await cache.forgetBefore(4, 2))].toSorted()).toEqual(['1', '2', '3'])
    expect(keysOf(await cache.list(undefined, 9))).toEqual(['4', '5'])
  })

  test(`${name}: returns the last saved categories`, async () => {
    const cache = await openCache()
    await cache.saveCategories([
      [1, null],
      [2, 1],
    ])
    await cache.saveCategories([[3, 9]])
    expect(await cache.categories()).toEqual([[3, 9]])
  })

  test(`${name}: keeps digits, NUL and lone surrogates in an item`, async () => {
    const cache = await openCache()
    const text = '{"id":12345678901234567890,"name":"\\u0000\\ud800 قهوة"}'
    await cache.put([cached('a', { text })], state)
    expect(await cache.read(['a'])).toEqual([text])
  })
}
