import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../shop-process.ts'
import { readBoard, readFeed } from '../tablet-requests.ts'
import { residentKib, row, type Row } from './figures.ts'
import { startBare } from './start-bare.ts'

const orders = 300
const tablets = 5
/** At 20 reads a second. */
const untilAllAreReadMs = 25_000

/** The memory of a live desk with a full board and five tablets, beside a bare Node server. */
export async function footprint(): Promise<readonly Row[]> {
  const bare = await startBare()
  // The first start fills the compile cache for later ones.
  await (await startShop(7200)).stop()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  const closing = new AbortController()
  for (const cookie of await shop.admit(tablets)) void look(shop.desk.url, cookie, closing.signal)
  for (let order = 0; order < orders; order += 1) shop.vendor.placeOrder()
  await sleep(untilAllAreReadMs)
  const [full, floor] = [shop.desk.pid, bare.pid].map((pid) => residentKib(pid) / 1024)
  closing.abort()
  await Promise.all([bare.stop(), shop.stop()])
  const name = `memory of a live desk, ${orders} orders, ${tablets} tablets`
  return [row(name, 'MiB', full ?? Number.NaN, 'bare Node server', floor ?? Number.NaN)]
}

/** A tablet's load, as of its page: the board once, then the feed. */
async function look(url: string, cookie: string, leave: AbortSignal): Promise<void> {
  await readBoard(url, cookie)
  await readFeed(url, cookie, leave)
}
