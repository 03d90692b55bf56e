import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumPath } from '../chromium.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { newTablet } from '../torture/suffer.ts'
import { countRenders, rendersOf } from './count-renders.ts'
import { followOrders } from './hear-orders.ts'
import { scroll, slowed, typeInto } from './jank.ts'
import { clockAhead, now, painted, watchPaint } from './painted.ts'
import type { Row } from './row.ts'
import { median } from './spread.ts'
import { startBare } from './start-bare.ts'

const waiting = 100
const preparing = 200
const changes = 25
const typings = 5
const sara = { name: 'Sara', pin: '4711' }

/** A board of 300 open orders, 100 of them waiting, beside a bare page of 300 cards. */
export async function board(): Promise<readonly Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const bare = await startBare()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const ids = await fill(shop)
  const [cookie = ''] = await shop.admit(1, sara.name)

  const floorContext = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await watchPaint(floorContext)
  const floor = await floorContext.newPage()
  await floor.goto(`${bare.url}/board`)
  // Its feed opens after its load.
  await sleep(1000)
  const floorTimes: number[] = []
  const floorAhead = await clockAhead(floor)
  for (let id = 0; id < changes; id += 1) {
    const toldAt = now()
    await bare.publish(String(id))
    floorTimes.push((await painted(floor, String(id), 'Sara')) - floorAhead - toldAt)
  }

  const page = await openBoard(browser, shop, cookie, watchPaint)
  const times = await timeChanges(shop, page, cookie, ids.slice(0, changes))
  const counted = await openBoard(browser, shop, cookie, countRenders)
  const renders = await countChanges(shop, counted, cookie, ids.slice(changes, 2 * changes))

  const nodes = await page.locator('*').count()
  const floorNodes = await floor.locator('*').count()
  const find = page.getByRole('searchbox', { name: 'Find an order' })
  const lane = await page.getByRole('region', { name: 'Preparing' }).boundingBox()
  const jank = await slowed(page, () => scroll(page, (lane?.x ?? 0) + 50, (lane?.y ?? 0) + 200))
  const floorJank = await slowed(floor, () => scroll(floor, 200, 300))
  const keyTimes: number[] = []
  for (let round = 0; round < typings; round += 1) keyTimes.push(await slowed(page, () => typeInto(page, find, 'A-12')))
  await browser.close()
  await shop.stop()
  await bare.stop()
  const peer = 'bare page, 300 cards'
  return [
    { name: 'board of 300, DOM nodes', unit: 'nodes', value: nodes, peer, peerValue: floorNodes },
    {
      name: 'one order changed, feed to painted',
      unit: 'ms',
      value: median(times),
      peer,
      peerValue: median(floorTimes),
    },
    { name: 'cards drawn for one changed order', unit: 'cards', value: median(renders), peer: 'the one', peerValue: 1 },
    { name: 'most cards drawn for one', unit: 'cards', value: Math.max(...renders), peer: 'the one', peerValue: 1 },
    {
      name: 'scrolling at 4× CPU, frames over 50 ms',
      unit: 'frames',
      value: jank.longFrames,
      peer,
      peerValue: floorJank.longFrames,
    },
    {
      name: 'scrolling at 4× CPU, longest frame',
      unit: 'ms',
      value: jank.longestFrameMs,
      peer,
      peerValue: floorJank.longestFrameMs,
    },
    {
      name: 'a key in the search at 4× CPU, longest, median of five',
      unit: 'ms',
      value: median(keyTimes),
      peer: 'what a person feels',
      peerValue: 50,
    },
  ]
}

/** Places the orders and waits until the desk has read each. */
async function fill(shop: RunningShop): Promise<readonly string[]> {
  await shop.hire({ ...sara, isManager: true })
  shop.vendor.webhookHabits.times = 0
  const orders = Array.from({ length: waiting + preparing }, () => shop.vendor.placeOrder())
  for (const order of orders.slice(waiting)) shop.vendor.orders.move(order, 'preparing')
  for (const { id } of orders) await shop.notify(id)
  const isRead = () =>
    shop.readStore(async (store) => (await store.open()).filter(({ order }) => order !== null).length === orders.length)
  while (!(await isRead())) await sleep(500)
  return orders.slice(0, waiting).map(({ id }) => id)
}

async function openBoard(browser: Browser, shop: RunningShop, cookie: string, teach: typeof watchPaint): Promise<Page> {
  const context = await newTablet(browser, shop.desk.url, cookie)
  await teach(context)
  const page = await context.newPage()
  await page.goto(shop.desk.url)
  await page
    .getByRole('article')
    .nth(waiting + preparing - 1)
    .waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  // The feed opens after the first screen.
  await sleep(3000)
  return page
}

async function acknowledge(shop: RunningShop, cookie: string, id: string): Promise<void> {
  const { ok, status } = await fetch(`${shop.desk.url}/api/desk/orders/${id}/acknowledge`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: shop.desk.url },
  })
  if (!ok) throw new Error(`Order ${id} cannot be acknowledged: ${status}`)
}

async function timeChanges(
  shop: RunningShop,
  page: Page,
  cookie: string,
  ids: readonly string[],
): Promise<readonly number[]> {
  const times: number[] = []
  const feed = await followOrders(shop.desk.url, cookie)
  const ahead = await clockAhead(page)
  for (const id of ids) {
    const heard = feed.next(id)
    const shown = painted(page, shop.vendor.orders.find(id)?.printNumber ?? '', sara.name)
    await acknowledge(shop, cookie, id)
    times.push((await shown) - ahead - (await heard))
  }
  feed.stop()
  return times
}

async function countChanges(
  shop: RunningShop,
  page: Page,
  cookie: string,
  ids: readonly string[],
): Promise<readonly number[]> {
  const renders: number[] = []
  for (const id of ids) {
    const before = await rendersOf(page)
    const label = shop.vendor.orders.find(id)?.printNumber ?? ''
    await acknowledge(shop, cookie, id)
    await page.getByRole('article', { name: label }).getByText(sara.name).waitFor()
    renders.push((await rendersOf(page)) - before)
  }
  return renders
}
