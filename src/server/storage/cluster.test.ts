import { expect, test, vi } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { type TestDesk, createTestDesk, testToken } from '#testing/desk.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { createCluster } from './cluster.ts'
import { createMemoryStore } from './store-memory.ts'
import { StoreUnavailable, type Store } from './store.ts'

// Several servers of one shop, over one store.

const second = 1000

/**
 * Servers over one store, one vendor and one clock. `reads` counts the vendor reads of each; `lateMs` delays what it
 * receives.
 */
async function openServers(count = 2, through: (store: Store) => Store = (store) => store) {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const store = createMemoryStore(clock)
  /** A service that shows changes late. */
  const lag = { is: false }
  const servers: (TestDesk & { reads: number; lateMs: number; readonly closing: AbortController })[] = []
  for (let number = 0; number < count; number += 1) {
    const closing = new AbortController()
    const desk = createTestDesk({
      clock,
      vendor,
      store: through(store),
      fetch: async (request) => {
        if (request.method === 'GET') server.reads += 1
        const answer = await vendor.fetch(request)
        if (server.lateMs > 0) await clock.sleep(server.lateMs)
        return lag.is && request.method === 'GET' ? stillPending(answer) : answer
      },
    })
    const server = { ...desk, reads: 0, lateMs: 0, closing }
    await desk.open(closing.signal)
    servers.push(server)
  }
  const [one, two] = servers
  if (!one || !two) throw new Error('At least two servers.')
  /** Places an order and notifies one server. */
  const placeAt = async (server: TestDesk) => {
    const order = vendor.placeOrder()
    await server.notify(JSON.stringify({ order_id: order.id }))
    await clock.advance(second)
    return order
  }
  return { clock, vendor, store, lag, one, two, servers, placeAt }
}

const stillPending = async (answer: Response): Promise<Response> => {
  const text = await answer.text()
  const shown = text.replace('"key":"preparing"', '"key":"pending"')
  return new Response(shown.replace('"can_mark_as_ready":true', '"can_mark_as_ready":false'), answer)
}

const resultOf = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]
const posts = (desk: TestDesk) => desk.asked('POST')

test('shows an order that one server received on the other within a second, read by one of them', async () => {
  const { one, two, placeAt } = await openServers()
  const order = await placeAt(two)
  for (const server of [one, two]) {
    expect(await server.rows()).toMatchObject([{ order_id: order.id, lane: 'answer', order: { id: order.id } }])
  }
  expect([one.reads > 0, two.reads]).toEqual([true, 0])
})

test('keeps the items’ ids if a server is notified of them before it knows the order', async () => {
  const { clock, vendor, store, one, two } = await openServers()
  const { id } = vendor.placeOrder()
  const body = { event: 'order_created', data: { id, items: [{ order_item_id: '0012' }] } }
  await Promise.all([one.notify(JSON.stringify({ order_id: id })), two.notify(JSON.stringify(body))])
  await clock.advance(5 * second)
  expect((await store.find(id))?.itemIds).toEqual(['0012'])
})

/** One server accepts an order, which takes the vendor 9 s; the other one polls. */
async function acceptSlowly() {
  const servers = await openServers()
  const { clock, vendor, store, one, two, placeAt } = servers
  const order = await placeAt(one)
  await clock.advance(2 * second)
  two.lateMs = 9 * second
  const key = crypto.randomUUID()
  const answer = two.act(order.id, 'accept', undefined, key)
  await clock.advance(second)
  two.lateMs = 0
  return { ...servers, key, answer, vendor, store }
}

test('leaves an attempt under way to its server until that has ended, also during its shutdown', async () => {
  const { clock, two, key, answer, store } = await acceptSlowly()
  two.closing.abort()
  await clock.advance(7 * second)
  expect(await store.findAttempt(key)).toMatchObject({ state: 'sent' })
  await clock.advance(18 * second)
  expect((await answer).status).toBe(200)
  expect(posts(two)).toHaveLength(1)
})

