import { ringOf } from '#web/features/ring/ringer.ts'
import { createChance } from '#simulator/basket.ts'
import { startShop } from '../shop-process.ts'
import { readBoard } from '../tablet-requests.ts'
import { countAndSeed, shuffled } from './long-run.ts'

// node e2e/torture/orders-flood.ts [ORDERS] [SEED]: notifies a real server on SQLite of each order 1 to 20 times,
// shuffled, 16 at once. Afterwards each order exists once, was reported as new once, and rings once. The vendor service
// knows all of them, so the server reads orders between their notifications, which is when a repeated one could undo a
// read.

const [orders, seed] = countAndSeed(10_000)
const windowSeconds = 7200
const atOnce = 16
const mostTimes = 20

const chance = createChance(seed)
const shop = await startShop(windowSeconds, { LOG_LEVEL: 'warn' })
const [cookie = ''] = await shop.admit(1)
shop.vendor.webhookHabits.times = 0
const ids = Array.from({ length: orders }, () => shop.vendor.placeOrder().id)
const notifications = shuffled(
  ids.flatMap((id) => Array.from({ length: chance.between(1, mostTimes) }, () => id)),
  chance,
)

/** How often each order was reported as new. */
const storedTimes = new Map<string, number>()
let duplicates = 0
let others = 0
const start = performance.now()

async function notify(): Promise<void> {
  for (let id = notifications.pop(); id !== undefined; id = notifications.pop()) {
    const answer = await shop.notify(id)
    const { data } = (await answer.json()) as { readonly data?: { readonly result: string } }
    if (answer.status === 202 && data?.result === 'stored') storedTimes.set(id, (storedTimes.get(id) ?? 0) + 1)
    else if (answer.status === 202 && data?.result === 'duplicate') duplicates += 1
    else others += 1
  }
}

const notified = notifications.length
await Promise.all(Array.from({ length: atOnce }, notify))
const seconds = (performance.now() - start) / 1000

const rows = await readBoard(shop.desk.url, cookie)
const known = new Set(rows.map((row) => row.order_id))
const read = rows.filter((row) => row.read_at !== null).length
const ringing = ringOf(rows, Date.now(), windowSeconds)?.waiting ?? 0
await shop.desk.stop()
const kept = await shop.readStore(async (store) => new Set((await store.open()).map(({ orderId }) => orderId)))
await shop.stop()

const lost = ids.filter((id) => !known.has(id) || !kept.has(id)).length
const storedOnce = ids.filter((id) => storedTimes.get(id) === 1).length
const rate = Math.round(notified / seconds)
console.info(
  JSON.stringify({
    orders,
    seed,
    notified,
    storedOnce,
    duplicates,
    others,
    rows: rows.length,
    read,
    ringing,
    lost,
    rate,
  }),
)
const isWhole = lost === 0 && storedOnce === orders && duplicates === notified - orders && others === 0
const isOnce = rows.length === orders && known.size === orders && kept.size === orders && ringing === orders
process.exitCode = isWhole && isOnce && read > 0 ? 0 : 1
