import { chromium, type Browser, type Page } from '@playwright/test'
import { inbox } from '#contract/desk/inbox.ts'
import { chromiumPath } from '../chromium.ts'
import { cookiesIn } from '../cookies-in.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { startTunedBoard } from './floor-page.ts'
import { inTurns } from './in-turns.ts'
import type { Row } from './row.ts'

const orders = 25
const rounds = 7
/** On a page that is there, once what comes late is. */
const heapAfterMs = 5000
const bytesOfMegabyte = 1_000_000

/** What a page is opened on. */
interface Tablet {
  /** How much slower the processor is than this machine's. */
  readonly slowdown: number
  readonly line: { readonly latencyMs: number; readonly bytesPerSecond: number }
  /** Whether the page was there before. */
  readonly isWarm: boolean
}

const slow4G = { latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 }
const goodWifi = { latencyMs: 5, bytesPerSecond: (30 * 1024 * 1024) / 8 }
const tablets = {
  'slow 4G, a CPU slowed 4 times': { slowdown: 4, line: slow4G, isWarm: false },
  'Wi-Fi, a CPU slowed 10 times': { slowdown: 10, line: goodWifi, isWarm: false },
  'the same, opened again': { slowdown: 10, line: goodWifi, isWarm: true },
} satisfies Record<string, Tablet>

/** A board that can be opened. */
interface Board {
  readonly url: string
  readonly cookie: string
}

/**
 * How long after its address was asked for a board of 25 orders is there and painted, beside the least board of the same
 * stack with the same rows: one script, its styles and its shell in the page itself, its rows asked for by the page
 * before any script is there. And how much memory its script holds.
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
    const ms = await inTurns(rounds, {
      desk: () => timeToRows(browser, boards.desk, tablet),
      floor: () => timeToRows(browser, boards.floor, tablet),
    })
    rows.push({ name: `25 rows on screen, ${name}`, unit: 'ms', value: ms.desk, peer, peerValue: ms.floor })
  }
  const heap = await inTurns(rounds, {
    desk: () => heapOf(browser, boards.desk),
    floor: () => heapOf(browser, boards.floor),
  })
  rows.push({ name: 'heap of a board of 25', unit: 'MB', value: heap.desk, peer, peerValue: heap.floor })
  await browser.close()
  await Promise.all([shop.stop(), floor.stop()])
  return rows
}

/** Places the orders. @returns what the desk then tells a board of them. */
async function fill(shop: RunningShop, cookie: string): Promise<string> {
  shop.vendor.webhookHabits.times = 0
  for (let count = 0; count < orders; count += 1) await shop.tell(shop.vendor.placeOrder().id)
  for (;;) {
    const answer = await fetch(shop.desk.url + inbox.list.path, { headers: { Cookie: cookie } })
    const text = await answer.text()
    const { data } = inbox.list.answer.parse(JSON.parse(text))
    if (data.length === orders && data.every(({ read_at: readAt }) => readAt !== null)) return text
  }
}

async function openBoard(browser: Browser, { url, cookie }: Board, { slowdown, line }: Tablet): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  if (cookie !== '') await context.addCookies(cookiesIn(cookie, url))
  await context.addInitScript(watchRows, orders)
  // It was here before, as one that has just got a newer version.
  await context.addInitScript(() => localStorage.setItem('let-in', 'yes'))
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

/** In the page: notes when all rows are painted, in milliseconds since its address was asked for. */
function watchRows(count: number): void {
  const seen = Promise.withResolvers<number>()
  const rows = document.getElementsByTagName('article')
  const watch = new MutationObserver(() => {
    if (rows.length < count) return
    watch.disconnect()
    // A frame was drawn when the first task after it runs.
    requestAnimationFrame(() => setTimeout(() => seen.resolve(performance.now())))
  })
  watch.observe(document, { subtree: true, childList: true })
  Object.assign(globalThis, { rowsSeen: seen.promise })
}

const rowsSeen = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { rowsSeen: Promise<number> }).rowsSeen) // As above.

async function timeToRows(browser: Browser, board: Board, tablet: Tablet): Promise<number> {
  const page = await openBoard(browser, board, tablet)
  await page.goto(board.url)
  let ms = await rowsSeen(page)
  if (tablet.isWarm) {
    // What comes late is kept too.
    await page.waitForTimeout(heapAfterMs)
    await page.goto(board.url)
    ms = await rowsSeen(page)
  }
  await page.context().close()
  return ms
}

/** In megabytes, once the garbage is collected. */
async function heapOf(browser: Browser, board: Board): Promise<number> {
  const page = await openBoard(browser, board, { slowdown: 1, line: goodWifi, isWarm: false })
  await page.goto(board.url)
  await rowsSeen(page)
  await page.waitForTimeout(heapAfterMs)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await page.context().close()
  return usedSize / bytesOfMegabyte
}
