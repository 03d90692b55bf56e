import { setTimeout as sleep } from 'node:timers/promises'
import { marks } from '#contract/desk/board-actions.ts'
import { feedPath } from '#contract/desk/feed.ts'
import { fillPath } from '#contract/endpoint.ts'
import { people } from '#contract/desk/people.ts'
import { getSession } from '#contract/desk/session.ts'
import { paths } from '#contract/screen-paths.ts'
import { tabletRoles, type TabletRole } from '#contract/desk/tablet-role.ts'
import { startShop, type RunningShop } from '../shop-process.ts'
import { launchChromium, newTablet } from '../tablet.ts'
import { readBoard } from '../tablet-requests.ts'
import { hears, openFeed } from './feed-sockets.ts'
import { longestInput, slowed } from './jank.ts'
import { median, quantile, row, type Row } from './figures.ts'

const orders = 60
const tablets = 20
const ticks = 100
const pauseMs = 100
const ticksOnScreen = 12
const medianGoalMs = 300
const slowestGoalMs = 1000
const paintGoalMs = 50

/**
 * From a tick at a station until 20 tablets of the three roles have it by their feeds; and until a tick is painted on a
 * station with 60 tickets, at a CPU slowed 4 times. Beside the goals.
 */
export async function station(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  await shop.hire({ name: 'Sara', pin: '4321', isManager: true })
  const [manager = ''] = await shop.admit(1, 'Sara')
  const cookies = await shop.admit(tablets)
  await giveRoles(shop, manager, cookies)
  const orderIds = await fill(shop, manager)
  const [cookie = ''] = cookies.filter((_, index) => roleOf(index) === 'station')
  const shared = await timeTicks(shop, cookies, cookie, orderIds)
  const painted = await paintTicks(shop, cookie)
  await shop.stop()
  return [
    row(`a tick at ${tablets} tablets, p50`, 'ms', median(shared), 'the goal', medianGoalMs),
    row(`a tick at ${tablets} tablets, p99`, 'ms', quantile(shared, 0.99), 'the goal', slowestGoalMs),
    row(`a tick painted, ${orders} tickets, CPU 4×, p50`, 'ms', median(painted), 'the goal', paintGoalMs),
    row(`a tick painted, ${orders} tickets, CPU 4×, slowest`, 'ms', quantile(painted, 1), 'the goal', paintGoalMs),
  ]
}

const roleOf = (index: number): TabletRole => tabletRoles[index % tabletRoles.length] ?? 'counter'

/** Gives the tablets the three roles in turn. The manager's own stays a counter. */
async function giveRoles({ desk: { url } }: RunningShop, manager: string, cookies: readonly string[]): Promise<void> {
  for (const [index, cookie] of cookies.entries()) {
    const answer = await fetch(url + getSession.path, { headers: { Cookie: cookie } })
    const { device } = getSession.answer.parse(await answer.json())
    const path = fillPath(people.changeTablet.path, { deviceId: device?.id ?? '' })
    await send(url, manager, 'PATCH', path, { role: roleOf(index) })
  }
}

async function send(url: string, cookie: string, method: string, path: string, body: unknown): Promise<void> {
  const headers = { Cookie: cookie, Origin: url, 'Content-Type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  await answer.body?.cancel()
}

/** Places orders in preparation. @returns their ids, once the desk has read each. */
async function fill({ vendor, notify, desk }: RunningShop, cookie: string): Promise<readonly string[]> {
  vendor.webhookHabits.times = 0
  const placed = Array.from({ length: orders }, () => vendor.placeOrder())
  for (const order of placed) vendor.orders.move(order, 'preparing')
  for (const { id } of placed) await notify(id)
  const isRead = async () =>
    (await readBoard(desk.url, cookie)).filter(({ lane }) => lane === 'preparing').length === orders
  while (!(await isRead())) await sleep(200)
  return placed.map(({ id }) => id)
}

/** @returns for each tick and tablet, after how many ms its feed had the row. */
async function timeTicks(
  { desk: { url } }: RunningShop,
  cookies: readonly string[],
  cookie: string,
  orderIds: readonly string[],
): Promise<readonly number[]> {
  const feeds = await Promise.all(cookies.map((each) => openFeed(url + feedPath, each)))
  await sleep(1000)
  const rows = await readBoard(url, cookie)
  const times: number[] = []
  for (let tick = 0; tick < ticks; tick += 1) {
    const orderId = orderIds[tick % orderIds.length] ?? ''
    const { order } = rows.find((each) => each.order_id === orderId) ?? {}
    const itemId = (order as { readonly items: readonly { readonly id: string }[] }).items[0]?.id ?? '' // As it was placed.
    const state = tick < orderIds.length ? 'picked' : null
    const startedAt = performance.now()
    const arrivals = feeds.map(async (feed) => {
      await hears(feed, `"order_id":"${orderId}"`)
      return performance.now() - startedAt
    })
    await send(url, cookie, 'PUT', fillPath(marks.pick.path, { orderId, itemId }), { state })
    times.push(...(await Promise.all(arrivals)))
    await sleep(pauseMs)
  }
  for (const feed of feeds) feed.destroy()
  return times
}

/** @returns the ms from a press on a line of the station's screen to its paint, in steps of 8, for several lines. */
async function paintTicks({ desk }: RunningShop, cookie: string): Promise<readonly number[]> {
  const browser = await launchChromium()
  const page = await (await newTablet(browser, desk.url, cookie)).newPage()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(desk.url + paths.station)
  await page.getByRole('article').first().waitFor()
  await sleep(3000)
  const boxes = await page.getByRole('checkbox', { checked: false }).all()
  const places = (await Promise.all(boxes.map((box) => box.boundingBox()))).filter((box) => box !== null)
  const times = await slowed(page, async () => {
    const taken: number[] = []
    for (const { x, y, width, height } of places.slice(0, ticksOnScreen))
      taken.push(await longestInput(page, () => page.mouse.click(x + width / 2, y + height / 2)))
    return taken
  })
  await browser.close()
  return times
}