/** Two servers that only know of each other, and beat at different moments. */
async function startPeers() {
  const clock = createTestClock()
  const database = { aheadMs: 0, isAway: false }
  const { shared } = createMemoryStore({ now: () => clock.now() + database.aheadMs })
  if (!shared) throw new Error('A store of several servers.')
  const beat: typeof shared.beat = async (...words) => {
    if (database.isAway) throw new StoreUnavailable('Away.')
    return shared.beat(...words)
  }
  const start = async () => {
    const closing = new AbortController()
    const deps = { shared: { ...shared, beat }, clock, log: () => undefined }
    const server = createCluster({ ...deps, randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)) })
    const callbacks = { onBeat: () => undefined, onPeerChange: async () => undefined, onStoreFailure: () => undefined }
    await server.open({ ...callbacks, report: () => ({ isAnybodyThere: false, tablets: [] }) }, closing.signal)
    await clock.advance(700)
    return { ...server, closing }
  }
  return { clock, database, one: await start(), two: await start() }
}

test('takes over what an ended server left at once', async () => {
  const { clock, one, two } = await startPeers()
  await clock.advance(3 * second)
  two.closing.abort()
  await clock.advance(60 * second)
  expect(one.isGone(two.id)).toBe(false)
  await two.leave()
  // It may have started after the last beat; two more beats include it.
  await clock.advance(3 * second)
  expect(one.isGone(two.id)).toBe(false)
  await clock.advance(3 * second)
  expect(one.isGone(two.id)).toBe(true)
})

test('sends alerts from each server while the store is away, and then from one again', async () => {
  const { clock, database, one, two } = await startPeers()
  const telling = () => [one.sendsAlerts(), two.sendsAlerts()]
  const watching = () => [one.isPolling(), two.isPolling()]
  await clock.advance(10 * second)
  expect(telling()).toEqual([true, false])
  database.isAway = true
  await clock.advance(12 * second)
  expect([watching(), telling()]).toEqual([
    [false, false],
    [true, true],
  ])
  database.isAway = false
  await clock.advance(4 * second)
  expect(telling().filter(Boolean)).toHaveLength(1)
  expect(telling()).toEqual(watching())
})

test.each([45, 3600])('treats no server as gone if the store’s clock is set ahead by %i s', async (seconds) => {
  const { clock, database, one, two } = await startPeers()
  await clock.advance(3 * second)
  database.aheadMs = seconds * second
  for (let each = 0; each < 60; each += 1) {
    await clock.advance(100)
    expect([one.isGone(two.id), two.isGone(one.id)]).toEqual([false, false])
  }
})

test('frees the polling role at once when its server is told to end', async () => {
  const { clock, one, two, placeAt } = await openServers()
  one.closing.abort()
  await clock.advance(3 * second)
  await placeAt(two)
  expect([one.reads, two.reads > 0]).toEqual([0, true])
})

test('sends every change to every tablet, whichever server it is connected to', async () => {
  const { clock, one, two, placeAt } = await openServers()
  const events = await one.listen()
  const latest = () => events.at(-1)?.data
  const order = await placeAt(two)
  await clock.advance(second)
  expect(latest()).toMatchObject({ order_id: order.id, row: { lane: 'answer' } })
  const put = (path: string, body: object) => two.post(`/api/desk/orders/${order.id}/${path}`, body, 'PUT')
  await two.ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST' })
  await clock.advance(second)
  expect(latest()).toMatchObject({ row: { acknowledged: { by: { person: 'Sara' } } } })
  await two.ask(`/api/desk/orders/${order.id}/lease`, { method: 'PUT' })
  await clock.advance(second)
  expect(latest()).toMatchObject({ row: { answering: { by: { person: 'Sara' } } } })
  const accepted = two.act(order.id, 'accept')
  await clock.advance(second)
  expect((await accepted).status).toBe(200)
  await put(`picks/${order.lines[0]?.id}`, { state: 'picked' })
  await clock.advance(second)
  expect(latest()).toMatchObject({ row: { lane: 'preparing', picks: [{ state: 'picked' }] } })
  await put('handover', { state: 'handed_over' })
  await clock.advance(second)
  expect(latest()).toMatchObject({ row: { handed_over: { by: { person: 'Sara' } } } })
  expect(await one.rows()).toMatchObject([{ handed_over: { by: { person: 'Sara' } } }])
})

