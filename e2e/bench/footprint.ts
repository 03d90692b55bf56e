import { setTimeout as sleep } from 'node:timers/promises'
import { feedPath } from '#contract/desk/feed.ts'
import { startShop } from '../shop-process.ts'
import { residentKib } from './resident.ts'
import type { Row } from './row.ts'
import { startBare } from './start-bare.ts'

const orders = 300
const tablets = 5
/** At 20 reads a second. */
const untilAllAreReadMs = 25_000
const settledMs = 5000

/** The memory of a live desk: after the start, and with a full board and five tablets. */
export async function footprint(): Promise<readonly Row[]> {
  const bare = await startBare()
  // The first start fills the compile cache for later ones.
  await (await startShop(7200)).stop()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  await sleep(settledMs)
  const mib = (pid: number | undefined) => (residentKib(pid) ?? Number.NaN) / 1024
  const floor = mib(bare.pid)
  const empty = mib(shop.desk.pid)
  const closing = new AbortController()
  for (const cookie of await shop.admit(tablets)) void look(shop.desk.url, cookie, closing.signal)
  for (let order = 0; order < orders; order += 1) shop.vendor.placeOrder()
  await sleep(untilAllAreReadMs)
  const full = mib(shop.desk.pid)
  closing.abort()
  await Promise.all([bare.stop(), shop.stop()])
  const row = (name: string, value: number): Row => ({
    name,
    unit: 'MiB',
    value,
    peer: 'bare Node server',
    peerValue: floor,
  })
  return [row('memory of a live desk, no order', empty), row(`the same, ${orders} orders, ${tablets} tablets`, full)]
}

/** A tablet's load: the feed, and the whole board again every few seconds. */
async function look(url: string, cookie: string, signal: AbortSignal): Promise<void> {
  const headers = { Cookie: cookie }
  try {
    const { body } = await fetch(url + feedPath, { headers, signal })
    for await (const bytes of body ?? []) {
      if (bytes.length > 0) await (await fetch(`${url}/api/desk/orders?view=open`, { headers, signal })).text()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
