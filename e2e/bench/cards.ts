import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startShop, token, type RunningShop } from '../shop-process.ts'
import { launchChromium, newTablet } from '../tablet.ts'
import { sendAction } from '../tablet-requests.ts'
import { inTurns, timeRows, type Row } from './figures.ts'
import { startFloorPage } from './floor-page.ts'
import { clockAhead, now, painted, watchPaint } from './painted.ts'
import type { Peer } from './start-bare.ts'

const pauseMs = 100
/** For each of several pages, because they share the machine's cores. */
const pauseOfPageMs = 50
const feedOpenMs = 2000
/** Until all code is compiled. */
const ordersToWarmUp = 10
const ordersOfRound = 10
const rounds = 8
const manyPages = 20
const ordersOfMany = 50
/** Covers the polls of all open orders. */
const readsPerSecond = '200'
const person = { name: 'Sara', pin: '4711', isManager: false }

/** Open boards of one kind, and how to notify them of an order and to accept it. */
interface Boards {
  readonly pages: readonly Page[]
  readonly notify: (orderId: string) => Promise<unknown>
  /** Makes room for the next order: a board renders only the cards that are in sight. */
  readonly accept?: (orderId: string) => Promise<unknown>
}

/**
 * From a webhook to the painted card with its print number, on one page and on each of 20, beside a page of the same
 * stack whose server reads the order from the same service and sends it in its feed.
 */
export async function cards(): Promise<readonly Row[]> {
  const shop = await startShop(3600, { LOG_LEVEL: 'warn', VENDOR_READS_PER_SECOND: readsPerSecond })
  shop.vendor.webhookHabits.times = 0
  await shop.hire(person)
  const floor = await startFloorPage('{"data":[]}', { url: shop.vendorUrl, token })
  const browser = await launchChromium()
  const one = { ours: await deskBoards(browser, shop, 1), floor: await floorBoards(browser, floor, 1) }
  const timesOf = (boards: Boards) => () => timeOrders(shop, boards, ordersOfRound)
  for (const boards of Object.values(one)) await timeOrders(shop, boards, ordersToWarmUp)
  const single = await inTurns(rounds, timesOf(one.ours), timesOf(one.floor))
  await Promise.all(Object.values(one).map(close))

  // One kind after the other, because pages of both kinds at once would wait for each other.
  const many: (readonly number[])[] = []
  for (const open of [() => deskBoards(browser, shop, manyPages), () => floorBoards(browser, floor, manyPages)]) {
    const boards = await open()
    await timeOrders(shop, boards, ordersToWarmUp)
    many.push(await timeOrders(shop, boards, ordersOfMany))
    await close(boards)
  }
  await browser.close()
  await Promise.all([floor.stop(), shop.stop()])
  const peer = 'same stack, its server asks the service too'
  const [ours = [], floors = []] = many
  return [
    ...timeRows('webhook to card, one page', single.ours.flat(), [peer, single.peer.flat()], [0.5, 0.95]),
    ...timeRows(`webhook to card, ${manyPages} pages`, ours, [peer, floors], [0.5, 0.99]),
  ]
}

const close = ({ pages }: Boards) => Promise.all(pages.map((page) => page.context().close()))

async function timeOrders(
  { vendor }: RunningShop,
  { pages, notify, accept }: Boards,
  count: number,
): Promise<number[]> {
  const times: number[] = []
  const ahead: number[] = []
  for (const page of pages) ahead.push(await clockAhead(page))
  for (let order = 0; order < count; order += 1) {
    const { id, printNumber } = vendor.placeOrder()
    const seen = Promise.all(pages.map((page) => painted(page, printNumber)))
    // All work of the last order is done then.
    await sleep(Math.max(pauseMs, pauseOfPageMs * pages.length))
    const notifiedAt = now()
    await notify(id)
    times.push(...(await seen).map((at, page) => at - (ahead[page] ?? 0) - notifiedAt))
    await accept?.(id)
  }
  return times
}

async function floorBoards(browser: Browser, floor: Peer, count: number): Promise<Boards> {
  const pages: Page[] = []
  // Over HTTP/1.1 a context has at most six streams, so each page gets its own context.
  while (pages.length < count) pages.push(await openPage(await browser.newContext(), floor.url))
  await sleep(feedOpenMs)
  return { pages, notify: (id) => floor.publish(id) }
}

async function deskBoards(browser: Browser, shop: RunningShop, count: number): Promise<Boards> {
  const pages: Page[] = []
  const [signedIn = ''] = await shop.admit(1, person.name)
  for (const cookie of await shop.admit(count)) {
    const page = await openPage(await newTablet(browser, shop.desk.url, cookie), shop.desk.url)
    await page.getByRole('region', { name: 'New' }).waitFor()
    pages.push(page)
  }
  // The feed opens after the first screen.
  await sleep(feedOpenMs)
  const accept = (orderId: string) => sendAction(shop.desk.url, signedIn, { orderId, action: 'accept' })
  return { pages, notify: shop.notify, accept }
}

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  await watchPaint(context)
  // A card is measured, not the order that takes the screen of a tablet that nobody touches.
  await context.addInitScript(() => localStorage.setItem('takes-screen', 'no'))
  const page = await context.newPage()
  await page.goto(url)
  return page
}
