import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { inbox } from '#contract/desk/inbox.ts'
import { chromiumPath } from '../chromium.ts'
import { cookiesIn } from '../cookies-in.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { startTunedBoard } from './floor-page.ts'
import { inTurns, mediansInTurns } from './in-turns.ts'
import type { Row } from './row.ts'
import { median } from './spread.ts'

const orders = 25
const rounds = 7
/** All automatic requests of the page have finished by then. */
const heapAfterMs = 5000
const filesAfterMs = 2000
const bytesOfKibibyte = 1024
const bytesOfMegabyte = 1_000_000

/** The device of a page. */
interface Device {
  /** How much slower the CPU is than this machine's. */
  readonly slowdown: number
  readonly line: { readonly latencyMs: number; readonly bytesPerSecond: number }
}

interface Tablet extends Device {
  /** Where the page was open before: in this tab, in a closed one, or nowhere. */
  readonly before: 'here' | 'elsewhere' | 'never'
}

const slow4G = { latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 }
const goodWifi = { latencyMs: 5, bytesPerSecond: (30 * 1024 * 1024) / 8 }
const tablets = {
  'slow 4G, a CPU slowed 4 times': { slowdown: 4, line: slow4G, before: 'never' },
  'Wi-Fi, a CPU slowed 10 times': { slowdown: 10, line: goodWifi, before: 'never' },
  'the same, loaded again': { slowdown: 10, line: goodWifi, before: 'here' },
  'the same, opened again': { slowdown: 10, line: goodWifi, before: 'elsewhere' },
} satisfies Record<string, Tablet>

/** A board that can be opened. */
interface Board {
  readonly url: string
  readonly cookie: string
}

/**
 * From the request for its address until a board of 25 orders is painted, the rows in the viewport and all of them,
 * beside a minimal board of the same stack with the same rows: one script, with styles, shell and the first request
 * inlined. And the memory of its scripts.
 */
export async function rowsOnScreen(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const [cookie = ''] = await shop.admit(1)
  const floor = await startTunedBoard(await fill(shop, cookie))
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const boards = { desk: { url: shop.desk.url, cookie }, floor: { url: floor.url, cookie: '' } }
  const peer = 'the least board of the same stack'
  const rows: Row[] = []
  for (const [name, tablet] of Object.entries(tablets)) {
    const times = await inTurns(rounds, {
      desk: () => timesOf(browser, boards.desk, tablet),
      floor: () => timesOf(browser, boards.floor, tablet),
    })
    for (const [what, which] of [
      ['anything to be seen', 'anything'],
      ['rows on the screen', 'onScreen'],
      ['all 25 rows', 'all'],
      ['an order can be answered', 'answerable'],
    ] as const) {
      const of = (own: readonly Times[]) => median(own.map((each) => each[which]))
      rows.push({ name: `${what}, ${name}`, unit: 'ms', value: of(times.desk), peer, peerValue: of(times.floor) })
    }
  }
  const heap = await mediansInTurns(rounds, {
    desk: () => heapOf(browser, boards.desk),
    floor: () => heapOf(browser, boards.floor),
  })
  rows.push({ name: 'heap of a board of 25', unit: 'MB', value: heap.desk, peer, peerValue: heap.floor })
  const loaded = { desk: await filesOf(browser, boards.desk), floor: await filesOf(browser, boards.floor) }
  const when = 'loaded 2 s after the rows'
  rows.push(
    { name: `script and styles ${when}`, unit: 'KiB', value: loaded.desk.kib, peer, peerValue: loaded.floor.kib },
    { name: `files ${when}`, unit: 'files', value: loaded.desk.count, peer, peerValue: loaded.floor.count },
  )
  await browser.close()
  await Promise.all([shop.stop(), floor.stop()])
  return rows
}

/** The files of a page 2 s after its rows, without API answers; brotli. */
async function filesOf(browser: Browser, board: Board): Promise<{ readonly kib: number; readonly count: number }> {
  const page = await openBoard(browser, board, { slowdown: 1, line: goodWifi })
  await page.goto(board.url)
  await rowsSeen(page)
  await page.waitForTimeout(filesAfterMs)
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(?:js|css)$/.test(name))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  await page.context().close()
  return { kib: sizes.reduce((sum, size) => sum + size, 0) / bytesOfKibibyte, count: sizes.length }
}

/** Places the orders. @returns the desk's answer for the board. */
async function fill(shop: RunningShop, cookie: string): Promise<string> {
  shop.vendor.webhookHabits.times = 0
  for (let count = 0; count < orders; count += 1) await shop.notify(shop.vendor.placeOrder().id)
  for (;;) {
    const answer = await fetch(shop.desk.url + inbox.list.path, { headers: { Cookie: cookie } })
    const text = await answer.text()
    const { data } = inbox.list.answer.parse(JSON.parse(text))
    if (data.length === orders && data.every(({ read_at: readAt }) => readAt !== null)) return text
  }
}