test('sends a tablet that reconnects to another server everything that changed meanwhile', async () => {
  const { clock, one, two, placeAt } = await openServers(2, deaf)
  const order = await placeAt(one)
  await clock.advance(2 * second)
  await one.ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST' })
  // The other server was not notified of it.
  const events = await two.listen()
  expect(events[0]).toMatchObject({
    event: 'snapshot',
    data: { orders: [{ order_id: order.id, acknowledged: { by: { person: 'Sara' } } }] },
  })
})

test('raises and ends an alarm of one server at the others too, once', async () => {
  const { clock, vendor, one, two, placeAt } = await openServers()
  const received = await two.listen()
  const isRefused = [expect.objectContaining({ code: 'vendor_token' })]
  const resultOf = () => received.filter(({ data }) => JSON.stringify(data).includes('"vendor_token"')).length
  vendor.faults.add({ kind: 'unauthenticated', on: 'getOrder', times: Infinity })
  await placeAt(one)
  await clock.advance(3 * second)
  expect([await one.alarms(), await two.alarms()]).toEqual([isRefused, isRefused])
  expect(resultOf()).toBe(1)
  vendor.faults.clear()
  await clock.advance(60 * second)
  expect([await one.alarms(), await two.alarms(), resultOf()]).toEqual([[], [], 2])
})

test('polls open orders at one server at a time; the next takes over within 10 s of its end', async () => {
  const { clock, one, two, placeAt } = await openServers()
  await placeAt(one)
  await clock.advance(60 * second)
  expect(two.reads).toBe(0)
  const before = one.reads
  one.kill()
  await clock.advance(10 * second)
  expect([one.reads, two.reads > 0]).toEqual([before, true])
})

/** Sends an event of an order to a server that was not notified of it. */
const writeTo = (server: TestDesk, id: string) =>
  server.notify(JSON.stringify({ event: 'order_updated', data: { id } }))

test('asks for an unconfirmed order at the polling server, whichever received it', async () => {
  const { clock, vendor, store, one, two } = await openServers()
  const { id } = vendor.placeOrder()
  expect((await writeTo(two, id)).status).toBe(202)
  await clock.advance(second)
  expect([one.reads, two.reads]).toEqual([1, 0])
  for (const server of [one, two]) expect(await server.rows()).toMatchObject([{ order_id: id, lane: 'answer' }])
  expect(await store.unconfirmedOrders()).toEqual([])
})

test('asks for the unconfirmed orders of a killed server at the next poller', async () => {
  const { clock, vendor, one, two } = await openServers()
  const { id } = vendor.placeOrder()
  vendor.faults.add({ kind: 'hang', times: 1 })
  await writeTo(one, id)
  await clock.advance(second)
  one.kill()
  await clock.advance(10 * second)
  expect(await two.rows()).toMatchObject([{ order_id: id, lane: 'answer' }])
})

test.each([0, 1, 2, 3])('keeps polling open orders after a slow database (%i)', async (offset) => {
  const clock = createTestClock()
  const vendor = createSimulator({ clock, token: testToken })
  const store = createMemoryStore(clock)
  const { shared } = store
  if (!shared) throw new Error('A store of several servers.')
  let [slowMs, reads] = [0, 0]
  const beat: typeof shared.beat = async (...words) => {
    const beaten = await shared.beat(...words)
    if (slowMs > 0) await clock.sleep(slowMs)
    return beaten
  }
  const desk = createTestDesk({
    clock,
    vendor,
    store: { ...store, shared: { ...shared, beat } },
    fetch: (request) => ((reads += 1), vendor.fetch(request)),
  })
  await desk.open(new AbortController().signal)
  await desk.notify(JSON.stringify({ order_id: vendor.placeOrder().id }))
  await clock.advance((20 + offset) * second)
  slowMs = 3 * second
  await clock.advance(10 * second)
  slowMs = 0
  await clock.advance(5 * second)
  reads = 0
  await clock.advance(30 * second)
  expect(reads).toBeGreaterThan(3)
})

