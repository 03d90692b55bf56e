import { setTimeout as pause } from 'node:timers/promises'
import { createChance } from '#simulator/basket.ts'
import { startPostgres } from '#testing/postgres.ts'
import { readBoard, sendAction } from '../tablet-requests.ts'
import { countAndSeed, report } from './long-run.ts'
import { startTornServers } from './torn-servers.ts'

// node e2e/torture/servers.ts [FAULTS] [SEED]: three servers of one shop on a real PostgreSQL, on machines whose clocks
// differ by minutes. Notifications and the answers of two tablets reach any of them. Meanwhile servers are killed,
// suspended or stopped, clocks are set, the database is killed or suspended, and the connections to the database, to
// the vendor, and from tablets and vendor break in seven ways. No acknowledged order may be lost, no attempt sent
// twice, and no order answered twice; every attempt must be resolved with what the vendor's order says, on both
// tablets; and all boards must agree. Within 30 s of each fault's end every server must answer, report changes and the
// right time, and know who is signed in.

const [faultsInAll, seed] = countAndSeed(54)
/** Only one fault of each kind. */
const isShort = faultsInAll < 10
const count = 3
const orderEveryMs = 400
const settledWithinMs = 120_000

const postgres = await startPostgres({ isDurable: true })
if (!postgres) {
  console.info('No PostgreSQL here: Debian has it as "postgresql".')
  process.exit(0)
}
const chance = createChance(seed)
// Avoids hundreds of order reads a minute, which are not tested here.
const torn = await startTornServers(postgres, chance, { RESPONSE_WINDOW_SECONDS: '86400' }, isShort)
const { group } = torn
const cookies = [await group.admit('Counter'), await group.admit('Kitchen')]

interface Attempt {
  readonly key: string
  readonly orderId: string
  readonly action: 'accept' | 'reject'
  readonly tablet: number
  answers: { readonly status: number; readonly code?: string; readonly shown?: string | undefined }[]
}

// Avoids a name lookup for each connection.
const urlOf = (number: number): string => group.servers[number]?.url.replace('localhost', '127.0.0.1') ?? ''
const acknowledged: string[] = []
const taps: Attempt[] = []
const underWay = new Set<Promise<unknown>>()
const anyServer = () => chance.between(0, count - 1)

function track(work: Promise<unknown>): void {
  underWay.add(work)
  void work.finally(() => underWay.delete(work))
}

/** Repeats a notification to any server until one acknowledges it, as the service does. */
async function notify(orderId: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await group.notify(anyServer(), orderId).catch(() => undefined)
    if (answer?.status === 202) {
      acknowledged.push(orderId)
      return
    }
    await pause(300)
  }
}

async function ask(tap: Attempt): Promise<void> {
  const body = tap.action === 'reject' ? { cancel_reason_id: 3 } : undefined
  const answer = await sendAction(urlOf(anyServer()), cookies[tap.tablet] ?? '', { ...tap, body })
  const notified: unknown = await answer?.json().catch(() => undefined)
  if (!answer || notified === undefined) return
  const { code, data } = Object(notified) as { code?: string; data?: { status?: { key?: string } } }
  tap.answers.push({ status: answer.status, ...(code !== undefined && { code }), shown: data?.status?.key })
}

/** Whether an attempt has its final outcome; an unknown one is requested again. */
const isFinal = ({ answers }: Attempt): boolean =>
  answers.some(({ status, code }) => status !== 202 && code !== 'store_unavailable' && status < 500) ||
  answers.some(({ code }) => code === 'vendor_timeout' || code === 'vendor_busy')

async function placeAndAnswer(): Promise<void> {
  const order = group.vendor.placeOrder()
  const { id } = order
  await notify(id)
  const pair = [0, 1].map((tablet): Attempt => {
    const action = chance.percent(50) ? 'accept' : 'reject'
    return { key: crypto.randomUUID(), orderId: id, action, tablet, answers: [] }
  })
  taps.push(...pair)
  await Promise.all(pair.map(ask))
  const isAccepted = pair.some(
    ({ action, answers }) => action === 'accept' && answers.some(({ status }) => status === 200),
  )
  // Completed, because no shop prepares a thousand orders at a time.
  if (isAccepted && order.state === 'preparing') group.vendor.orders.move(order, 'completed')
}

