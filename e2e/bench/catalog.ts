import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CatalogIndex } from '#contract/desk/catalog.ts'
import type { CatalogItem } from '#contract/vendor/catalog.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { createCatalogThread } from '#server/node/catalog/catalog-thread.ts'
import { createTestDesk, type TestDesk } from '#testing/desk.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { pagesAsBytes, queries, shopVendor } from './catalog-shop.ts'
import { row, timeRows, type Row } from './figures.ts'
import { hurriedClock } from './hurried-clock.ts'

const searches = 400
const items = '/api/desk/catalog/items'
const queryAt = (at: number): string => queries[at % queries.length] ?? ''

/**
 * 100,000 items on a desk whose catalog has a thread of its own, as always: how long its loop is blocked while the
 * catalog is read and notifications come, and how long a search takes.
 */
export async function catalog(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'))
  const pages = pagesAsBytes()
  const closing = new AbortController()
  const thread = createCatalogThread(
    { file: join(folder, 'desk.db.catalog'), vendorBaseUrl: 'https://vendor.test' },
    new URL('catalog-worker.ts', import.meta.url),
  )
  const desk = createTestDesk({ fetch: shopVendor(pages), clock: hurriedClock(), openCatalog: thread.open })
  try {
    await desk.open(closing.signal)
    await until(desk, ({ have }) => have > 0, 1)
    const walk = until(desk, ({ fresh_at }) => fresh_at !== null, 100)
    const block = await longestBlock(() => notifyDuring(desk, walk))
    const idleBlock = await longestBlock(() => sleep(3000))
    const search = await timed((query) =>
      desk.ask(`${items}?q=${encodeURIComponent(query)}`).then((answer) => answer.text()),
    )
    const texts = textsOf(pages)
    const loop = await timed((query) => {
      const wanted = normalizeForSearch(query)
      return texts.filter((text) => text.includes(wanted)).length
    })
    return [
      ...timeRows('catalog, search among 100,000', search, ['a plain loop over texts', loop], [0.95]),
      row('catalog, longest block while it is read', 'ms', block, 'the same process at rest', idleBlock),
    ]
  } finally {
    closing.abort()
    await thread.close()
    rmSync(folder, { recursive: true })
  }
}

/** The duration of each search, in ms. */
async function timed(find: (query: string) => unknown): Promise<readonly number[]> {
  const found: number[] = []
  for (let at = 0; at < searches; at += 1) {
    const begun = performance.now()
    await find(queryAt(at))
    found.push(performance.now() - begun)
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

/** Waits for a state of the index. */
async function until(desk: TestDesk, isSo: (state: CatalogIndex) => boolean, restMs: number): Promise<void> {
  for (;;) {
    const answer = (await (await desk.ask(`${items}/none`)).json()) as { data: { readonly index: CatalogIndex } }
    if (isSo(answer.data.index)) return
    await sleep(restMs)
  }
}

/** Sends notifications of orders, one after the other, until a promise resolves. */
async function notifyDuring(desk: TestDesk, over: Promise<unknown>): Promise<void> {
  let isOver = false
  void over.then(() => (isOver = true))
  for (let id = 1; !isOver; id += 1) {
    await desk.notify(JSON.stringify({ order_id: String(id) }))
    await sleep(5)
  }
}

const textsOf = (pages: readonly Buffer[]): readonly string[] =>
  pages
    .flatMap((page) => (JSON.parse(String(page)) as { readonly data: readonly CatalogItem[] }).data) // As the shop wrote it.
    .map(({ name, sku }) => normalizeForSearch(`${name.en}|${name.ar}|${sku}`))