test.each(['accept', 'reject'] as const)(
  'does not bring an order back by a look that was under way while another server answered (%s)',
  async (action) => {
    const { clock, one, two, placeAt } = await openServers()
    const order = await placeAt(one)
    await clock.advance(2 * second)
    one.lateMs = 3 * second
    await clock.advance(3 * second)
    const attempt = two.act(order.id, action, action === 'reject' ? { cancel_reason_id: 3 } : undefined)
    await clock.advance(second / 2)
    expect((await attempt).status).toBe(200)
    const lanes = new Set<string | undefined>()
    for (let ms = 0; ms < 6 * second; ms += 250) {
      await clock.advance(250)
      for (const server of [one, two]) lanes.add((await server.rows())[0]?.lane)
    }
    expect([...lanes]).toEqual([action === 'accept' ? 'preparing' : undefined])
  },
)

test('passes the polling role on from a server that ends in good order', async () => {
  const { clock, one, two, placeAt } = await openServers()
  await placeAt(one)
  one.closing.abort()
  await clock.advance(2 * second)
  expect(two.reads).toBeGreaterThan(0)
})

test('sends one request for two answers at two servers at once, and tells the other person who answered', async () => {
  const { clock, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  const attempts = [one.act(order.id, 'accept'), two.act(order.id, 'reject', { cancel_reason_id: 3 })]
  await clock.advance(5 * second)
  const answers = await Promise.all(attempts.map(async (attempt) => resultOf(await attempt)))
  expect(answers).toContainEqual([200, undefined])
  expect(answers).toContainEqual([409, expect.stringMatching(/^(order_busy|already_answered)$/)])
  expect(posts(one)).toHaveLength(1)
})

test.each([
  ['a moment', 1],
  ['a minute', 60 * second],
])(
  'does not conclude that an order was %s later from what a server saw before the other one answered',
  async (_span, later) => {
    const { clock, vendor, one, two, placeAt } = await openServers()
    const order = await placeAt(one)
    await two.ask(`/api/developer/v1/orders/${order.id}`)
    await clock.advance(later)
    expect((await one.act(order.id, 'accept')).status).toBe(200)
    await clock.advance(later)
    // Its answer is lost; a re-read shows the order as accepted.
    vendor.faults.add({ kind: 'hang', on: 'acceptOrder', times: 1 })
    const again = two.act(order.id, 'accept')
    await clock.advance(30 * second)
    expect(await resultOf(await again)).toEqual([409, 'already_answered'])
  },
)

/** An order that came back from the customer while one server polled, and that the other had seen before. */
async function openWithOneBack() {
  const shop = await openServers()
  const { clock, vendor, one, two, placeAt } = shop
  const order = await placeAt(one)
  await two.row(order.id)
  await clock.advance(10 * second)
  const items = [{ id: Number(order.lines[0]?.id) }]
  expect((await one.act(order.id, 'reject', { cancel_reason_id: 1, items })).status).toBe(200)
  await clock.advance(30 * second)
  vendor.orders.move(order, 'pending')
  await clock.advance(30 * second)
  return { ...shop, order }
}

test('accepts an order back from the customer at any server at once, by what another one saw', async () => {
  const { vendor, two, order } = await openWithOneBack()
  const before = vendor.requests.length
  expect((await two.act(order.id, 'accept')).status).toBe(200)
  expect(vendor.requests[before]?.method).toBe('POST')
})

test('accepts it also if the service shows no order', async () => {
  const { clock, vendor, two, order } = await openWithOneBack()
  vendor.faults.add({ kind: 'error', on: 'getOrder', times: Infinity })
  const tapped = two.act(order.id, 'accept')
  await clock.advance(30 * second)
  expect([(await tapped).status, order.state]).toEqual([202, 'preparing'])
})

test('does not take an accept that the service shows late for another server’s', async () => {
  const { clock, vendor, lag, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  await two.ask(`/api/developer/v1/orders/${order.id}`)
  lag.is = true
  expect((await one.act(order.id, 'accept')).status).toBe(200)
  await clock.advance(6 * second)
  lag.is = false
  vendor.faults.add({ kind: 'hang', on: 'acceptOrder', times: 1 })
  const again = two.act(order.id, 'accept')
  await clock.advance(30 * second)
  expect(await resultOf(await again)).toEqual([409, 'already_answered'])
})

/** Servers that exchange messages only with beats. */
const deaf = (kept: Store): Store => ({
  ...kept,
  ...(kept.shared && { shared: { ...kept.shared, listen: () => undefined } }),
})

test('gives a repeated attempt the same answer at the other server', async () => {
  const { clock, one, two, placeAt } = await openServers(2, deaf)
  const order = await placeAt(one)
  await clock.advance(2 * second)
  const acknowledged = { acknowledged: { by: { person: 'Sara' } } }
  await one.ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST' })
  expect(await two.row(order.id)).toMatchObject(acknowledged)
  await one.ask(`/api/desk/orders/${order.id}/lease`, { method: 'PUT' })
  expect(await two.rows()).toMatchObject([{ ...acknowledged, answering: { by: { person: 'Sara' } } }])
})

test('keeps a mark made at a server that does not know yet what another one removed', async () => {
  const { clock, store, one, two, placeAt } = await openServers(2, deaf)
  const { id, lines } = await placeAt(one)
  await one.act(id, 'accept')
  const put = (server: TestDesk, path: string, state: string | null) =>
    server.post(`/api/desk/orders/${id}/${path}`, { state }, 'PUT')
  const line = `picks/${lines[0]?.id}`
  await put(one, line, 'picked')
  await put(one, 'handover', 'handed_over')
  await clock.advance(3 * second)
  await put(one, line, null)
  await put(one, 'handover', null)
  await put(two, line, 'picked')
  await put(two, 'handover', 'handed_over')
  expect((await store.find(id))?.marks).toMatchObject({ picks: [{ state: 'picked' }], handedOver: { by: {} } })
})

test('writes the outcome of an attempt that the store refused with the next beat, without a read', async () => {
  let isDown = false
  const { clock, store, two, placeAt } = await openServers(2, (kept) => ({
    ...kept,
    writeAttempt: async (...words) => {
      if (isDown) throw new StoreUnavailable('The connection was cut.')
      return kept.writeAttempt(...words)
    },
  }))
  const order = await placeAt(two)
  isDown = true
  expect((await two.act(order.id, 'accept')).status).toBe(200)
  isDown = false
  expect(await store.unreconciledAttempts()).toHaveLength(1)
  await clock.advance(3 * second)
  expect(await store.unreconciledAttempts()).toEqual([])
})

test('does not ring for an order that ended before its server knows that it is stored', async () => {
  let lateMs = 0
  const { clock, vendor, one, two } = await openServers(2, (kept) => ({
    ...kept,
    async ingest(words) {
      const versions = await kept.ingest(words)
      if (lateMs > 0) await clock.sleep(lateMs)
      return versions
    },
  }))
  await clock.advance(second)
  lateMs = 8 * second
  const order = vendor.placeOrder()
  const telling = two.notify(JSON.stringify({ order_id: order.id }))
  await clock.advance(second)
  lateMs = 0
  await clock.advance(2 * second)
  expect((await one.act(order.id, 'reject', { cancel_reason_id: 3 })).status).toBe(200)
  await clock.advance(20 * second)
  await telling
  expect([await one.rows(), await two.rows()]).toEqual([[], []])
})

test('does not send a rejection that was on its way while another tablet accepted, unless it has seen that', async () => {
  const { clock, one, two, placeAt } = await openServers()
  const { id } = await placeAt(one)
  await clock.advance(6 * second)
  const omar = await one.admit('Kitchen', 'Omar')
  const version = async () => (await one.row(id)).version ?? 0
  const reject = (shownVersion: number) =>
    omar.ask(`/api/developer/v1/orders/${id}/reject`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
        'X-Order-Version': String(shownVersion),
      },
      body: JSON.stringify({ cancel_reason_id: 3 }),
    })
  const before = await version()
  expect((await two.act(id, 'accept')).status).toBe(200)
  await clock.advance(30 * second)
  expect(await resultOf(await reject(before))).toEqual([409, 'already_answered'])
  expect(posts(one)).toHaveLength(1)
  expect((await reject(await version())).status).toBe(200)
})

