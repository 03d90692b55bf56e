import { setTimeout as pause } from 'node:timers/promises'
import { createChance } from '#simulator/basket.ts'
import { startShop } from '../shop-process.ts'
import { readBoard, sendAction } from '../tablet-requests.ts'
import { createWrongClock } from '../wrong-clock.ts'
import { countAndSeed, report } from './long-run.ts'

// node e2e/torture/clock.ts [JUMPS] [SEED]: one server whose machine's clock is set ahead and back again and again, by
// seconds or hours, also during an attempt. After each jump a new order must be read and wait for its answer, changes
// at the service must be seen at the pace of their lane, an order must be answered within 30 s by one request, and
// nobody may be signed out.

const [jumps, seed] = countAndSeed(40)
const minute = 60_000
/** Less than an hour ahead, because half an hour without use locks a tablet, and the server has only this clock. */
const wrongBy = [-180 * minute, -60 * minute, -10 * minute, -1_500, 0, 1_500, 10 * minute, 20 * minute]
/** The poller reads a waiting order every 5 s, plus or minus a tenth. */
const seenWithinMs = 8_000

const chance = createChance(seed)
const clock = createWrongClock(0)
const shop = await startShop(300, { LOG_LEVEL: 'warn', ...clock.environment })
await shop.readStore((store) => store.addPerson({ id: 'sara', name: 'Sara', isManager: true, pinHash: '' }))
const wrong: string[] = []

const rowOf = async (cookie: string, orderId: string) =>
  (await readBoard(shop.desk.url, cookie)).find(({ order_id: id }) => id === orderId)

/** Waits for a condition. @returns whether it came true in time. */
async function isSoon(withinMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until; await pause(100))
    if (await isSo()) return true
  return false
}

/** @returns the status, or 0 if no answer came within 30 s. */
async function answer(cookie: string, orderId: string, action: 'accept' | 'reject'): Promise<number> {
  const body = action === 'reject' ? { cancel_reason_id: 3 } : undefined
  return (await sendAction(shop.desk.url, cookie, { orderId, action, body }, 30_000))?.status ?? 0
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
report({ jumps, seed }, wrong)
