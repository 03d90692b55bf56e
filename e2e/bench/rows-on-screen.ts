import type { Browser, Page } from '@playwright/test'
import { inbox } from '#contract/desk/inbox.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { launchChromium, newTablet } from '../tablet.ts'
import { inTurns, median, row, type Row } from './figures.ts'
import { startFloorPage } from './floor-page.ts'

const orders = 25
const rounds = 5
const filesAfterMs = 2000
/** All automatic requests of the page have finished by then. */
const restedMs = 5000

interface Tablet {
  /** How much slower the CPU is than this machine's. */
  readonly slowdown: number
  readonly latencyMs: number
  readonly bytesPerSecond: number
  /** Whether the page was open before in this tab. */
  readonly isAgain: boolean
}

const slow4G = { latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8 }
const goodWifi = { latencyMs: 5, bytesPerSecond: (30 * 1024 * 1024) / 8 }
const tablets: Readonly<Record<string, Tablet>> = {
  'slow 4G, CPU 4×': { slowdown: 4, ...slow4G, isAgain: false },
  'loaded again, CPU 10×': { slowdown: 10, ...goodWifi, isAgain: true },
}

/** A board that can be opened. */
interface Board {
  readonly url: string
  readonly cookie: string
}

/**
 * From the request for its address until a board of 25 orders is painted and an order can be answered, beside the least
 * board of the same stack with the same rows. And how much script comes before the rows, and how many files in all.
 */
export async function rowsOnScreen(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const [cookie = ''] = await shop.admit(1)
  const floor = await startFloorPage(await fill(shop, cookie))
  const browser = await launchChromium()
  const boards = { desk: { url: shop.desk.url, cookie }, floor: { url: floor.url, cookie: '' } }
  const peer = 'the least board of the same stack'
  const rows: Row[] = []
  for (const [name, tablet] of Object.entries(tablets)) {
    const timesOn = (board: Board) => () => timesOf(browser, board, tablet)
    const times = await inTurns(rounds, timesOn(boards.desk), timesOn(boards.floor))
    for (const [what, which] of [
      ['an order can be answered', 'answerable'],
      ['all 25 rows', 'all'],
    ] as const) {
      const [ours, floors] = [times.ours, times.peer].map((own) => median(own.map((each) => each[which])))
      rows.push(row(`${what}, ${name}`, 'ms', ours ?? Number.NaN, peer, floors ?? Number.NaN))
    }
  }
  const [ours, floors] = [await filesOf(browser, boards.desk), await filesOf(browser, boards.floor)]
  await browser.close()
  await Promise.all([shop.stop(), floor.stop()])
  return [
    ...rows,
    row('all files 2 s after the rows', 'KiB', ours.kib, peer, floors.kib),
    row('all files 2 s after the rows', 'files', ours.count, peer, floors.count),
    row('script before the first rows', 'KiB', ours.firstKib, peer, floors.firstKib),
  ]
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

async function openBoard(browser: Browser, { url, cookie }: Board, tablet: Tablet): Promise<Page> {
  const context = await newTablet(browser, url, cookie)
  await context.addInitScript(watchRows, orders)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: tablet.slowdown })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: tablet.latencyMs,
    downloadThroughput: tablet.bytesPerSecond,
    uploadThroughput: tablet.bytesPerSecond,
  })
  await page.goto(url)
  return page
}

/** In ms since the request for the address. */
interface Times {
  /** Until all rows are painted. */
  readonly all: number
  /** Until a card with a button is painted. */
  readonly answerable: number
}

/** Runs in the page: records when its rows and the first button are painted. */
function watchRows(count: number): void {
  const seen = Promise.withResolvers<Times>()
  const times: { -readonly [Name in keyof Times]?: Times[Name] } = {}
  const known = new Set<keyof Times>()
  const note = (what: keyof Times, is: boolean) => {
    if (!is || known.has(what)) return
    known.add(what)
    // A frame was painted when the first task after it runs.
    requestAnimationFrame(() =>
      setTimeout(() => {
        times[what] = performance.now()
        const { all, answerable } = times
        if (all !== undefined && answerable !== undefined) seen.resolve({ all, answerable })
      }),
    )
  }
  const articles = document.getElementsByTagName('article')
  const isShown = (part: Element | null) => part?.checkVisibility({ visibilityProperty: true }) ?? false
  let number = 0
  const watch = new MutationObserver(() => {
    // Measuring costs a layout, so it is done only after a change.
    if (articles.length === number) return
    number = articles.length
    note('all', [...articles].filter(isShown).length >= count)
    note('answerable', isShown(document.querySelector('article button')))
    if (known.size === 2) watch.disconnect()
  })
  watch.observe(document, { subtree: true, childList: true })
  Object.assign(globalThis, { rowsSeen: seen.promise })
}

const rowsSeen = (page: Page): Promise<Times> =>
  page.evaluate(() => (globalThis as unknown as { rowsSeen: Promise<Times> }).rowsSeen) // As above.

async function timesOf(browser: Browser, board: Board, tablet: Tablet): Promise<Times> {
  const page = await openBoard(browser, board, tablet)
  let times = await rowsSeen(page)
  if (tablet.isAgain) {
    // Late files are cached too.
    await page.waitForTimeout(restedMs)
    await page.goto(board.url)
    times = await rowsSeen(page)
  }
  await page.context().close()
  return times
}

/** The files of a page 2 s after its rows, and its scripts that came before the first of them; brotli, without API answers. */
async function filesOf(browser: Browser, board: Board) {
  const page = await openBoard(browser, board, { slowdown: 1, ...goodWifi, isAgain: false })
  const { answerable } = await rowsSeen(page)
  await page.waitForTimeout(filesAfterMs)
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(?:js|css)$/.test(name))
      .map(({ name, encodedBodySize, responseEnd }) => ({ name, size: encodedBodySize, endedAt: responseEnd })),
  )
  await page.context().close()
  const kibOf = (some: typeof files) => some.reduce((sum, { size }) => sum + size, 0) / 1024
  const first = files.filter(({ name, endedAt }) => name.endsWith('.js') && endedAt < answerable)
  return { kib: kibOf(files), count: files.length, firstKib: kibOf(first) }
}
