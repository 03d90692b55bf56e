import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#contract/system-clock.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { overFetch } from '#server/vendor/vendor-transport.ts'
import { createVendor } from '#server/vendor/vendor.ts'
import { catalogItems, createCatalogVendor } from '#testing/catalog-vendor.ts'
import { createTestClock } from '#testing/clock.ts'
import { createCatalogThread } from './catalog-thread.ts'

const vendorBaseUrl = 'https://vendor.test'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The catalog in its own thread, on a vendor with 150 items. */
function openThread(folder: string, { clock = systemClock, script = undefined as URL | undefined } = {}) {
  const logged: string[] = []
  const vendor = createCatalogVendor(catalogItems(150))
  const thread = createCatalogThread({ file: join(folder, 'desk.db.catalog'), vendorBaseUrl }, script)
  const way = createVendor({
    baseUrl: vendorBaseUrl,
    token: () => 'token',
    sendToVendor: overFetch(vendor.fetch),
    clock: systemClock,
    log: () => undefined,
  })
  const closing = new AbortController()
  const catalog = thread.open({ vendor: way, clock, log: (event) => logged.push(event) })
  const running = catalog.run(closing.signal)
  async function stop(): Promise<void> {
    closing.abort()
    await running
    await thread.close()
  }
  onTestFinished(stop)
  return { catalog, vendor, logged, stop, idsOf: async (q: string) => (await catalog.search({ q })).texts.map(idIn) }
}

const idIn = (text: string): unknown => (JSON.parse(text) as { readonly id: unknown }).id

test('gathers, finds, counts and reads items across the threads', async () => {
  const { catalog, idsOf } = openThread(createFolder())
  await expect.poll(() => idsOf('item 149'), { timeout: 20_000 }).toEqual([149])
  await expect.poll(async () => (await catalog.counts()).state.fresh_at, { timeout: 20_000 }).not.toBeNull()
  expect((await catalog.search({ q: 'item', page: '2' })).meta).toMatchObject({ current_page: 2, total: 150 })
  expect((await catalog.read('7')).text).toContain('"Item 7"')
  expect((await catalog.read('none')).text).toBeUndefined()
  const order = { id: '1', items: [{ id: 'L1', product: { id: '7', vendor_reference_id: 'REF-7' } }] }
  expect(await catalog.matches(order)).toMatchObject({
    matches: [{ line: 'L1', by: 'reference', item: { id: 7 } }],
    catalog_state: 'whole',
  })
})

test('has the gathered items for the next server, which requests nothing', async () => {
  const folder = createFolder()
  const first = openThread(folder)
  await expect.poll(async () => (await first.catalog.read('1')).state.fresh_at, { timeout: 20_000 }).not.toBeNull()
  await first.stop()
  const second = openThread(folder)
  await expect.poll(() => second.idsOf('item 149'), { timeout: 20_000 }).toEqual([149])
  expect(second.vendor.asked).toEqual([])
})

test('uses memory and logs it if the file cannot be used', async () => {
  const folder = createFolder()
  mkdirSync(join(folder, 'desk.db.catalog'))
  const { idsOf, logged } = openThread(folder)
  await expect.poll(() => idsOf('item 149').catch(() => []), { timeout: 20_000 }).toEqual([149])
  expect(logged).toContain('catalog_cache_unavailable')
})

test('passes the vendor’s failure across the threads', async () => {
  const { catalog, vendor } = openThread(createFolder())
  vendor.instead = () => Response.json({ message: 'Unauthenticated.' }, { status: 401 })
  await expect.poll(async () => (await catalog.read('1')).state.problem, { timeout: 20_000 }).toBe('vendor_auth_failed')
})

test('reports a crashed thread as unavailable, and restarts it after a minute', async () => {
  const folder = createFolder()
  const script = join(folder, 'broken.mjs')
  writeFileSync(script, 'throw new Error("out of order")')
  const clock = createTestClock()
  const { catalog, logged } = openThread(folder, { clock, script: pathToFileURL(script) })
  await expect.poll(() => logged, { timeout: 20_000 }).toEqual(['catalog_unavailable'])
  await expect(catalog.search({})).rejects.toThrow(StoreUnavailable)
  expect(await catalog.matches({ id: '1', items: [] })).toEqual({ matches: [], catalog_state: 'growing' })
  await clock.advance(60_000)
  await expect.poll(() => logged.length, { timeout: 20_000 }).toBe(2)
})

/** A thread that hangs at the first request, except for those in `answers`. */
function openHung(answers: string) {
  const folder = createFolder()
  const script = join(folder, 'hung.mjs')
  const begun = join(folder, 'begun')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
    import { parentPort } from 'node:worker_threads'
    appendFileSync(${JSON.stringify(begun)}, 'begun ')
    parentPort.on('message', ({ call, name }) => {
      if (name === '${answers}') {
        parentPort.postMessage({ answer: call })
        appendFileSync(${JSON.stringify(begun)}, name)
      }
      else if ('${answers}' === '') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`,
  )
  const clock = createTestClock()
  const thread = openThread(folder, { clock, script: pathToFileURL(script) })
  const stopSoon = async () => {
    const stopping = thread.stop()
    await clock.advance(3_000)
    await stopping
  }
  return { ...thread, clock, stopSoon, begun: () => (existsSync(begun) ? readFileSync(begun, 'utf8') : '') }
}

test('ends a hung thread after 10 s, and restarts it after a minute', async () => {
  const { catalog, clock, logged, begun, stopSoon } = openHung('')
  await expect.poll(begun, { timeout: 20_000 }).toBe('begun ')
  const searched = catalog.search({}).catch((error: unknown) => error)
  await clock.advance(10_000)
  expect(await searched).toBeInstanceOf(StoreUnavailable)
  expect(logged).toEqual([])
  await clock.advance(10_000)
  await expect.poll(() => logged, { timeout: 20_000 }).toEqual(['catalog_unavailable'])
  await clock.advance(60_000)
  await expect.poll(begun, { timeout: 20_000 }).toBe('begun begun ')
  void catalog.counts().catch(() => undefined)
  await stopSoon()
})

test('does not end a thread that is slow but responsive', async () => {
  const { catalog, clock, logged, begun, stopSoon } = openHung('isThere')
  await expect.poll(begun, { timeout: 20_000 }).toBe('begun ')
  const searched = catalog.search({}).catch((error: unknown) => error)
  await clock.advance(10_000)
  expect(await searched).toBeInstanceOf(StoreUnavailable)
  await expect.poll(begun, { timeout: 20_000 }).toBe('begun isThere')
  await clock.advance(20_000)
  expect([logged, begun()]).toEqual([[], 'begun isThere'])
  await stopSoon()
})

test('logs a thread that cannot start as a bug, and retries after a minute', async () => {
  const clock = createTestClock()
  const { logged } = openThread(createFolder(), { clock, script: new URL('https://not-a-file.test') })
  await clock.advance(0)
  expect(logged).toEqual(['failed'])
  await clock.advance(60_000)
  expect(logged).toEqual(['failed', 'failed'])
})

test('is unavailable before it is started', async () => {
  const thread = createCatalogThread({ file: join(createFolder(), 'c'), vendorBaseUrl })
  const vendor = { call: () => Promise.reject(new Error('not asked')) }
  const catalog = thread.open({ vendor, clock: systemClock, log: () => undefined })
  await expect(catalog.counts()).rejects.toThrow(StoreUnavailable)
  await thread.close()
})
