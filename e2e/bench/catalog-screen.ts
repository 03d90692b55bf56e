import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { entryOf, keyOf } from '#server/catalog/catalog-entry.ts'
import { firstPlace } from '#server/catalog/catalog-walk.ts'
import { openCatalogCache } from '#server/node/catalog/catalog-sqlite.ts'
import { startShop } from '../shop-process.ts'
import { launchChromium, newTablet } from '../tablet.ts'
import { itemCount, shopPages } from './catalog-shop.ts'
import { median, row, type Row } from './figures.ts'
import { scroll, slowed } from './jank.ts'
import { startBare } from './start-bare.ts'

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

/** Scrolling a page of 100 found items on a tablet, beside a bare page of 300 cards. */
export async function catalogScreen(): Promise<readonly Row[]> {
  const browser = await launchChromium()
  const bare = await startBare()
  const shop = await startShop(3600, { LOG_LEVEL: 'warn' }, fill)
  const [cookie = ''] = await shop.admit(1)
  const page = await (await newTablet(browser, shop.desk.url, cookie)).newPage()
  await page.goto(`${shop.desk.url}/catalog/items?q=coffee`)
  await page.locator('[data-row]').nth(99).waitFor({ timeout: 60_000 })
  const box = await page.locator('[data-row]').first().boundingBox()
  const ours = await lateFrames(page, (box?.x ?? 0) + 40, (box?.y ?? 0) + 20)
  const floor = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await floor.goto(`${bare.url}/board`)
  await sleep(500)
  const floors = await lateFrames(floor, 200, 300)
  await browser.close()
  await Promise.all([shop.stop(), bare.stop()])
  return [row('scrolling 100 items at 4× CPU, frames over 25 ms', '%', ours, 'bare page, 300 cards', floors)]
}

/** The median of five runs, because one frame of a hundred is easily late by chance; a first run does not count. */
async function lateFrames(page: Page, x: number, y: number): Promise<number> {
  const found: number[] = []
  for (let run = 0; run <= 5; run += 1) found.push(await slowed(page, () => scroll(page, x, y)))
  return median(found.slice(1))
}
