import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { noneEnded, type CatalogCache, type WalkState } from '#server/catalog/catalog-cache.ts'
import { firstPlace } from '#server/catalog/catalog-walk.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { cached, seen } from '#testing/catalog-cache-suite.ts'
import { openCatalogCache } from './catalog-sqlite.ts'

const state: WalkState = { ...noneEnded, place: { ...firstPlace(1), page: 2 } }
const vendorBaseUrl = 'https://vendor.test'

function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'catalog.db')
  const logged: string[] = []
  return {
    file,
    logged,
    open(url = vendorBaseUrl, path = file): CatalogCache {
      const cache = openCatalogCache({ file: path, vendorBaseUrl: url, log: (event) => logged.push(event) })
      onTestFinished(() => cache.close())
      return cache
    },
  }
}

/** Writes a cache with one item, and closes it. */
async function fill({ open }: ReturnType<typeof createPlace>): Promise<void> {
  const cache = open()
  await cache.put([cached('a')], state)
  await cache.saveCategories([[1, null]])
  await cache.close()
}

test('has the gathered items after a restart', async () => {
  const place = createPlace()
  await fill(place)
  const cache = place.open()
  expect(await cache.state()).toEqual(state)
  expect(await cache.list(undefined, 9)).toEqual([seen(cached('a'))])
  expect(await cache.categories()).toEqual([[1, null]])
})

test('has the written items after the process was killed', async () => {
  const place = createPlace()
  await place.open().put([cached('a')], state)
  expect(await place.open().state()).toEqual(state)
})

test('discards items of another vendor', async () => {
  const place = createPlace()
  await fill(place)
  const cache = place.open('https://other.test')
  expect(await cache.state()).toBeUndefined()
  expect(await cache.list(undefined, 9)).toEqual([])
  await cache.close()
  expect(await place.open('https://other.test').state()).toBeUndefined()
})

const harm: Readonly<Record<string, (file: string) => void>> = {
  'another version': (file) => {
    const database = new DatabaseSync(file)
    database.exec('pragma user_version = 99')
    database.close()
  },
  'a file that is no database': (file) => writeFileSync(file, 'no database at all, '.repeat(500)),
  'an empty file': (file) => truncateSync(file, 0),
  'a missing table': (file) => {
    const database = new DatabaseSync(file)
    database.exec('drop table facts')
    database.close()
  },
}

test.each(Object.entries(harm))('recreates %s, and works', async (_name, spoil) => {
  const place = createPlace()
  await fill(place)
  spoil(place.file)
  const cache = place.open()
  expect(await cache.state()).toBeUndefined()
  await cache.put([cached('b')], state)
  expect(await cache.read(['a', 'b'])).toEqual([undefined, cached('b').text])
})

test('recreates a file that is found damaged during use', async () => {
  const place = createPlace()
  const cache = place.open()
  await cache.put(
    Array.from({ length: 2000 }, (_, id) => cached(`k${id}`, { text: 'x'.repeat(500) })),
    state,
  )
  await cache.close()
  const bytes = readFileSync(place.file)
  bytes.fill(0x5a, bytes.length / 2)
  writeFileSync(place.file, bytes)
  const damaged = place.open()
  const keys = Array.from({ length: 2000 }, (_, id) => `k${id}`)
  await expect(damaged.read(keys)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(place.logged).toEqual(['catalog_cache_damaged'])
  expect(await damaged.state()).toBeUndefined()
  await damaged.put([cached('b')], state)
  expect(await damaged.list(undefined, 9)).toEqual([seen(cached('b'))])
})

test('uses memory if no file can be created', async () => {
  const place = createPlace()
  mkdirSync(place.file)
  const cache = place.open()
  await cache.put([cached('a')], state)
  expect(await cache.list(undefined, 9)).toEqual([seen(cached('a'))])
  expect(place.logged).toEqual(['catalog_cache_unavailable'])
})

test.skipIf(process.platform === 'win32')('creates files that only the server can read', async () => {
  const place = createPlace()
  await fill(place)
  expect((statSync(place.file).mode & 0o777).toString(8)).toBe('600')
})

test('is unavailable after it was closed', async () => {
  const cache = createPlace().open()
  await cache.close()
  await expect(cache.list(undefined, 1)).rejects.toBeInstanceOf(StoreUnavailable)
  await cache.close()
})
