import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixture.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const demo = fileURLToPath(new URL('../dist-demo/', import.meta.url))

test('ships neither the simulator nor its service worker in the page', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:js|html)$/.test(file))
  const all = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n')
  expect(files).not.toContain('mockServiceWorker.js')
  // Texts that only one of the two has; the last line proves that the search works.
  for (const trace of [
    'mockServiceWorker',
    'Order cannot be accepted in its current state',
    'Little Khan Market',
    'practice-token',
  ]) {
    expect(all).not.toContain(trace)
  }
  expect(all).toContain('Accept order')
})

test('compresses files at build time and caches all but the page for ever', async ({ shop, request }) => {
  const index = await request.get(shop.desk.url, { headers: { 'Accept-Encoding': 'br' } })
  expect(index.headers()['cache-control']).toBe('no-cache')
  const script = /src="([^"]+\.js)"/.exec(await index.text())?.[1] ?? ''
  const answer = await request.get(shop.desk.url + script, { headers: { 'Accept-Encoding': 'br' } })
  expect(answer.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await request.get(`${shop.desk.url}/assets/none.js`)).status()).toBe(404)
  expect((await request.get(`${shop.desk.url}/api/none`)).status()).toBe(404)
})

/** Features newer than the oldest browsers of `vite.config.ts`: Chrome 123, Safari 17.5, Firefox 128. */
const tooNew = [
  /\bPromise\.try\b/,
  /\bArray\.fromAsync\b/,
  /\bIterator\.(?:from|concat|prototype)\b/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  /\bRegExp\.escape\b/,
  /\bURL\.parse\b/,
  /\bMath\.(?:f16round|sumPrecise)\b/,
  /\bUint8Array\.from(?:Base64|Hex)\b/,
  /\bIntl\.DurationFormat\b/,
  /\bTemporal\./,
]
const tooNewStyles = /@starting-style|anchor-name|interpolate-size|field-sizing|:state\(|text-box-trim|[^-]if\(/

for (const [name, folder] of Object.entries({ page: dist, demo })) {
  test(`uses no feature in the ${name} that the oldest supported browsers lack`, () => expectOldEnough(folder))
}

function expectOldEnough(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const read = (end: string) =>
    files.filter((file) => file.endsWith(end)).map((file) => readFileSync(join(folder, file), 'utf8'))
  const scripts = read('.js').join('\n')
  // They are inlined in the page.
  const styles = read('.html')
    .flatMap((html) => html.match(/<style[^>]*>[^]*?<\/style>/g) ?? [])
    .join('\n')
  expect(tooNew.filter((name) => name.test(scripts))).toEqual([])
  expect(styles).not.toMatch(tooNewStyles)
  // Proves that the search works.
  expect(scripts).toMatch(/\bAbortSignal\.any\b/)
  expect(styles).toContain('light-dark(')
}

/** The boxes of the top bar and of the navigation, found and measured in one step, because React replaces both. */
const frameOf = (page: Page) =>
  page.evaluate(() =>
    ['.top-bar', '.main-nav'].map((part) => {
      const { x, y, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? {}
      return { part, x, y, width, height }
    }),
  )

test('shows the frame before any script, with the tablet’s preferences, and moves nothing of it', async ({
  shop,
  context,
  page,
}) => {
  await context.addInitScript(() => {
    localStorage.setItem('language', 'ar')
    localStorage.setItem('theme', 'dark')
  })
  const scripts = /\.js$/
  await context.route(scripts, () => new Promise(() => undefined))
  const nav = page.locator('.main-nav')
  for (const size of [
    { width: 390, height: 844 },
    { width: 800, height: 1100 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(shop.desk.url, { waitUntil: 'commit' })
    await expect(nav).toBeVisible()
    await expect(page.locator(':root')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator(':root')).toHaveCSS('color-scheme', 'dark')
    const frame = await frameOf(page)
    await context.unroute(scripts)
    await shop.open('/')
    await expect(page.getByRole('link', { name: 'الطلبات', exact: true })).toBeVisible()
    expect(await frameOf(page)).toEqual(frame)
    await context.route(scripts, () => new Promise(() => undefined))
  }
  // On a phone an order has the whole screen.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.desk.url}/orders/1`, { waitUntil: 'commit' })
  await expect(page.locator('.shell-content')).toBeAttached()
  await expect(nav).toBeHidden()
})
test('explains after a while why the page does not start in a browser', async ({ shop, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(shop.desk.url)
  await expect(page.getByText('this browser is too old')).toBeVisible({ timeout: 20_000 })
  await context.close()
})
