import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { entryOf, keyOf } from '#server/catalog/catalog-entry.ts'
import { firstPlace } from '#server/catalog/catalog-walk.ts'
import { openCatalogCache } from '#server/node/catalog/catalog-sqlite.ts'
import { chromiumPath } from '../chromium.ts'
import { startShop } from '../shop-process.ts'
import { newTablet } from '../torture/suffer.ts'
import { itemCount, shopPages } from './catalog-shop.ts'
import { scroll, slowed, type Jank } from './jank.ts'
import type { Row } from './row.ts'
import { median, spread } from './spread.ts'
import { startBare } from './start-bare.ts'

const searches = 25

/** Fills the catalog as if all 100,000 items had been read. */
async function fill(file: string, vendorBaseUrl: string): Promise<void> {
  const cache = openCatalogCache({ file: `${file}.catalog`, vendorBaseUrl, log: () => undefined })
  const state = {
    place: { ...firstPlace(2), total: itemCount },
    endedAt: Date.now(),
    unsure: 0,
    unbroken: 1,
    isShort: false,
  }
  for (const page of shopPages()) {
    const { data } = JSON.parse(page) as { readonly data: readonly unknown[] } // As the shop wrote it.
    const items = data.map((raw) => {
      const text = JSON.stringify(raw)
      const key = keyOf(raw, text)
      return { key, text, entry: entryOf(key, raw), walk: 1 }
    })
    await cache.put(items, state)
  }
  await cache.close()
}

/** 100,000 items on a tablet: from the last key of a search to its rows, and scrolling a page of them. */
export async function catalogScreen(): Promise<readonly Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const bare = await startBare()
  const shop = await startShop(3600, { LOG_LEVEL: 'warn' }, fill)
  const [cookie = ''] = await shop.admit(1)
  const context = await newTablet(browser, shop.desk.url, cookie)
  const page = await context.newPage()
  await page.goto(`${shop.desk.url}/catalog/items?q=item`)
  const field = page.getByRole('searchbox')
  await field.waitFor()
  // Until the index is searchable again: its keys are texts and are read back.
  await search(page, 'REF-99999', 60_000)
  const times: number[] = []
  for (let at = 1; at <= searches; at += 1) times.push(await search(page, `REF-${7001 + at * 3600}`))

  await page.goto(`${shop.desk.url}/catalog/items?q=coffee`)
  await page.locator('[data-row]').nth(99).waitFor()
  const box = await page.locator('[data-row]').first().boundingBox()
  const overRows = () => slowed(page, () => scroll(page, (box?.x ?? 0) + 40, (box?.y ?? 0) + 20))
  const atOnce = await overRows()
  const settled = await medianOf(overRows)
  const floor = await floorOf(browser, bare.url)
  await browser.close()
  await shop.stop()
  await bare.stop()
  const beside = 'the pause after the last key'
  return [
    { name: 'last key to painted rows, median', unit: 'ms', value: spread(times, 0.5), peer: beside, peerValue: 250 },
    { name: 'last key to painted rows, p95', unit: 'ms', value: spread(times, 0.95), peer: beside, peerValue: 250 },
    lateFrames('scrolling 100 items at 4× CPU, frames over 25 ms', settled, floor),
    lateFrames('the same as soon as they are there', atOnce.lateFramesPercent, floor),
  ]
}

/**
 * The median of five runs, because one frame of a hundred is easily late by chance. @returns late frames, in per cent.
 */
async function medianOf(run: () => Promise<Jank>): Promise<number> {
  const found: number[] = []
  while (found.length < 5) found.push((await run()).lateFramesPercent)
  return median(found)
}

const lateFrames = (name: string, ours: number, floor: number): Row => ({
  name,
  unit: '%',
  value: ours,
  peer: 'bare page, 300 cards',
  peerValue: floor,
})

async function floorOf(browser: Browser, url: string) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(`${url}/board`)
  await sleep(500)
  const overCards = () => slowed(page, () => scroll(page, 200, 300))
  // The first run is a warm-up, as with our rows.
  await overCards()
  return medianOf(overCards)
}

/** Types a reference. @returns how many ms later its row alone was painted. */
async function search(page: Page, reference: string, limitMs = 10_000): Promise<number> {
  const seen = page.evaluate(
    ([text, limit]) =>
      new Promise<number>((resolve, reject) => {
        let typedAt = 0
        document.addEventListener('input', () => (typedAt = performance.now()), { capture: true })
        setTimeout(() => reject(new Error(`No row ${text} was painted.`)), limit)
        const look = () => {
          const rows = [...document.querySelectorAll('[data-row]')]
          const isShown = rows.length === 1 && (document.querySelector('main')?.textContent ?? '').includes(text)
          if (typedAt === 0 || !isShown) return void requestAnimationFrame(look)
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - typedAt)))
        }
        look()
      }),
    [reference, limitMs] as const,
  )
  const field = page.getByRole('searchbox')
  await field.fill(reference)
  return seen
}
