import { tapLimitMs, type Action } from '#contract/desk/action.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { SimulatedOrder } from '#simulator/order-book.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createTestDesk, testToken, type TestDesk } from './desk.ts'
import { recordVendor, type Recorded, type RecordedVendor } from './recorded-vendor.ts'

export const ways = ['plain accept', 'digital accept', 'reject', 'reject items', 'ready'] as const
export type Way = (typeof ways)[number]

/** An attempt of a tablet, and every answer to it. */
export interface RigAttempt {
  readonly key: string
  readonly order: SimulatedOrder
  readonly way: Way
  readonly action: Action
  readonly body: unknown
  readonly answers: { readonly status: number; readonly code: string | undefined; readonly data: unknown }[]
  /** The slowest answer, in ms of the test clock. */
  slowestMs: number
}

export interface AttemptRig {
  readonly clock: TestClock
  readonly vendor: RecordedVendor
  readonly taps: readonly RigAttempt[]
  /** Places an order and notifies the desk; it is `preparing` if it is to be marked as ready. */
  place(way?: Way): Promise<SimulatedOrder>
  /** Makes an attempt, on the two tablets in turn; the answer is added to `told` when it arrives. */
  tap(order: SimulatedOrder, way: Way): RigAttempt
  /** Repeats the request under the same key. */
  repeat(attempt: RigAttempt): Promise<void>
  /** Opens an order. */
  look(order: SimulatedOrder): void
  /** Kills the server and starts the next one on the same store. */
  crash(): Promise<void>
  /** Lets everything finish on a working connection. @returns the violations; empty on success. */
  finish(): Promise<readonly string[]>
}

interface RigOptions {
  /** From 0 to 1. */
  readonly random: () => number
  /** The number of servers; a repeated request may reach another one. */
  readonly servers?: number
}

interface RunningDesk {
  readonly desk: TestDesk
  readonly closing: AbortController
  readonly tablets: readonly Pick<TestDesk, 'act'>[]
}

/** Tablets, killable desks, and a vendor that records its requests: in memory, on a frozen clock. */
export async function createAttemptRig({ random, servers = 1 }: RigOptions): Promise<AttemptRig> {
  const clock = createTestClock()
  const simulator = createSimulator({ clock, token: testToken, responseWindowSeconds: 1e6 })
  const vendor = recordVendor(simulator, clock)
  const store = createMemoryStore(servers > 1 ? clock : undefined)
  const taps: RigAttempt[] = []
  let crashes = 0
  const desks: RunningDesk[] = []
  for (let number = 0; number < servers; number += 1) desks.push(await start())

  async function start(): Promise<RunningDesk> {
    const closing = new AbortController()
    const desk = createTestDesk({
      store,
      clock,
      vendor: simulator,
      fetch: vendor.fetch,
      random,
      config: { responseWindowSeconds: 86_400 },
    })
    await desk.open(closing.signal)
    // Sara at the counter and Omar in the kitchen.
    return { desk, closing, tablets: [desk, await desk.admit('Kitchen', 'Omar')] }
  }

  function serverOf(number: number): RunningDesk {
    const server = desks[number % servers]
    if (!server) throw new Error('A shop without a server.')
    return server
  }

  async function ask(attempt: RigAttempt): Promise<void> {
    const at = clock.now()
    const number = taps.indexOf(attempt)
    const { desk, tablets } = serverOf(number + attempt.answers.length)
    const tablet = tablets[number % 2] ?? desk
    const response = await tablet.act(attempt.order.id, attempt.action, attempt.body, attempt.key)
    const body = Object(await response.json()) as { readonly code?: string; readonly data?: unknown }
    attempt.slowestMs = Math.max(attempt.slowestMs, clock.now() - at)
    attempt.answers.push({ status: response.status, code: body.code, data: body.data })
  }

  const isReconciled = ({ answers }: RigAttempt) => answers.some(isFinal)

  return {
    clock,
    vendor,
    taps,
    async place(way = 'plain accept') {
      const order = simulator.placeOrder(way === 'digital accept' ? 'digital' : 'ordinary')
      if (way === 'ready') simulator.orders.move(order, 'preparing', clock.now())
      await serverOf(taps.length).desk.notify(JSON.stringify({ order_id: order.id }))
      // The desk reads it at once; nobody would accept an order that no screen has shown.
      await clock.advance(1)
      return order
    },
    tap(order, way) {
      const action: Action = way === 'ready' ? 'ready' : way.endsWith('accept') ? 'accept' : 'reject'
      const body = bodyOf(order, way, taps.length)
      const attempt: RigAttempt = { key: crypto.randomUUID(), order, way, action, body, answers: [], slowestMs: 0 }
      taps.push(attempt)
      void ask(attempt)
      return attempt
    },
    repeat: ask,
    look: (order) => void serverOf(0).desk.ask(`/api/developer/v1/orders/${order.id}`),
    async crash() {
      const { desk, closing } = serverOf(crashes)
      desk.kill()
      closing.abort()
      desks[crashes % servers] = await start()
      crashes += 1
    },
    async finish() {
      vendor.clearFaults()
      await clock.advance(tapLimitMs)
      for (let round = 0; round < 20 && !taps.every(isReconciled); round += 1) {
        for (const attempt of taps) if (!isReconciled(attempt)) void ask(attempt)
        await clock.advance(10_000)
      }
      // Once more each: a final outcome must not change.
      for (const attempt of taps) void ask(attempt)
      await clock.advance(1000)
      for (const { closing } of desks) closing.abort()
      const unreconciled = await store.unreconciledAttempts()
      return [...unreconciled.map(({ key }) => `tap ${key} is not settled`), ...complaints(taps, vendor)]
    },
  }
}