const seen: Record<string, number> = {}
const wrong: string[] = []

async function harm(): Promise<void> {
  const done = await torn.harm()
  seen[done.fault] = (seen[done.fault] ?? 0) + 1
  wrong.push(...done.wrong)
}

let isOver = false
const placing = (async () => {
  while (!isOver) {
    track(placeAndAnswer())
    await pause(orderEveryMs * 2 * (chance.between(0, 100) / 100))
  }
})()
const began = Date.now()
for (let fault = 0; fault < faultsInAll; fault += 1) {
  await pause(chance.between(200, 2_500))
  await harm()
}
isOver = true
await placing

// All faults have ended: everything must be resolved.
const until = Date.now() + settledWithinMs
while (Date.now() < until && (underWay.size > 0 || !taps.every(isFinal))) {
  for (const tap of taps) if (!isFinal(tap) && underWay.size < 40) track(ask(tap))
  await pause(1_000)
}
const known = new Set<string>()
for (const orderId of acknowledged) if (await group.store.find(orderId)) known.add(orderId)
const lost = acknowledged.filter((orderId) => !known.has(orderId))
if (lost.length > 0) wrong.push(`${lost.length} acknowledged orders are lost`)

let answered = 0
for (const orderId of new Set(taps.map((tap) => tap.orderId))) {
  const own = taps.filter((tap) => tap.orderId === orderId)
  const sent = group.posts.filter(({ path }) => path.includes(`/orders/${orderId}/`))
  const done = own.filter(({ answers }) => answers.some(({ status }) => status === 200))
  answered += done.length > 0 ? 1 : 0
  const rejects = sent.filter(({ path }) => path.endsWith('/reject')).length
  // Each attempt is one request at most; the service itself refuses a much later one.
  if (rejects > own.filter(({ action }) => action === 'reject').length)
    wrong.push(`${orderId} was rejected twice by one tap`)
  for (const action of ['accept', 'reject'] as const) {
    if (done.filter((tap) => tap.action === action).length > 1)
      wrong.push(`two were told that their ${action} of ${orderId} was done`)
  }
  const state = group.vendor.orders.find(orderId)?.state
  if (done.length === 0 && own.every(isFinal) && ['preparing', 'rejected'].includes(state ?? ''))
    wrong.push(`${orderId} is ${state}, and both were told that nothing was done: ${JSON.stringify(own)}`)
  for (const { action } of done) {
    const isSo = action === 'reject' ? ['rejected'] : ['preparing', 'ready', 'completed', 'rejected']
    if (state !== undefined && !isSo.includes(state))
      wrong.push(`${action} of ${orderId} was told as done: it is ${state}`)
  }
}
const unreconciled = await group.store.unreconciledAttempts()
if (unreconciled.length > 0)
  wrong.push(`${unreconciled.length} taps are not settled: ${JSON.stringify(unreconciled[0])}`)
const silent = taps.filter((tap) => !isFinal(tap))
if (silent.length > 0) {
  const [{ answers, ...first } = { answers: [] }] = silent
  wrong.push(`${silent.length} taps were never told: ${JSON.stringify({ ...first, answers: answers.slice(-3) })}`)
}

/** A server's board, without fields that depend on its own clock. */
async function board(number: number): Promise<string> {
  const rows = await readBoard(urlOf(number), cookies[0] ?? '').catch(() => undefined)
  if (!rows) return `server ${number} does not answer`
  return JSON.stringify(
    rows
      .toSorted((one, other) => (one.order_id < other.order_id ? -1 : 1))
      .map(({ order_id: id, lane, last_action: action }) => [id, lane, action]),
  )
}
await pause(5_000)
const boards = new Set(await Promise.all(Array.from({ length: count }, (_, number) => board(number))))
if (boards.size !== 1) wrong.push(`${count} servers show ${boards.size} boards`)

await torn.stop()
await postgres.remove()
const orders = new Set(taps.map(({ orderId }) => orderId)).size
const seconds = Math.round((Date.now() - began) / 1000)
const totals = { seconds, orders, answered, acknowledged: acknowledged.length, posts: group.posts.length }
report({ ...totals, faults: seen, lost: lost.length }, wrong, orders > 0 && answered > orders / 2)
