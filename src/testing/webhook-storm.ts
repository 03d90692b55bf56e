import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Store } from '#server/storage/store.ts'
import { createTestClock } from './clock.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { createRandom } from './random.ts'
import { complaintsAbout, type Taken } from './webhook-complaints.ts'
import { createTestReceiver } from './webhook-receiver.ts'

interface Storm {
  readonly orders: number
  readonly kills: number
  readonly received: number
  readonly deliveries: number
  /** The violations; empty on success. */
  readonly wrong: readonly string[]
}

const second = 1000
const day = 24 * 60 * 60 * second

/**
 * Orders come and are answered while a receiver answers wrong, slowly, late and not at all, and the desk is killed and
 * started again on the same store. At the end the receiver is well, and must have everything.
 */
export async function webhookStorm(orders: number, seed: number, store: Store = createMemoryStore()): Promise<Storm> {
  const random = createRandom(seed)
  const chance = (share: number) => random() < share
  const clock = createTestClock()
  const receiver = createTestReceiver(clock)
  const log: Taken[] = []
  let isWell = false
  receiver.answer = async (delivery) => {
    // It may take a delivery whose answer is lost on the way.
    const isTaken = isWell || chance(0.5)
    log.push({ ...delivery, isTaken })
    if (isWell) return 204
    if (chance(0.3)) await clock.sleep(random() * 20 * second)
    if (isTaken) return chance(0.7) ? 204 : 'lost'
    if (chance(0.1)) return { status: 503, retryAfter: String(Math.round(random() * 120)) }
    return (['lost', 'silent', 500, 404, 301] as const)[Math.floor(random() * 5)] ?? 500
  }
  const open = (parts: Partial<Pick<TestDesk, 'store' | 'vendor'>> = {}) =>
    openTestDesk({ clock, store, ...parts, receivers: receiver.outside, printing: null, random })
  let desk = await open()
  const webhook = await receiver.register(desk, { includes_row: chance(0.5) })
  let kills = 0
  const ids: string[] = []
  for (let count = 0; count < orders; count += 1) {
    const { id } = await desk.order()
    ids.push(id)
    if (chance(0.7)) void desk.act(id, chance(0.8) ? 'accept' : 'reject', undefined).catch(() => undefined)
    await clock.advance(random() * 30 * second)
    if (chance(0.4)) void desk.act(ids[Math.floor(random() * ids.length)] ?? id, 'ready').catch(() => undefined)
    if (chance(0.3)) {
      kills += 1
      desk = await open(desk.kill())
    }
  }
  // All orders come to an end, and the receiver gets well before anything is given up.
  await clock.advance(20 * 60 * second)
  for (const id of ids) {
    const order = desk.vendor.orders.find(id)
    if (order) desk.vendor.orders.move(order, 'completed')
  }
  await clock.advance(day / 4)
  isWell = true
  await clock.advance(2 * day)
  const deliveries = await store.latestDeliveries(webhook, 1_000_000)
  const records = await Promise.all(ids.map((id) => store.find(id)))
  const wrong = [
    ...deliveries.flatMap(({ id, state }) => (state === 'delivered' ? [] : [`${id} is ${state}`])),
    ...deliveries.flatMap(({ id }) => (log.some((each) => each.id === id && each.isTaken) ? [] : [`${id} is lost`])),
    ...records.flatMap((record) => (record ? complaintsAbout(record, log) : ['an order is lost'])),
  ]
  return { orders: ids.length, kills, received: log.length, deliveries: deliveries.length, wrong }
}
