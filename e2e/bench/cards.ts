import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { chromiumPath } from '../chromium.ts'
import { startShop, token, type RunningShop } from '../shop-process.ts'
import { newTablet } from '../torture/suffer.ts'
import { buildFloorBoard } from './floor-page.ts'
import { clockAhead, now, painted, watchPaint } from './painted.ts'
import { timeRows, type Row } from './row.ts'
import { startBare, type Peer } from './start-bare.ts'

const pauseMs = 100
/** Until all code is compiled. */
const ordersToWarmUp = 10
const ordersOfRound = 10
const rounds = 8
const roundsOfMany = 5
const readsPerSecond = '200'

/** Open boards of one kind, and how to notify them of an order. */
interface Boards {
  readonly pages: readonly Page[]
  /** Creates an order. @returns its card's label, and a function that notifies the board. */
  place(): { readonly label: string; readonly notify: () => Promise<unknown> }
}

/** Ours first, then the peers. */
const names = ['withNumber', 'hanging', 'stackThatReads', 'stack', 'bare'] as const
type Name = (typeof names)[number]
type Times = Readonly<Record<Name, number[]>>
/** Opens this many boards of a kind. */
type Kinds = Readonly<Record<Name, (count: number) => Promise<Boards>>>

/** About 3 KB, as an order of a vendor service. */
const usualOrder = JSON.stringify({
  customer: { id: '1', name: 'Layla Hassan' },
  items: Array.from({ length: 6 }, (_, line) => ({ id: String(line), product: { name: 'x'.repeat(450) } })),
})

/**
 * From a webhook to the painted card: on one page, and on each of 20. A card with its print number is compared with a
 * page of the same stack whose server reads the order from the same service; a card whose order the service does not
 * show yet with one whose server reads nothing; and both with the smallest possible page.
 */
export async function cards(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-board-'))
  const script = join(folder, 'board.js')
  writeFileSync(script, await buildFloorBoard())
  // No order is answered: in the end more wait than in any shop, and polling them takes all reads.
  const shop = await startShop(3600, { LOG_LEVEL: 'warn', VENDOR_READS_PER_SECOND: readsPerSecond })
  const hanging = await startShop(3600, { LOG_LEVEL: 'warn' })
  for (const { vendor } of [shop, hanging]) vendor.webhookHabits.times = 0
  hanging.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: Infinity })
  const bare = await startBare({ order: usualOrder, script })
  const reading = await startBare({ script, vendor: { url: shop.vendorUrl, token } })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const kinds: Kinds = {
    withNumber: (count) => deskBoards(browser, shop, count, ({ printNumber }) => printNumber),
    hanging: (count) => deskBoards(browser, hanging, count, ({ id }) => id),
    stackThatReads: (count) =>
      boardsOf(browser, `${reading.url}/stack`, count, () => {
        const { id, printNumber } = shop.vendor.placeOrder()
        return { label: printNumber, notify: () => reading.publish(id) }
      }),
    stack: (count) => boardsOf(browser, `${bare.url}/stack`, count, bareOrders(bare, `stack-${count}`)),
    bare: (count) => boardsOf(browser, bare.url, count, bareOrders(bare, `bare-${count}`)),
  }
  const rows = [
    ...rowsOf(await onePageEach(kinds), 'one page', 0.95),
    ...rowsOf(await manyAtOnce(kinds, 20), '20 pages', 0.99),
  ]
  await browser.close()
  await Promise.all([bare, reading, shop, hanging].map((each) => each.stop()))
  rmSync(folder, { recursive: true })
  return rows
}

const nothingYet = (): Times => ({ withNumber: [], hanging: [], stackThatReads: [], stack: [], bare: [] })

/** A page of each kind, in turns, round after round. */
async function onePageEach(kinds: Kinds): Promise<Times> {
  const times = nothingYet()
  const open: [Name, Boards][] = []
  for (const name of names) open.push([name, await kinds[name](1)])
  for (const [, boards] of open) await timeOrders(boards, ordersToWarmUp)
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, boards] of open) times[name].push(...(await timeOrders(boards, ordersOfRound)))
  }
  await Promise.all(open.map(([, boards]) => close(boards)))
  return times
}

/** One kind after the other, because pages of all kinds at once would wait for each other. */
async function manyAtOnce(kinds: Kinds, count: number): Promise<Times> {
  const times = nothingYet()
  for (const name of names) {
    const boards = await kinds[name](count)
    await timeOrders(boards, ordersToWarmUp)
    times[name].push(...(await timeOrders(boards, ordersOfRound * roundsOfMany)))
    await close(boards)
  }
  return times
}

const close = ({ pages }: Boards) => Promise.all(pages.map((page) => page.context().close()))

async function timeOrders({ pages, place }: Boards, count: number): Promise<readonly number[]> {
  const times: number[] = []
  const ahead: number[] = []
  for (const page of pages) ahead.push(await clockAhead(page))
  for (let order = 0; order < count; order += 1) {
    const { label, notify } = place()
    const seen = Promise.all(pages.map((page) => painted(page, label)))
    // All work of the last order is done then.
    await sleep(pauseMs)
    const toldAt = now()
    await notify()
    times.push(...(await seen).map((at, page) => at - (ahead[page] ?? 0) - toldAt))
  }
  return times
}

function rowsOf(times: Times, where: string, high: number): readonly Row[] {
  const { withNumber, hanging } = times
  const bare = ['bare page, EventSource', times.bare] as const
  const rows = (name: string, ours: readonly number[], peers: readonly (readonly [string, readonly number[]])[]) =>
    peers.flatMap((peer) => timeRows(`${name}, ${where}`, ours, peer, [0.5, high]))
  return [
    ...rows('webhook to card with its print number', withNumber, [
      ['same stack, its server asks the service too', times.stackThatReads],
      bare,
    ]),
    ...rows('webhook to card, the service hangs', hanging, [['same stack, its server asks nobody', times.stack], bare]),
  ]
}

const bareOrders = (bare: Peer, prefix: string): Boards['place'] => {
  let placed = 0
  return () => {
    const label = `${prefix}-${(placed += 1)}`
    return { label, notify: () => bare.publish(label) }
  }
}

async function boardsOf(browser: Browser, url: string, count: number, place: Boards['place']): Promise<Boards> {
  const pages: Page[] = []
  // Over HTTP/1.1 a context has at most six streams, so each page gets its own context.
  while (pages.length < count) pages.push(await openPage(await browser.newContext(), url))
  return { pages, place }
}

async function deskBoards(
  browser: Browser,
  shop: RunningShop,
  count: number,
  labelOf: (order: Placed) => string,
): Promise<Boards> {
  const pages: Page[] = []
  for (const cookie of await shop.admit(count)) {
    const page = await openPage(await newTablet(browser, shop.desk.url, cookie), shop.desk.url)
    await page.getByRole('region', { name: 'Needs an answer' }).waitFor()
    pages.push(page)
  }
  // The feed opens after the first screen.
  await sleep(2000)
  return {
    pages,
    place() {
      const order = shop.vendor.placeOrder()
      return { label: labelOf(order), notify: () => shop.notify(order.id) }
    },
  }
}

type Placed = ReturnType<RunningShop['vendor']['placeOrder']>

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  await watchPaint(context)
  const page = await context.newPage()
  await page.goto(url)
  return page
}
