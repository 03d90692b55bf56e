import { setTimeout as pause } from 'node:timers/promises'
import { createChance } from '#simulator/basket.ts'
import { startShop } from '../shop-process.ts'
import { createWrongClock } from '../wrong-clock.ts'

// node e2e/torture/clock.ts [JUMPS] [SEED]: one server whose machine's clock is set ahead and back again and again, by
// seconds or hours, also during an attempt. After each jump a new order must be read and wait for its answer, changes
// at the service must be seen at the pace of their lane, an order must be answered within 30 s by one request, and
// nobody may be signed out.

const jumps = Number(process.argv[2] ?? 40)
const seed = Number(process.argv[3] ?? 42)
const minute = 60_000
/** Less than an hour ahead, because half an hour without use locks a tablet, and the server has only this clock. */
const wrongBy = [-180 * minute, -60 * minute, -10 * minute, -1_500, 0, 1_500, 10 * minute, 20 * minute]
/** The poller reads a waiting order every 5 s, plus or minus a tenth. */
const seenWithinMs = 8_000

interface Row {
  readonly order_id: string
  readonly lane: string
  readonly order: unknown
}

const chance = createChance(seed)
const clock = createWrongClock(0)
const shop = await startShop(300, { LOG_LEVEL: 'warn', ...clock.environment })
await shop.readStore((store) => store.addPerson({ id: 'sara', name: 'Sara', isManager: true, pinHash: '' }))
const wrong: string[] = []

async function rowOf(cookie: string, orderId: string): Promise<Row | undefined> {
  const answer = await fetch(`${shop.desk.url}/api/desk/orders`, { headers: { Cookie: cookie } })
  const { data } = (await answer.json()) as { readonly data: readonly Row[] }
  return data.find(({ order_id: id }) => id === orderId)
}

/** Waits for a condition. @returns whether it came true in time. */
async function isSoon(withinMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until; await pause(100))
    if (await isSo()) return true
  return false
}

async function answer(cookie: string, orderId: string, action: 'accept' | 'reject'): Promise<number> {
  const body = JSON.stringify({ cancel_reason_id: 3 })
  const { url } = shop.desk
  const headers = { Cookie: cookie, Origin: url, 'Idempotency-Key': crypto.randomUUID() }
  const isReject = action === 'reject'
  const { status } = await fetch(`${url}/api/developer/v1/orders/${orderId}/${action}`, {
    method: 'POST',
    headers: { ...headers, ...(isReject && { 'Content-Type': 'application/json' }) },
    ...(isReject && { body }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => ({ status: 0 }))
  return status
}

for (let jump = 0; jump < jumps; jump += 1) {
  const byMs = chance.pick(wrongBy)
  const must = (isSo: boolean, what: string) => isSo || wrong.push(`wrong by ${byMs} ms: ${what}`)
  const [cookie = ''] = await shop.admit(1, 'Sara')
  const [earlier, during] = [shop.vendor.placeOrder(), shop.vendor.placeOrder()]
  const isRead = (id: string) => isSoon(seenWithinMs, async () => Boolean((await rowOf(cookie, id))?.order))
  must((await isRead(earlier.id)) && (await isRead(during.id)), 'an order before it is not read')
  shop.vendor.faults.add({ kind: 'slow', ms: chance.between(0, 1_500), on: 'acceptOrder' })
  const answered = answer(cookie, during.id, 'accept')
  await pause(chance.between(0, 1_000))
  clock.set(byMs, shop.desk)
  must((await answered) === 200, `a tap meanwhile is told ${await answered}`)
  shop.vendor.orders.move(earlier, 'contact')
  const seen = await isSoon(seenWithinMs, async () => (await rowOf(cookie, earlier.id))?.lane === 'contact')
  must(seen, 'a change is not seen')
  const after = shop.vendor.placeOrder()
  must(await isRead(after.id), 'an order after it is not read')
  const status = await answer(cookie, after.id, 'reject')
  must(status === 200, `a tap afterwards is told ${status}`)
  for (const { id } of [during, after]) {
    const posts = shop.vendor.requests.filter(
      ({ method, path }) => method === 'POST' && path.includes(`/${id}/`),
    ).length
    must(posts === 1, `an order was answered by ${posts} requests`)
  }
}
await shop.stop()
clock.remove()
console.info(JSON.stringify({ jumps, seed, wrong: wrong.length }))
for (const each of wrong.slice(0, 20)) console.error(each)
process.exitCode = wrong.length === 0 ? 0 : 1
