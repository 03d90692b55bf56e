import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { feedPath } from '#contract/desk/feed.ts'
import { startShop, token } from '../shop-process.ts'
import { hears, openFeed } from './feed-sockets.ts'
import { residentKib, row, timeRows, type Row } from './figures.ts'
import { startBare } from './start-bare.ts'

const feeds = 1000
const feedsPerTablet = 4
/** Enough that the slowest hundredth is more than one. */
const orders = 200
const pauseMs = 100
/** Covers the polls of all orders, because none is answered. */
const readsPerSecond = '200'

/**
 * From a webhook until all of 1,000 feeds have the order, whole, beside a bare server that reads it from the same
 * service and sends as many bytes. The feeds are raw sockets in this process.
 */
export async function streams(): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn', VENDOR_READS_PER_SECOND: readsPerSecond })
  shop.vendor.webhookHabits.times = 0
  const bare = await startBare({ vendor: { url: shop.vendorUrl, token } })
  const cookies = (await shop.admit(feeds / feedsPerTablet)).flatMap((cookie) => Array(feedsPerTablet).fill(cookie))
  const desk = await openFeeds(shop.desk.url + feedPath, shop.desk.pid, cookies)
  const floor = await openFeeds(`${bare.url}/events`, bare.pid, Array(feeds).fill(''))

  const [ours, peers]: [number[], number[]] = [[], []]
  for (let order = 0; order < orders; order += 1) {
    const mine = shop.vendor.placeOrder()
    const { ms, bytes } = await notifyOnce(desk.sockets, mine.printNumber, () => shop.notify(mine.id))
    ours.push(ms)
    const other = shop.vendor.placeOrder()
    peers.push((await notifyOnce(floor.sockets, other.printNumber, () => bare.publish(other.id, bytes))).ms)
  }
  for (const socket of [...desk.sockets, ...floor.sockets]) socket.destroy()
  await Promise.all([shop.stop(), bare.stop()])
  const peer = 'bare Node server, as many bytes'
  return [
    ...timeRows(`durable webhook to all of ${feeds} feeds`, ours, [peer, peers], [0.5, 0.99]),
    row(`memory of each of ${feeds} feeds`, 'KiB', desk.kibEach, peer, floor.kibEach),
  ]
}

async function openFeeds(address: string, pid: number | undefined, cookies: readonly string[]) {
  // A first feed absorbs one-time costs.
  const first = await openFeed(address, cookies[0] ?? '')
  const before = residentKib(pid)
  const sockets: Socket[] = []
  for (const cookie of cookies) sockets.push(await openFeed(address, cookie))
  await sleep(1000)
  const kibEach = (residentKib(pid) - before) / cookies.length
  first.destroy()
  return { sockets, kibEach }
}

/** @returns after how many ms all feeds had the order, and how many bytes the first of them had received by then. */
async function notifyOnce(sockets: readonly Socket[], printNumber: string, notify: () => Promise<unknown>) {
  const start = performance.now()
  const received = Promise.all(sockets.map((socket) => hears(socket, `"${printNumber}"`)))
  const timed = received.then(([bytes = 0]) => ({ bytes, ms: performance.now() - start }))
  const [result] = await Promise.all([timed, notify()])
  await sleep(pauseMs)
  return result
}
