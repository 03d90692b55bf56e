import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

// Size budgets of the page, which are the same on every machine. Timings fail no build.

const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url))
const kibibyte = 1024

/** KiB of script, compressed, until a screen is readable, in English: some 2 KiB more than when this was written. */
const scripts: Readonly<Record<string, number>> = {
  board: 123,
  'order-screen': 149,
  'history-screen': 143,
  'items-screen': 149,
  'item-screen': 146,
  'categories-screen': 144,
  'brands-screen': 142,
  'attributes-screen': 142,
  'enrol-screen': 143,
  'sign-in-screen': 143,
  tablets: 156,
  'staff-screen': 148,
  'printers-screen': 156,
  'rules-screen': 149,
  'alerts-screen': 150,
  'webhooks-screen': 149,
  'api-keys-screen': 147,
  'reference-screen': 148,
  'shops-screen': 150,
  'log-screen': 147,
  'connection-screen': 148,
  settings: 152,
  reports: 151,
  station: 147,
  display: 133,
  'training-screen': 140,
}

/** KiB of script, style and messages, compressed, and the number of files, 2 s after the first rows. */
const counterKiB = 156
const counterFiles = 7

/** Requests until the first rows, without icons. */
const requestsToRows = 6

/** DOM nodes of the whole page. */
const nodes = { 25: 970, 300: 3600 } as const

/** Elements that are restyled with a card: its lane, and the content of the screen. */
const aroundACard = 8

/** A file of the build with all its imports. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known
  known.add(file)
  const imports = readFileSync(join(assets, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)
  for (const [, imported = ''] of imports) closureOf(imported, known)
  return known
}

/** The file of a module; for message catalogs the English one, found by its text. */
function fileOf(name: string, says: string | RegExp = ''): string {
  const found = readdirSync(assets).filter(
    (file) =>
      file.startsWith(`${name}-`) &&
      file.length === `${name}-12345678.js`.length &&
      readFileSync(join(assets, file), 'utf8').match(says) !== null,
  )
  expect(found, `${name} "${says}"`).toHaveLength(1)
  return found[0] ?? ''
}

const kibibytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(assets, `${file}.br`)).size, 0) / kibibyte

/** Chunks loaded right after the first rows. */
const behind = ['background']
const ofCounter = ['order-screen', ...behind]

/** They have messages of their own. */
const ofAlerts = ['alerts-screen', 'settings']
const ofApiKeys = ['api-keys-screen', 'reference-screen']
const ofScreens = ['tablets', 'training-screen']

/** The navigation of Manage stands beside them. */
const ofManage = [
  'tablets',
  'staff-screen',
  'printers-screen',
  'rules-screen',
  'webhooks-screen',
  'shops-screen',
  'log-screen',
  'connection-screen',
  ...ofAlerts,
  ...ofApiKeys,
]

/** The display shows its messages in three languages in turn. */
const askAtCounter = ['Please ask at the counter', 'اسأل عند الكاونتر', 'Merci de vous adresser au comptoir']

/** Texts of the screens whose files are named like those of their messages. */
const textsOf: Readonly<Record<string, string>> = { station: 'station-ticket', display: 'display-columns' }

function filesOf(...names: readonly string[]): ReadonlySet<string> {
  const words = [fileOf('board', 'No orders waiting')]
  const isDisplay = names.includes('display')
  if (isDisplay) words.push(...askAtCounter.map((text) => fileOf('display', text)))
  else if (names.length > 0) words.push(fileOf('counter', 'Print ticket'))
  if (names.includes('station')) words.push(fileOf('station', 'Nothing to prepare'))
  else if (!isDisplay && names.some((name) => !ofCounter.includes(name))) words.push(fileOf('rest', 'Sign out'))
  if (names.includes('printers-screen')) words.push(fileOf('printers', 'Add a printer'))
  if (names.includes('webhooks-screen')) words.push(fileOf('webhooks', 'Add a webhook'))
  if (names.includes('rules-screen')) words.push(fileOf('rules', 'Try on the last 30 days'))
  if (names.some((name) => ofScreens.includes(name))) words.push(fileOf('screens', 'Pairs a display'))
  if (names.some((name) => ofAlerts.includes(name))) words.push(fileOf('alerts', 'Alert this phone'))
  if (names.includes('reports')) words.push(fileOf('report', 'Usual time to answer'))
  if (names.some((name) => ofApiKeys.includes(name))) words.push(fileOf('apiKeys', 'No API key yet'))
  if (names.includes('shops-screen')) words.push(fileOf('shops', 'All shops'))
  const beside = names.some((name) => ofManage.includes(name)) ? [fileOf('manage-nav')] : []
  const files = new Set<string>()
  for (const file of [fileOf('index'), ...words, ...beside, ...names.map((name) => fileOf(name, textsOf[name]))])
    for (const each of closureOf(file)) files.add(each)
  return files
}

test('loads no more script on any screen than budgeted', async ({ shop }) => {
  // The page is built when the shop has started.
  expect(shop.desk.url).not.toBe('')
  const heavier = Object.entries(scripts).flatMap(([screen, limit]) => {
    const weight = kibibytesOf(screen === 'board' ? filesOf() : filesOf(screen))
    return weight > limit ? [`${screen}: ${weight.toFixed(1)} of ${limit} KiB`] : []
  })
  expect(heavier).toEqual([])
})

