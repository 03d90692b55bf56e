import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

// What the page may cost: figures that are the same on every machine. Times fail no build.

const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url))
const kibibyte = 1024

/** KiB of script, compressed, until a screen can be read, in English. */
const scripts: Readonly<Record<string, number>> = {
  board: 118,
  'order-screen': 134,
  'closed-screen': 132,
  'items-screen': 140,
  'item-screen': 137,
  'categories-screen': 136,
  'brands-screen': 135,
  'attributes-screen': 135,
  'enrol-screen': 134,
  'sign-in-screen': 134,
  'tablets-screen': 140,
  'staff-screen': 135,
  'log-screen': 134,
  'settings-screen': 134,
  shift: 136,
}

/** KiB of script, style and sentences, compressed, that a counter has loaded 2 s after its rows, and in how many files. */
const counterKiB = 152
const counterFiles = 8

/** What is asked for until there are rows, but icons. */
const requestsToRows = 6

/** All nodes of the page, once what comes late is there. */
const nodes = { 25: 600, 300: 5000 } as const

/** Elements that are styled anew with a card: its lane's, and the whole screen's content. */
const aroundACard = 8

/** The files that a file of the build brings along, itself among them. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known
  known.add(file)
  const imports = readFileSync(join(assets, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)
  for (const [, imported = ''] of imports) closureOf(imported, known)
  return known
}

/** The file of a part; of the words of a shelf the English ones, by what they say. */
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

/** What is asked for behind the first rows. */
const behind = ['background', 'live-sync']
const ofCounter = ['order-screen', ...behind]

function filesOf(...names: readonly string[]): ReadonlySet<string> {
  const words = [fileOf('counter', 'No orders known')]
  const isOther = names.some((name) => !ofCounter.includes(name))
  if (isOther) words.push(fileOf('rest', 'Sign out'))
  const files = new Set<string>()
  for (const file of [fileOf('index'), ...words, ...names.map((name) => fileOf(name))])
    for (const each of closureOf(file)) files.add(each)
  return files
}

test('no screen loads more script than it may', async ({ shop }) => {
  // With a shop the page is built.
  expect(shop.desk.url).not.toBe('')
  const heavier = Object.entries(scripts).flatMap(([screen, limit]) => {
    const weight = kibibytesOf(screen === 'board' ? filesOf() : filesOf(screen))
    return weight > limit ? [`${screen}: ${weight.toFixed(1)} of ${limit} KiB`] : []
  })
  expect(heavier).toEqual([])
})

test('a counter has all that it needs in few files: the page, its script, its sentences, and what goes on behind', async ({
  shop,
}) => {
  expect(shop.desk.url).not.toBe('')
  const files = filesOf(...behind)
  const page = statSync(join(assets, '../index.html.br')).size / kibibyte
  expect(files.size + 1).toBeLessThanOrEqual(counterFiles)
  expect(kibibytesOf(files) + page).toBeLessThanOrEqual(counterKiB)
})

test('the board shows its rows after few requests', async ({ shop, page }) => {
  shop.vendor.placeOrder()
  await expect.poll(() => shop.readStore(async (store) => (await store.open()).length)).toBe(1)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What is asked for in advance has no kind of its own: all count, but icons.
    if (!/\.(?:svg|png|webmanifest)$/.test(pathname)) asked.push(pathname)
  })
  await shop.open('/')
  await page.getByRole('article').waitFor()
  const toRows = asked.slice(0, asked.indexOf('/api/desk/orders') + 1)
  expect(toRows.length, asked.join('\n')).toBeGreaterThan(2)
  expect(toRows.length, asked.join('\n')).toBeLessThanOrEqual(requestsToRows)
  // What the page asks for before its script is there is what the script then wants.
  expect(new Set(toRows).size, asked.join('\n')).toBe(toRows.length)
})

for (const screen of ['the board', 'an order'] as const) {
  test(`on a phone nothing moves while ${screen} is put together, and word of waiting orders comes`, async ({
    shop,
    page,
  }) => {
    const placed = (['ordinary', 'ordinary', 'ordinary', 'large'] as const).map((kind) => shop.vendor.placeOrder(kind))
    const readAll = async () =>
      shop.readStore(async (store) => (await store.open()).filter(({ order }) => order !== null).length)
    await expect.poll(readAll).toBe(placed.length)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript(() => {
      const shift = { sum: 0 }
      Object.assign(globalThis, { shift })
      new PerformanceObserver((list) => {
        // They are younger than the types.
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
  test(`a board of ${orders} orders has at most ${nodes[orders]} nodes`, async ({ shop, page }) => {
    test.setTimeout(180_000)
    shop.vendor.webhookHabits.times = 0
    const placed = Array.from({ length: orders }, () => shop.vendor.placeOrder())
    for (const order of placed.slice(orders / 5)) shop.vendor.orders.move(order, 'preparing')
    for (const { id } of placed) await shop.tell(id)
    const read = () =>
      shop.readStore(async (store) => (await store.open()).filter(({ order }) => order !== null).length)
    await expect.poll(read, { timeout: 120_000 }).toBe(orders)
    await shop.open('/')
    await expect(page.getByRole('article')).toHaveCount(orders, { timeout: 30_000 })
    await settled(page)
    expect(await page.locator('*').count()).toBeLessThanOrEqual(nodes[orders])
  })
}

/** What comes late is there. */
async function settled(page: Page, hasMenu = true): Promise<void> {
  await page.getByRole('button', { name: 'Turn on sound' }).waitFor({ timeout: 30_000 })
  if (hasMenu) await page.getByRole('link', { name: 'Settings' }).waitFor()
  await page.getByRole('button', { name: 'I have seen it' }).waitFor()
}

interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly args?: { readonly elementCount?: number }
}

test('a card that comes has the browser style that card, and not all links and buttons that are there', async ({
  shop,
  page,
  browser,
}) => {
  for (let count = 0; count < 20; count += 1) shop.vendor.placeOrder()
  // What is scrolled away is not styled in any case.
  await page.setViewportSize({ width: 1280, height: 6000 })
  await shop.open('/')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] })
  const added = await page.evaluate(() => {
    const list = document.querySelector('#lane-answer ul')
    const card = list?.lastElementChild?.cloneNode(true) as Element
    // To ask for a height has everything styled that is not.
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
