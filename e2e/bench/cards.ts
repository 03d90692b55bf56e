import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumPath } from '../chromium.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { newTablet } from '../torture/suffer.ts'
import { buildFloorBoard } from './floor-page.ts'
import { now, painted, watchPaint } from './painted.ts'
import { timeRows, type Row } from './row.ts'
import { startBare, type Peer } from './start-bare.ts'

const pauseMs = 100
/** Waits until nothing of the last order is left to do. */
const breathe = () => sleep(pauseMs)

/** Some 3 KB, as an order of a vendor service has. */
const order = JSON.stringify({
  customer: { id: '1', name: 'Layla Hassan' },
  items: Array.from({ length: 6 }, (_, line) => ({ id: String(line), product: { name: 'x'.repeat(450) } })),
})

/** How long from a webhook until its card is painted: on one page, and on the last and the median of 20. */
export async function cards(): Promise<readonly Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  const folder = mkdtempSync(join(tmpdir(), 'floor-board-'))
  const script = join(folder, 'board.js')
  writeFileSync(script, await buildFloorBoard())
  const bare = await startBare(order, script)
  const rows = [...(await onPages(browser, bare, 1, 60)), ...(await onPages(browser, bare, 20, 50))]
  await browser.close()
  await bare.stop()
  rmSync(folder, { recursive: true })
  return rows
}

async function onPages(browser: Browser, bare: Peer, pages: number, orders: number): Promise<readonly Row[]> {
  const peers = [
    ['bare page, EventSource', await floorOn(browser, bare, '/', pages, orders)],
    ['bare page that asks for what it hears of', await floorOn(browser, bare, '/asking', pages, orders)],
    ['page of the same stack that asks', await floorOn(browser, bare, '/stack', pages, orders)],
  ] as const
  const shop = await startShop(3600, { LOG_LEVEL: 'warn' })
  shop.vendor.webhookHabits.times = 0
  const boards = await openBoards(browser, shop, pages)
  const working = await tellOrders(shop, boards, orders, (order) => order.printNumber)
  shop.vendor.faults.add({ kind: 'hang', on: 'getOrder', times: Infinity })
  const hanging = await tellOrders(shop, boards, orders, (order) => order.id)
  await Promise.all(boards.map((page) => page.context().close()))
  await shop.stop()
  const where = pages === 1 ? 'one page' : `${pages} pages`
  const high = pages === 1 ? 0.95 : 0.99
  return [
    ['webhook to card with its print number', working] as const,
    ['webhook to card, vendor hangs', hanging] as const,
  ].flatMap(([name, times]) => peers.flatMap((peer) => timeRows(`${name}, ${where}`, times, peer, [0.5, high])))
}

async function floorOn(
  browser: Browser,
  bare: Peer,
  path: string,
  pages: number,
  orders: number,
): Promise<readonly number[]> {
  const context = await browser.newContext()
  await watchPaint(context)
  // Of one context at most six pages have a stream over HTTP/1.1: each gets one of its own.
  const contexts = [context, ...(await Promise.all(Array.from({ length: pages - 1 }, () => browser.newContext())))]
  const opened: Page[] = []
  for (const each of contexts) {
    if (each !== context) await watchPaint(each)
    const page = await each.newPage()
    await page.goto(bare.url + path)
    opened.push(page)
  }
  const times: number[] = []
  for (let order = 0; order < orders; order += 1) {
    const id = `order-${order}`
    times.push(...(await timeUntilPainted(opened, id, () => bare.tell(id))))
  }
  await Promise.all(contexts.map((each) => each.close()))
  return times
}

async function openBoards(browser: Browser, shop: RunningShop, count: number): Promise<readonly Page[]> {
  const boards: Page[] = []
  for (const cookie of await shop.admit(count)) {
    const context = await newTablet(browser, shop.desk.url, cookie)
    await watchPaint(context)
    const page = await context.newPage()
    await page.goto(shop.desk.url)
    await page.getByText('No orders known').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    boards.push(page)
  }
  // The feed comes after the first screen.
  await sleep(2000)
  return boards
}

type Placed = ReturnType<RunningShop['vendor']['placeOrder']>

async function tellOrders(
  shop: RunningShop,
  boards: readonly Page[],
  orders: number,
  label: (order: Placed) => string,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let count = 0; count < orders; count += 1) {
    const order = shop.vendor.placeOrder()
    times.push(...(await timeUntilPainted(boards, label(order), () => shop.tell(order.id))))
  }
  return times
}

async function timeUntilPainted(
  pages: readonly Page[],
  label: string,
  tell: () => Promise<unknown>,
): Promise<readonly number[]> {
  const seen = Promise.all(pages.map((page) => painted(page, label)))
  await breathe()
  const toldAt = now()
  await tell()
  return (await seen).map((at) => at - toldAt)
}
