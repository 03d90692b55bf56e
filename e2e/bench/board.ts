import { setTimeout as sleep } from 'node:timers/promises'
import { startShop, type RunningShop } from '../shop-process.ts'
import { launchChromium, newTablet } from '../tablet.ts'
import { median, row, type Row } from './figures.ts'
import { slowed, typeInto } from './jank.ts'
import { startBare } from './start-bare.ts'

const waiting = 100
const preparing = 200
const typings = 5

/** A board of 300 open orders, 100 of them waiting, beside a bare page of 300 cards. */
export async function board(): Promise<readonly Row[]> {
  const browser = await launchChromium()
  const bare = await startBare()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  await fill(shop)
  const floor = await browser.newPage()
  await floor.goto(`${bare.url}/board`)
  const [cookie = ''] = await shop.admit(1)
  const page = await (await newTablet(browser, shop.desk.url, cookie)).newPage()
  await page.goto(shop.desk.url)
  await page.getByRole('heading', { name: `In progress ${preparing}` }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  // Late content is there by then.
  await sleep(3000)
  const nodes = await page.locator('*').count()
  const floorNodes = await floor.locator('*').count()
  const find = page.getByRole('searchbox', { name: 'Search orders' })
  const keyTimes: number[] = []
  for (let round = 0; round < typings; round += 1) keyTimes.push(await slowed(page, () => typeInto(page, find, 'A-12')))
  await browser.close()
  await Promise.all([shop.stop(), bare.stop()])
  return [
    row('board of 300, DOM nodes', 'nodes', nodes, 'bare page, 300 cards', floorNodes),
    row('board of 300, longest key at 4× CPU, median of five', 'ms', median(keyTimes), 'the goal', 50),
  ]
}

/** Places the orders and waits until the desk has read each. */
async function fill(shop: RunningShop): Promise<void> {
  shop.vendor.webhookHabits.times = 0
  const orders = Array.from({ length: waiting + preparing }, () => shop.vendor.placeOrder())
  for (const order of orders.slice(waiting)) shop.vendor.orders.move(order, 'preparing')
  for (const { id } of orders) await shop.notify(id)
  const isRead = () =>
    shop.readStore(async (store) => (await store.open()).filter(({ order }) => order !== null).length === orders.length)
  while (!(await isRead())) await sleep(500)
}