test('loads the counter in few files: the page, its script, its messages, and the background work', async ({
  shop,
}) => {
  expect(shop.desk.url).not.toBe('')
  const files = filesOf(...behind)
  const page = statSync(join(assets, '../index.html.br')).size / kibibyte
  expect(files.size + 1).toBeLessThanOrEqual(counterFiles)
  expect(kibibytesOf(files) + page).toBeLessThanOrEqual(counterKiB)
})

test('shows the rows of the board after few requests', async ({ shop, page }) => {
  shop.vendor.placeOrder()
  await expect.poll(() => shop.readStore(async (store) => (await store.open()).length)).toBe(1)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Preloads have no type of their own, so all requests count, except icons.
    if (!/\.(?:svg|png|webmanifest)$/.test(pathname)) asked.push(pathname)
  })
  await shop.open('/')
  await page.getByRole('article').waitFor()
  const toRows = asked.slice(0, asked.indexOf('/api/desk/orders') + 1)
  expect(toRows.length, asked.join('\n')).toBeGreaterThan(2)
  expect(toRows.length, asked.join('\n')).toBeLessThanOrEqual(requestsToRows)
  // The page preloads exactly what the script then needs.
  expect(new Set(toRows).size, asked.join('\n')).toBe(toRows.length)
})

for (const screen of ['the board', 'an order'] as const) {
  test(`moves nothing on a phone while ${screen} loads, and shows the waiting orders`, async ({ shop, page }) => {
    const placed = (['ordinary', 'ordinary', 'ordinary', 'large'] as const).map((kind) => shop.vendor.placeOrder(kind))
    const readAll = async () =>
      shop.readStore(async (store) => (await store.open()).filter(({ order }) => order !== null).length)
    await expect.poll(readAll).toBe(placed.length)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      const shift = { sum: 0 }
      Object.assign(globalThis, { shift })
      new PerformanceObserver((list) => {
        // Newer than TypeScript's types.
        for (const entry of list.getEntries()) shift.sum += (entry as unknown as { readonly value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await shop.open(screen === 'the board' ? '/' : `/orders/${placed.at(-1)?.id}`)
    if (screen === 'the board') await expect(page.getByRole('article')).toHaveCount(placed.length)
    await settled(page, screen === 'the board')
    const moved = await page.evaluate(() => (globalThis as unknown as { shift: { sum: number } }).shift.sum) // As above.
    expect(moved).toBeLessThan(0.02)
  })
}

for (const orders of [25, 300] as const) {
  test(`builds a board of ${orders} orders from at most ${nodes[orders]} nodes`, async ({ shop, page }) => {
    test.setTimeout(180_000)
    shop.vendor.webhookHabits.times = 0
    const placed = Array.from({ length: orders }, () => shop.vendor.placeOrder())
    for (const order of placed.slice(orders / 5)) shop.vendor.orders.move(order, 'preparing')
    for (const { id } of placed) await shop.notify(id)
    const read = () =>
      shop.readStore(async (store) => (await store.open()).filter(({ order }) => order !== null).length)
    await expect.poll(read, { timeout: 120_000 }).toBe(orders)
    await shop.open('/')
    const waiting = Math.ceil(orders / 5)
    for (const [column, count] of [
      ['New', waiting],
      ['In progress', orders - waiting],
    ] as const) {
      const region = page.getByRole('region', { name: column })
      await expect(region.getByRole('heading', { name: `${column} ${count}` })).toBeVisible({ timeout: 30_000 })
      // Of a longer column, the cards that are scrolled near.
      await expect(region.getByRole('article')).toHaveCount(Math.min(count, 36))
    }
    await settled(page)
    expect(await page.locator('*').count()).toBeLessThanOrEqual(nodes[orders])
  })
}

/** Waits until all late content is there. */
async function settled(page: Page, hasMenu = true): Promise<void> {
  await page.getByRole('button', { name: 'Turn on sound' }).waitFor({ timeout: 30_000 })
  if (hasMenu) await page.getByRole('link', { name: 'Manage' }).waitFor()
  await page.getByRole('button', { name: 'Silence' }).waitFor()
}

interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly args?: { readonly elementCount?: number }
}

test('restyles only a new card, and not all links and buttons', async ({ shop, page, browser }) => {
  for (let count = 0; count < 20; count += 1) shop.vendor.placeOrder()
  // Content scrolled out of view is never styled.
  await page.setViewportSize({ width: 1280, height: 6000 })
  await shop.open('/')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] })
  const added = await page.evaluate(() => {
    const list = document.querySelector('#column-answer ul')
    const card = list?.lastElementChild?.cloneNode(true) as Element
    // Reading a height forces all pending styles.
    const styleAll = () => document.body.offsetHeight
    styleAll()
    performance.mark('card-comes')
    list?.append(card)
    styleAll()
    performance.mark('card-is-there')
    return card.querySelectorAll('*').length
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] }
  const at = (mark: string) => traceEvents.find(({ name }) => name === mark)?.ts ?? Number.NaN
  const styled = traceEvents
    .filter(({ name, ts }) => name === 'UpdateLayoutTree' && ts > at('card-comes') && ts < at('card-is-there'))
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0)
  expect(styled).toBeGreaterThan(0)
  expect(styled).toBeLessThanOrEqual(added + aroundACard)
})