test('sends one attempt that reaches both servers once, and both give its answer', async () => {
  const { clock, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  const key = crypto.randomUUID()
  const attempts = [one, two].map((server) => server.act(order.id, 'accept', undefined, key))
  await clock.advance(10 * second)
  expect(await Promise.all(attempts.map(async (attempt) => (await attempt).status))).toEqual([200, 200])
  expect(posts(one)).toHaveLength(1)
  expect((await two.act(order.id, 'reject', { cancel_reason_id: 3 }, key)).status).toBe(422)
  expect(posts(one)).toHaveLength(1)
})

test('reports an attempt that reaches both servers as done, although another was in its way at one of them', async () => {
  let letThrough = () => undefined as void
  const isLater = new Promise<void>((resolve) => (letThrough = resolve))
  const { clock, vendor, one, two, placeAt } = await openServers(2, (kept) => ({
    ...kept,
    // A refusal is written later than what is sent meanwhile.
    refuseAttempt: (attempt) => isLater.then(() => kept.refuseAttempt(attempt)),
    writeAttempt: async (attempt, entry) => {
      if (attempt.state === 'failed') await isLater
      return kept.writeAttempt(attempt, entry)
    },
  }))
  const order = await placeAt(one)
  vendor.faults.add({ kind: 'slow', ms: 3 * second, on: 'getOrder', times: 1 })
  const inTheWay = two.act(order.id, 'reject', { cancel_reason_id: 3 })
  await clock.advance(second)
  vendor.faults.add({ kind: 'slow', ms: second, on: 'acceptOrder', times: 1 })
  const key = crypto.randomUUID()
  const attempts = [two, one].map((server) => server.act(order.id, 'accept', undefined, key))
  await clock.advance(100)
  letThrough()
  await clock.advance(30 * second)
  expect(await Promise.all(attempts.map(async (attempt) => (await attempt).status))).toEqual([200, 200])
  expect([(await inTheWay).status, order.state]).toEqual([409, 'preparing'])
})

test('changes nothing by another attempt under the key of one under way at the other server', async () => {
  const { clock, vendor, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  const key = crypto.randomUUID()
  vendor.faults.add({ kind: 'hang', on: 'acceptOrder' })
  const first = one.act(order.id, 'accept', undefined, key)
  await clock.advance(second)
  const other = two.act(order.id, 'reject', { cancel_reason_id: 3 }, key)
  await clock.advance(30 * second)
  expect([(await other).status, posts(one).filter((path) => path.endsWith('/reject'))]).toEqual([422, []])
  expect((await first).status).not.toBe(422)
})

test('reconciles an attempt of a killed server at the other one, and never sends it twice', async () => {
  const { clock, vendor, one, two, placeAt } = await openServers()
  const order = await placeAt(two)
  const key = crypto.randomUUID()
  vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
  vendor.faults.add({ kind: 'hang', on: 'getOrder' })
  void one.act(order.id, 'accept', undefined, key)
  await clock.advance(100)
  one.kill()
  const meanwhile = two.act(order.id, 'reject', { cancel_reason_id: 3 })
  await clock.advance(5 * second)
  expect(await resultOf(await meanwhile)).toEqual([409, 'order_busy'])
  await clock.advance(45 * second)
  expect((await two.act(order.id, 'accept', undefined, key)).status).toBe(200)
  expect(posts(two)).toHaveLength(1)
  expect((await two.row(order.id)).timeline.map(({ what }) => what)).toContain('accept')
})

test.each([0, 1])('lets no unsent attempt block its order, at server %i', async (at) => {
  let isLost = true
  const { clock, store, servers, placeAt, one } = await openServers(2, (kept) => ({
    ...kept,
    async beginAttempt(attempt) {
      const inTheWay = await kept.beginAttempt(attempt)
      if (isLost) throw new StoreUnavailable('Nobody heard that it was written.')
      return inTheWay
    },
  }))
  const order = await placeAt(one)
  const key = crypto.randomUUID()
  expect((await servers[at]?.act(order.id, 'accept', undefined, key))?.status).toBe(503)
  isLost = false
  await clock.advance(10 * second)
  expect(await store.unreconciledAttempts()).toEqual([])
  const answers = [servers[at]?.act(order.id, 'accept', undefined, key), servers[1 - at]?.act(order.id, 'accept')]
  await clock.advance(5 * second)
  // It was never sent, and is not sent that late; a new attempt succeeds.
  expect(await Promise.all(answers.map(async (answer) => (await answer)?.status))).toEqual([504, 200])
  expect(posts(one)).toHaveLength(1)
})

test('finds a lost outcome at the server that sent the attempt, although the other one polls', async () => {
  const { clock, vendor, one, two, store, placeAt } = await openServers()
  const order = await placeAt(one)
  vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
  vendor.faults.add({ kind: 'hang', on: 'getOrder', times: 20 })
  const key = crypto.randomUUID()
  const tapped = two.act(order.id, 'accept', undefined, key)
  await clock.advance(40 * second)
  expect((await tapped).status).toBe(202)
  const repeated = one.act(order.id, 'accept', undefined, key)
  vendor.faults.clear()
  await clock.advance(70 * second)
  expect(await store.unreconciledAttempts()).toEqual([])
  expect((await repeated).status).toBe(200)
  expect(posts(one)).toHaveLength(1)
  expect((await store.readLog({ limit: 9 })).entries.map(({ outcome }) => outcome)).toEqual(['done', 'unknown'])
})

test('shows hand-over codes at a server that does not poll', async () => {
  const { clock, vendor, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  await two.act(order.id, 'accept')
  await two.act(order.id, 'ready')
  await clock.advance(5 * second)
  const code = vendor.orders.find(order.id)?.pickupOtp
  const [here, there] = [await one.row(order.id), await two.row(order.id)]
  expect(here.order).toMatchObject({ pickup_otp: code })
  expect(there.order).toMatchObject({ pickup_otp: code })
})

test('shows a hand-over code at a server that saw the order before it was ready', async () => {
  const { clock, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  await two.row(order.id)
  await clock.advance(10 * second)
  await one.act(order.id, 'accept')
  await clock.advance(10 * second)
  await one.act(order.id, 'ready')
  await clock.advance(5 * second)
  const readsBefore = two.reads
  expect((await two.row(order.id)).order).toMatchObject({ pickup_otp: order.pickupOtp })
  await two.row(order.id)
  expect(two.reads - readsBefore).toBeLessThanOrEqual(1)
})

/** A ready order whose code both servers have shown; then the service changes the code. */
async function changeCode(...servers: Parameters<typeof openServers>) {
  const opened = await openServers(...servers)
  const { clock, one, two, placeAt } = opened
  const order = await placeAt(one)
  await one.act(order.id, 'accept')
  await one.act(order.id, 'ready')
  await clock.advance(5 * second)
  const shownCodes = async () => {
    const rows = [await one.row(order.id), await two.row(order.id)]
    return rows.map((row) => (row.order as Record<string, unknown>)['pickup_otp']) // As it was read.
  }
  expect(await shownCodes()).toEqual([order.pickupOtp, order.pickupOtp])
  Object.assign(order, { pickupOtp: '7310' })
  await clock.advance(2 * second)
  /** The first server reads the order. */
  const readAgain = async () => {
    await one.ask(`/api/developer/v1/orders/${order.id}`)
    await clock.advance(second)
  }
  return { ...opened, order, shownCodes, readAgain }
}

test('replaces a hand-over code that the service changed at every server, with a few messages at most', async () => {
  const { clock, store, shownCodes, readAgain } = await changeCode()
  const before = await store.version()
  await readAgain()
  expect(await store.version()).toBe(before + 1)
  for (let times = 0; times < 3; times += 1) {
    expect(await shownCodes()).toEqual(['7310', '7310'])
    await clock.advance(2 * second)
  }
  // The second server has read it for itself.
  expect(await store.version()).toBe(before + 2)
})

test.each(['one', 'two'] as const)(
  'sends a new code that could not be sent later, whatever else is written of its order at server %s',
  async (name) => {
    const disk = { isFull: false }
    const { clock, order, shownCodes, readAgain, ...servers } = await changeCode(2, (store) => ({
      ...store,
      async save(...given) {
        if (disk.isFull) throw new StoreUnavailable('The disk is full.')
        return store.save(...given)
      },
    }))
    disk.isFull = true
    await readAgain()
    disk.isFull = false
    await servers[name].ask(`/api/desk/orders/${order.id}/acknowledge`, { method: 'POST' })
    await clock.advance(2 * second)
    await readAgain()
    expect(await shownCodes()).toEqual(['7310', '7310'])
  },
)

test('does not report a known code as pending while the service hangs', async () => {
  const { clock, vendor, order, two, readAgain } = await changeCode()
  await readAgain()
  vendor.faults.add({ kind: 'hang', on: 'getOrder', times: Infinity })
  const shown = two.row(order.id)
  await clock.advance(second)
  expect(await shown).toMatchObject({ codes_pending: false })
})

test('delays no row at a server that does not poll while the service hangs', async () => {
  const { clock, vendor, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  vendor.faults.add({ kind: 'hang', on: 'getOrder', times: Infinity })
  const shown = vi.fn<(row: unknown) => void>()
  void two.row(order.id).then(shown)
  await clock.advance(second / 2)
  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ order_id: order.id, lane: 'answer' }))
})

test('reports codes as pending at a server that does not poll, until it has them', async () => {
  const { clock, vendor, one, two, placeAt } = await openServers()
  const order = await placeAt(one)
  await one.act(order.id, 'accept')
  await clock.advance(5 * second)
  // There are none yet.
  expect(await two.row(order.id)).toMatchObject({ codes_pending: false })
  await clock.advance(second)
  await one.act(order.id, 'ready')
  await clock.advance(5 * second)
  vendor.faults.add({ kind: 'slow', ms: 3 * second, on: 'getOrder' })
  const early = two.row(order.id)
  await clock.advance(second)
  const { codes_pending: isPending, order: shown } = await early
  expect([isPending, shown]).toEqual([true, expect.not.objectContaining({ pickup_otp: order.pickupOtp })])
  await clock.advance(3 * second)
  expect(await two.row(order.id)).toMatchObject({ codes_pending: false, order: { pickup_otp: order.pickupOtp } })
})

test('shares sign-ins between servers, and removes a tablet from both', async () => {
  const { two, store, one } = await openServers()
  const sara = await one.admit('Window', 'Sara')
  expect((await sara.ask('/api/desk/orders')).status).toBe(200)
  const [window_] = (await store.devices()).filter(({ name }) => name === 'Window')
  await two.ask(`/api/desk/devices/${window_?.id}`, { method: 'DELETE' })
  expect((await sara.ask('/api/desk/orders')).status).toBe(401)
})
