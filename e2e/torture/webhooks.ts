import { fastClock, speedUp } from './fast-clock.ts' // First, before anything reads the time.
import { setTimeout as pause } from 'node:timers/promises'
import { orderEvents, outgoingWebhooks } from '#contract/desk/outgoing-webhooks.ts'
import { fillPath } from '#contract/endpoint.ts'
import { createChance } from '#simulator/basket.ts'
import { complaintsAbout } from '#testing/webhook-complaints.ts'
import * as z from 'zod/mini'
import { startShop } from '../shop-process.ts'
import { readBoard, sendAction } from '../tablet-requests.ts'
import { countAndSeed, report } from './long-run.ts'
import { allHabits, type Habit, startOddReceiver, type OddReceiver } from './odd-receivers.ts'

// node e2e/torture/webhooks.ts [KILLS] [SEED]: a desk tells five receivers of orders that come and are answered. One
// answers wrong, one slowly, one takes deliveries and then cuts the connection or answers too late, one is away for a
// while; the fifth is well. Meanwhile the desk is killed again and again. The desk's time passes 40 times as fast. The
// one that is well must have everything while the others are still unwell; in the end all must: each order's deliveries
// in their order, again only under the same id and with the same event, each with a signature that the package of
// receivers verifies.

const [kills, seed] = countAndSeed(40)
const orderEveryMs = 250
const dayInSeconds = 86_400
const everythingWithinMs = 90_000
const answerWithinMs = 5_000