/** Whether an answer is the final outcome of an attempt. */
export const isFinal = ({ status, code }: RigAttempt['answers'][number]) =>
  status !== 202 && code !== 'store_unavailable'

/** The body of an attempt; the text of each rejection and each code identify the attempt. */
export function bodyOf(order: SimulatedOrder, way: Way, number: number): unknown {
  switch (way) {
    case 'plain accept':
    case 'ready':
      return undefined
    case 'reject':
      return { reason_code: 'TOO_BUSY', reason_text: `tap ${number}` }
    case 'reject items':
      return { cancel_reason_id: 1, items: [{ id: Number(order.lines[0]?.id) }] }
    case 'digital accept':
      return {
        items: order.lines.flatMap(({ id, quantity }) =>
          Array.from({ length: quantity }, (_, unit) => ({
            order_item_id: id,
            secret_code: `tap ${number}`,
            serial_number: `S${unit}`,
          })),
        ),
      }
  }
}

/** The violations in the vendor's requests and in the answers to the tablets. */
export function complaints(
  taps: readonly RigAttempt[],
  { requests, effects }: Pick<RecordedVendor, 'requests' | 'effects'>,
): readonly string[] {
  const found: string[] = []
  for (const attempt of taps) {
    const name = `${attempt.way} ${attempt.key} on ${attempt.order.id}, told ${JSON.stringify(attempt.answers.map(({ status, code }) => [status, code]))}`
    const [settled, ...later] = attempt.answers.filter(isFinal)
    if (!settled) found.push(`${name}: has no answer`)
    if (later.some(({ status, code }) => status !== settled?.status || code !== settled.code))
      found.push(`${name}: changed its answer`)
    if (attempt.slowestMs > tapLimitMs) found.push(`${name}: took ${attempt.slowestMs} ms`)
  }
  const orders = new Set([...taps.map(({ order }) => order.id), ...requests.map(({ orderId }) => orderId)])
  for (const orderId of orders) {
    const ofOrder = requests.filter((each) => each.orderId === orderId)
    for (const action of ['accept', 'reject', 'ready'] as const) {
      const tapped = taps.filter((attempt) => attempt.order.id === orderId && attempt.action === action)
      const done = tapped.filter(({ answers }) => answers.some(({ status }) => status === 200)).length
      const happened = effects.filter((each) => each.orderId === orderId && each.action === action).length
      if (done !== happened) found.push(`${action} on ${orderId}: ${done} taps were told of ${happened} effects`)
      found.push(...wrongPosts(tapped, ofOrder, action).map((what) => `${action} on ${orderId}: ${what}`))
    }
  }
  return found
}

/** Each POST must match an attempt byte by byte, and no attempt has two, except a plain accept proved undone. */
function wrongPosts(tapped: readonly RigAttempt[], ofOrder: readonly Recorded[], action: Action): readonly string[] {
  const found: string[] = []
  const wanted = new Map<string, number>()
  for (const { body } of tapped) {
    const text = body === undefined ? '' : JSON.stringify(body)
    wanted.set(text, (wanted.get(text) ?? 0) + 1)
  }
  const sent = new Map<string, number>()
  let previous: Recorded | undefined
  for (const [index, post] of ofOrder.entries()) {
    if (post.action !== action) continue
    if (!wanted.has(post.body)) found.push(`nobody asked for ${post.body}`)
    if ((post.body === '') !== (post.contentType === null)) found.push(`the content type is ${post.contentType}`)
    const isPlainAccept = action === 'accept' && post.body === ''
    if (!isPlainAccept) sent.set(post.body, (sent.get(post.body) ?? 0) + 1)
    else if (previous && !isProvedUndone(previous, ofOrder.slice(0, index), post, tapped.length === 1))
      found.push('was repeated without a look')
    previous = post
  }
  for (const [body, count] of sent) {
    if (count > (wanted.get(body) ?? 0)) found.push(`${count} POSTs of ${body || 'nothing'}`)
  }
  return found
}

/** After any other status, even 429, the action may have taken effect. */
const clearRefusals: readonly number[] = [400, 401, 404]

/**
 * Whether a POST is proved to have had no effect: the vendor refused it clearly, or the last complete reading before
 * the next POST showed the order unchanged. With several attempts the next POST may be of another one: then there must
 * have been a reading, whatever it showed.
 */
function isProvedUndone(post: Recorded, until: readonly Recorded[], next: Recorded, isOneTap: boolean): boolean {
  if (post.status !== undefined && clearRefusals.includes(post.status)) return true
  const at = until.indexOf(post)
  const lastShown = (some: readonly Recorded[], before: Recorded) =>
    some.findLast(({ shown, ended = Infinity }) => shown !== undefined && ended < before.begun)?.shown
  const after = lastShown(until.slice(at + 1), next)
  return after !== undefined && (!isOneTap || after === 'pending' || after === lastShown(until.slice(0, at), post))
}
