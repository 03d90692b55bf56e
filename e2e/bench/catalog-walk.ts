import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { createCatalogThread } from '#server/node/catalog/catalog-thread.ts'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'
import { itemCount, pagesAsBytes, queries, shopVendor } from './catalog-shop.ts'
import { hurriedClock } from './hurried-clock.ts'
import { timeRows, type Row } from './row.ts'
import { median } from './spread.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // The flag above adds it.

/** Of the whole process, including the catalog's thread. */
function residentMiB(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage.rss() / 2 ** 20
}

/** The duration of each call, in ms. */
async function timed(count: number, call: (at: number) => unknown, restMs = 0): Promise<readonly number[]> {
  const found: number[] = []
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now()
    await call(at)
    found.push(performance.now() - begun)
    if (restMs > 0) await sleep(restMs)
  }
  return found
}

/** The longest delay of the event loop during a run, in ms beyond the timer's own. */
async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  // Garbage of earlier measurements must not be collected during this one.
  collectGarbage()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await run()
  delay.disable()
  return Math.max(0, delay.max / 1e6 - 1)
}

const row = (name: string, unit: string, value: number, peer: string, peerValue: number): Row => ({
  name,
  unit,
  value,
  peer,
  peerValue,
})

const items = '/api/desk/catalog/items'

/** The state of the index. */
async function stateOf(desk: TestDesk): Promise<CatalogIndex> {
  const answer = await (await desk.ask(`${items}/none`)).json()
  return (answer as { readonly data: { readonly index: CatalogIndex } }).data.index
}

async function until(desk: TestDesk, isSo: (state: CatalogIndex) => boolean, restMs: number): Promise<void> {
  while (!isSo(await stateOf(desk))) await sleep(restMs)
}

const textsOf = (pages: readonly Buffer[]): readonly string[] =>
  pages
    .flatMap((page) => (JSON.parse(String(page)) as { readonly data: readonly CatalogItem[] }).data) // As the shop wrote it.
    .map(({ name, sku }) => normalizeForSearch(`${name.en}|${name.ar}|${sku}`))

/** Webhooks of orders, each from request to answer, with a short pause between them. */
const webhooks = (desk: TestDesk, from: number, count: number) =>
  timed(count, (at) => desk.tell(JSON.stringify({ order_id: String(from + at) })), 5)

/** The same until a promise resolves. */
async function webhooksDuring(desk: TestDesk, from: number, over: Promise<unknown>): Promise<readonly number[]> {
  let isOver = false
  void over.then(() => (isOver = true))
  const times: number[] = []
  while (!isOver) times.push(...(await webhooks(desk, from + times.length, 1)))
  return times
}

/** A desk whose catalog runs in a thread of its own. */
function openDesk(folder: string, pages: readonly Buffer<ArrayBuffer>[]) {
  const closing = new AbortController()
  const script = new URL('catalog-worker.ts', import.meta.url)
  const thread = createCatalogThread(
    { file: join(folder, 'desk.db.catalog'), vendorBaseUrl: 'https://vendor.test' },
    script,
  )
  const desk = createTestDesk({ fetch: shopVendor(pages), clock: hurriedClock(), openCatalog: thread.open })
  return {
    desk,
    begin: () => desk.open(closing.signal),
    async close() {
      closing.abort()
      await thread.close()
    },
  }
}

const isWalked = ({ fresh_at }: CatalogIndex): boolean => fresh_at !== null

/** How a catalog walk and simultaneous notifications slow each other. */
async function walkBeside(folder: string, pages: readonly Buffer<ArrayBuffer>[]) {
  const { desk, begin, close } = openDesk(folder, pages)
  await begin()
  // Warm-up.
  await webhooks(desk, 1, 300)
  const calm = await webhooks(desk, 1001, 300)
  await until(desk, ({ have }) => have > 0, 1)
  const walk = until(desk, isWalked, 100)
  let busy: readonly number[] = []
  const block = await longestBlock(async () => (busy = await webhooksDuring(desk, 2001, walk)))
  await close()
  return { calm, busy, block }
}

/** 100,000 items: indexing and finding them, and the effect on everything else. */
export async function catalog(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  const pages = pagesAsBytes()
  try {
    const beside = await walkBeside(mkdtempSync(join(folder, 'beside-')), pages)

    const first = openDesk(folder, pages)
    const { desk } = first
    await first.begin()
    const begun = performance.now()
    await until(desk, ({ have }) => have > 0, 1)
    const firstSearch = performance.now() - begun

    const cpu = process.cpuUsage()
    const haveBefore = (await stateOf(desk)).have
    const walkBlock = await longestBlock(() => until(desk, isWalked, 500))
    const { user, system } = process.cpuUsage(cpu)
    const pagesWalked = (itemCount - haveBefore) / 100

    const parse = await timed(200, (at) => JSON.parse(String(pages[at])))
    const idleBlock = await longestBlock(() => sleep(3000))
    const search = await timed(400, (at) =>
      desk.ask(`${items}?q=${encodeURIComponent(queries[at % queries.length] ?? '')}`).then((each) => each.text()),
    )

    const second = openDesk(folder, pages)
    const before = residentMiB()
    await second.begin()
    const restarted = performance.now()
    const loadBlock = await longestBlock(() => until(second.desk, ({ have }) => have === itemCount, 20))
    const load = performance.now() - restarted
    const memory = residentMiB() - before

    const texts = textsOf(pages)
    const json = pages.reduce((sum, each) => sum + each.length, 0) / 2 ** 20
    const loop = await timed(400, (at) => {
      const sought = normalizeForSearch(queries[at % queries.length] ?? '')
      return texts.filter((text) => text.includes(sought)).length
    })
    await first.close()
    await second.close()
    const page = median(parse)
    return [
      row('catalog, from the first look to the first find', 'ms', firstSearch, 'parsing one page', page),
      row('catalog, work for one page of 100', 'ms', (user + system) / 1000 / pagesWalked, 'parsing it', page),
      row('catalog, longest block during the walk', 'ms', walkBlock, 'the same process at rest', idleBlock),
      row('the same while notifications come', 'ms', beside.block, 'the same process at rest', idleBlock),
      ...timeRows('catalog, search among 100,000', search, ['a plain loop over texts', loop], [0.5, 0.95]),
      row('catalog, memory for 100,000', 'MiB', memory, 'their JSON', json),
      row('catalog, all found again after a restart', 'ms', load, 'parsing all pages', page * pages.length),
      row('catalog, longest block after a restart', 'ms', loadBlock, 'the same process at rest', idleBlock),
      ...timeRows('webhook during the walk', beside.busy, ['without a walk', beside.calm], [0.5, 0.95]),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