const chance = createChance(seed)
const wrong: string[] = []
// Orders wait for a day, because the service would cancel them within seconds.
const shop = await startShop(dayInSeconds, { OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn', ...fastClock })
// The run notifies by itself, until the desk acknowledges.
shop.vendor.webhookHabits.times = 0
await shop.readStore((store) => store.addPerson({ id: 'sara', name: 'Sara', isManager: true, pinHash: '' }))
const receivers = await Promise.all(allHabits.map((habit) => startOddReceiver(habit, chance)))
const idOf = new Map<OddReceiver, string>()
// Signed in for 12 hours of the desk's time.
const [cookie = ''] = await shop.admit(1, 'Sara')

/** Asks the desk as a manager. @returns undefined while it does not answer. */
async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { url } = shop.desk
  const answer = await fetch(url + path, {
    method,
    headers: { Cookie: cookie, Origin: url, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch(() => undefined)
  return answer?.ok ? answer.json().catch(() => undefined) : undefined
}

for (const receiver of receivers) {
  const body = { url: receiver.url, events: orderEvents, includes_row: receiver.habit === 'late' }
  const { data } = z.parse(outgoingWebhooks.add.answer, await ask('POST', outgoingWebhooks.add.path, body))
  receiver.trust(data.secret)
  idOf.set(receiver, data.id)
}

const placed: string[] = []
const underWay = new Set<Promise<void>>()

/** Repeats the notification until the desk acknowledges it, as the service does; then somebody answers the order. */
async function placeAndAnswer(): Promise<void> {
  const order = shop.vendor.placeOrder()
  const { id: orderId } = order
  for (;;) {
    const answer = await shop.notify(orderId).catch(() => undefined)
    if (answer?.status === 202) break
    await pause(100)
  }
  placed.push(orderId)
  if (chance.percent(20)) return
  const isAccepted = chance.percent(75)
  const reject = { orderId, action: 'reject', body: { cancel_reason_id: 3 } } as const
  const press = isAccepted ? ({ orderId, action: 'accept' } as const) : reject
  await sendAction(shop.desk.url, cookie, press, answerWithinMs)
  await pause(chance.between(0, 300))
  if (isAccepted && chance.percent(60))
    await sendAction(shop.desk.url, cookie, { orderId, action: 'ready' }, answerWithinMs)
  if (chance.percent(50)) shop.vendor.orders.move(order, 'completed')
}

let isOver = false
const placing = (async () => {
  while (!isOver) {
    const work = placeAndAnswer().finally(() => underWay.delete(work))
    underWay.add(work)
    await pause((2 * orderEveryMs * chance.between(0, 100)) / 100)
  }
})()
const began = Date.now()
for (let kill = 0; kill < kills; kill += 1) {
  await pause(chance.between(100, 1_200))
  const away = receivers.find(({ habit }) => habit === 'away')
  await (chance.percent(50) ? away?.leave() : away?.comeBack())
  await pause(chance.between(0, 300))
  await shop.desk.kill()
  await pause(chance.between(0, 300))
  await shop.restart()
}
isOver = true
await placing
await Promise.all(underWay)

/** Waits until something is so. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  // The clocks here are hurried too.
  for (let waited = 0; waited < everythingWithinMs; waited += 200) {
    if (await isSo()) return
    await pause(200)
  }
  wrong.push(what)
}

async function waitingFor(receiver: OddReceiver): Promise<number> {
  const list = z.safeParse(outgoingWebhooks.list.answer, await ask('GET', outgoingWebhooks.list.path))
  return list.data?.data.find(({ id }) => id === idOf.get(receiver))?.waiting ?? Number.POSITIVE_INFINITY
}

for (const id of placed) {
  const order = shop.vendor.orders.find(id)
  if (order) shop.vendor.orders.move(order, 'completed')
}
await until('orders do not close', async () => (await readBoard(shop.desk.url, cookie)).length === 0)
const well = receivers.filter(({ habit }) => habit === 'healthy')
for (const receiver of well)
  await until('the healthy receiver waits for the others', async () => (await waitingFor(receiver)) === 0)
for (const receiver of receivers) await receiver.recover()

/** Has what waits tried at once, as a manager does on the page: by an address that is another one. */
async function hasten(receiver: OddReceiver): Promise<void> {
  const url = `${receiver.url}/${crypto.randomUUID()}`
  await ask('PATCH', fillPath(outgoingWebhooks.change.path, { webhookId: idOf.get(receiver) ?? '' }), { url })
}

for (const receiver of receivers) {
  let before = Number.POSITIVE_INFINITY
  await until(`something never arrives at the one that was ${receiver.habit}`, async () => {
    const left = await waitingFor(receiver)
    // What is being sent begins anew at another address, so only if nothing else is.
    if (left > 0 && (left === before || before === Number.POSITIVE_INFINITY)) await hasten(receiver)
    before = left
    return left === 0
  })
}

/** Adds what is wrong with what a receiver has got. @returns how much came, and how much of it again. */
async function judge(receiver: OddReceiver) {
  const { habit, received } = receiver
  const ids = new Set(received.flatMap(({ id, isTaken }) => (isTaken ? [id] : [])))
  const says = (complaint: string) => wrong.push(`${habit}: ${complaint}`)
  receiver.wrong.forEach(says)
  await shop.readStore(async (store) => {
    for (const { id, state } of await store.latestDeliveries(idOf.get(receiver) ?? '', 1_000_000)) {
      if (state !== 'delivered') says(`${id} is ${state}`)
      if (!ids.has(id)) says(`${id} is lost`)
    }
    for (const orderId of placed) {
      const record = await store.find(orderId)
      if (record) complaintsAbout(record, received).forEach(says)
      else says(`${orderId} is lost`)
    }
  })
  return { got: ids.size, again: received.length - ids.size }
}

await shop.desk.stop()
const seen: Partial<Record<Habit, Awaited<ReturnType<typeof judge>>>> = {}
for (const receiver of receivers) seen[receiver.habit] = await judge(receiver)
const counts = new Set(Object.values(seen).map(({ got }) => got))
if (counts.size !== 1) wrong.push('the receivers have not got the same')
await shop.stop()
for (const receiver of receivers) await receiver.stop()
const seconds = Math.round((Date.now() - began) / speedUp / 1000)
const isProven = placed.length > kills && [seen.wrong, seen.slow, seen.late].every((each) => (each?.again ?? 0) > 0)
report({ kills, seconds, orders: placed.length, receivers: seen }, wrong, isProven)