async function openBoard(browser: Browser, { url, cookie }: Board, device: Device): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (cookie !== '') await context.addCookies(cookiesIn(cookie, url))
  await context.addInitScript(watchRows, orders)
  // As after an earlier visit with an older version.
  await context.addInitScript(() => localStorage.setItem('let-in', 'yes'))
  return openTab(context, device)
}

async function openTab(context: BrowserContext, { slowdown, line }: Device): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  })
  return page
}

/** In ms since the request for the address. */
interface Times {
  /** Until the first content. */
  readonly anything: number
  /** Until each row in the viewport was painted, at least in part. */
  readonly onScreen: number
  readonly all: number
  /** Until a card has a button. */
  readonly answerable: number
}

/** Runs in the page: records when its rows and the first button are painted. */
function watchRows(count: number): void {
  const seen = Promise.withResolvers<Times>()
  const isSeen = (part: Element | null) => part?.checkVisibility({ visibilityProperty: true }) ?? false
  const articles = document.getElementsByTagName('article')
  const rows = () => [...articles].filter(isSeen)
  /** When the row of each order was painted, by its number. */
  const painted = new Map<string, number>()
  new PerformanceObserver((list) => {
    for (const { identifier, startTime } of list.getEntries() as (PerformanceEntry & { readonly identifier: string })[])
      if (!painted.has(identifier)) painted.set(identifier, startTime)
  }).observe({ type: 'element', buffered: true })
  /** The first text of a row, whose paint the browser reports. */
  const numberIn = (row: Element) =>
    [...row.querySelectorAll('*')].find((each) => each.firstChild?.nodeType === Node.TEXT_NODE)
  const askFor = (row: Element) => {
    // The browser reports the block around a text.
    for (let each = numberIn(row); each; each = each === row ? undefined : (each.parentElement ?? undefined))
      each.setAttribute('elementtiming', row.ariaLabel ?? '')
  }
  const lasting = { all: Number.NaN, answerable: Number.NaN }
  const note = (what: keyof typeof lasting) => {
    lasting[what] = performance.now()
    if (Object.values(lasting).some(Number.isNaN)) return
    const onScreen = rows().filter((row) => (numberIn(row)?.getBoundingClientRect().bottom ?? Infinity) < innerHeight)
    const [{ startTime: anything } = { startTime: Number.NaN }] = performance.getEntriesByName('first-contentful-paint')
    const last = Math.max(...onScreen.map((row) => painted.get(row.ariaLabel ?? '') ?? Number.NaN))
    // The minimal board has no such blocks; its rows come all at once.
    seen.resolve({ anything, onScreen: painted.size === 0 ? lasting.all : last, ...lasting })
  }
  const known = new Set<keyof typeof lasting>()
  const noteOnce = (what: keyof typeof lasting, is: boolean) => {
    if (!is || known.has(what)) return
    known.add(what)
    // A frame was painted when the first task after it runs.
    requestAnimationFrame(() => setTimeout(() => note(what)))
  }
  let first: Element | undefined
  let number = 0
  const watch = new MutationObserver(() => {
    // Measuring costs a layout, so it is done only after a change.
    if (articles.length === number && articles[0] === first) return
    number = articles.length
    first = articles[0]
    const there = rows()
    there.forEach(askFor)
    noteOnce('all', there.length >= count)
    noteOnce('answerable', isSeen(document.querySelector('article button')))
    if (known.size === 2) watch.disconnect()
  })
  watch.observe(document, { subtree: true, childList: true })
  Object.assign(globalThis, { rowsSeen: seen.promise })
}

const rowsSeen = (page: Page): Promise<Times> =>
  page.evaluate(() => (globalThis as unknown as { rowsSeen: Promise<Times> }).rowsSeen) // As above.

async function timesOf(browser: Browser, board: Board, tablet: Tablet): Promise<Times> {
  const first = await openBoard(browser, board, tablet)
  const context = first.context()
  await first.goto(board.url)
  let times = await rowsSeen(first)
  if (tablet.before !== 'never') {
    // Late files are cached too.
    await first.waitForTimeout(heapAfterMs)
    if (tablet.before === 'elsewhere') await first.close()
    const page = tablet.before === 'here' ? first : await openTab(context, tablet)
    await page.goto(board.url)
    times = await rowsSeen(page)
  }
  await context.close()
  return times
}

/** In MB, after a garbage collection. */
async function heapOf(browser: Browser, board: Board): Promise<number> {
  const page = await openBoard(browser, board, { slowdown: 1, line: goodWifi })
  await page.goto(board.url)
  await rowsSeen(page)
  await page.waitForTimeout(heapAfterMs)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await page.context().close()
  return usedSize / bytesOfMegabyte
}
