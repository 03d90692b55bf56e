import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { NeverSent } from '#server/vendor/vendor-transport.ts'
import { sentAttemptOf } from '#testing/action-store-suite.ts'
import {
  type TestDesk,
  codeOf,
  createBreakableStore,
  createDeskWithOrder,
  createTestDesk,
  openTestDesk,
  read,
} from '#testing/desk.ts'

// Attempts while the server, the store or the connection to the vendor fails.

const posts = (desk: TestDesk) => desk.asked('POST').length
const restart = async (desk: TestDesk): Promise<TestDesk> => {
  const next = createTestDesk(desk.kill())
  await next.open()
  return next
}
const endlessly = { times: Number.POSITIVE_INFINITY } as const
const log = async (store: ReturnType<typeof createMemoryStore>) => (await store.readLog({ limit: 100 })).entries

/** A desk with a sent attempt whose answer hangs. */
async function desksUnanswered(kind: 'drop-late' | 'hang') {
  const store = createMemoryStore()
  const desk = createTestDesk({ store })
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind, on: 'acceptOrder' })
  desk.vendor.faults.add({ kind: 'hang', ...endlessly })
  const key = crypto.randomUUID()
  const pending = desk.act(id, 'accept', undefined, key)
  await desk.clock.advance(1000)
  return { store, desk, id, key, pending, repeat: (on: TestDesk) => on.act(id, 'accept', undefined, key) }
}

test('stores the intent with the order’s snapshot, without body, before it asks the vendor', async () => {
  const store = createMemoryStore()
  const stored: unknown[] = []
  const desk: TestDesk = createTestDesk({
    store,
    fetch: async (request) => {
      if (request.method === 'POST') stored.push(...(await store.unreconciledAttempts()))
      return desk.vendor.fetch(request)
    },
  })
  const order = desk.vendor.placeOrder('digital')
  const items = order.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({
      order_item_id: line.id,
      secret_code: 'SECRET-PIN',
      serial_number: 'SECRET-SERIAL',
    })),
  )
  const key = crypto.randomUUID()
  expect((await desk.act(order.id, 'accept', { items }, key)).status).toBe(200)
  expect(stored).toMatchObject([
    {
      state: 'sent',
      key,
      orderId: order.id,
      by: { person: 'Sara', tablet: 'Counter' },
      sent: { codes: items.length },
      before: { statusKey: 'pending', isActive: true, canMarkAsReady: false },
    },
  ])
  const all = JSON.stringify([stored, await store.findAttempt(key), await log(store)])
  for (const secret of ['SECRET', order.pickupOtp, order.customer.name]) expect(all).not.toContain(secret)
})

test('never stores or sends codes that the vendor repeats', async () => {
  const store = createMemoryStore()
  const desk: TestDesk = createTestDesk({
    store,
    fetch: async (request) => {
      if (request.method === 'GET') return desk.vendor.fetch(request)
      const { items } = (await request.json()) as { readonly items: readonly { readonly secret_code: string }[] }
      const message = `The code\u0000 ${items[0]?.secret_code} is used up. ${'x'.repeat(400)}`
      return Response.json({ status: 'error', message }, { status: 400 })
    },
  })
  const order = desk.vendor.placeOrder('digital')
  const items = order.lines.flatMap((line) =>
    Array.from({ length: line.quantity }, () => ({
      order_item_id: line.id,
      secret_code: 'PIN-4711',
      serial_number: '1',
    })),
  )
  const key = crypto.randomUUID()
  const answered = await read(await desk.act(order.id, 'accept', { items }, key))
  expect(answered).toMatchObject({ http: 400, body: { code: 'vendor_refused' } })
  expect(JSON.stringify([answered, await store.findAttempt(key), await log(store), desk.logged])).not.toContain('4711')
  const message = (await log(store))[0]?.vendor?.message ?? ''
  expect(message).toMatch(/^The code {2}… is used up\. x+$/)
  expect(message.length).toBeLessThanOrEqual(300)
})

test('sends nothing if the intent cannot be stored, and carries out the same key later', async () => {
  const store = createBreakableStore()
  const desk = createTestDesk({ store })
  const { id } = desk.vendor.placeOrder()
  const key = crypto.randomUUID()
  await desk.ask('/api/desk/session')
  store.isDown = true
  const refused = await read(await desk.act(id, 'accept', undefined, key))
  expect(refused).toMatchObject({ http: 503, body: { code: 'store_unavailable' } })
  expect(posts(desk)).toBe(0)
  store.isDown = false
  expect((await desk.act(id, 'accept', undefined, key)).status).toBe(200)
  expect(posts(desk)).toBe(1)
})

test.each([
  ['findAttempt', 1],
  ['lastCompletedAttempt', 1],
  ['beginAttempt', 1],
  ['lastCompletedAttempt', 2],
] as const)('if %s fails the %i. time, sends nothing and leaves the order answerable', async (name, time) => {
  const store = createMemoryStore()
  let calls = 0
  const failing = async (...args: readonly never[]) => {
    calls += 1
    if (calls === time) throw new StoreUnavailable('The connection was cut.')
    return (store[name] as (...args: readonly never[]) => Promise<unknown>)(...args)
  }
  const desk = createTestDesk({ store: { ...store, [name]: failing } })
  const { id } = desk.vendor.placeOrder()
  const refused = await read(await desk.act(id, 'accept'))
  expect(refused).toMatchObject({ http: 503, body: { code: 'store_unavailable' } })
  expect(posts(desk)).toBe(0)
  expect((await desk.act(id, 'accept')).status).toBe(200)
  expect(posts(desk)).toBe(1)
  expect(await store.unreconciledAttempts()).toEqual([])
})

/** Its store fails as soon as the vendor is asked for an action. */
function deskWhoseStoreFails() {
  const store = createBreakableStore()
  const desk: TestDesk = createTestDesk({
    store,
    fetch: (request) => {
      if (request.method === 'POST') store.isDown = true
      return desk.vendor.fetch(request)
    },
  })
  return { desk, store }
}

test('answers with the true outcome if the store fails after the effect, and stores it later', async () => {
  const { desk, store } = deskWhoseStoreFails()
  const { id } = desk.vendor.placeOrder()
  const key = crypto.randomUUID()
  const first = await read(await desk.act(id, 'accept', undefined, key))
  expect(first).toMatchObject({ http: 200, body: { data: { status: { key: 'preparing' } } } })
  expect(await read(desk.act(id, 'accept', undefined, key))).toEqual(first)
  expect(await store.findAttempt(key)).toMatchObject({ state: 'sent' })
  store.isDown = false
  await desk.clock.advance(2000)
  await desk.ask(`/api/developer/v1/orders/${id}`)
  expect(await store.findAttempt(key)).toMatchObject({ state: 'done' })
  expect(await log(store)).toHaveLength(1)
  expect(posts(desk)).toBe(1)
})

test('notes the delayed outcome on the board with its true time', async () => {
  const { desk, store } = deskWhoseStoreFails()
  await desk.open()
  const { id } = await desk.order()
  await desk.clock.advance(2000)
  const at = new Date(desk.clock.now()).toISOString()
  for (const [action, body] of [['accept'], ['reject', { cancel_reason_id: 3 }]] as const) {
    expect((await desk.act(id, action, body)).status).toBe(200)
    store.isDown = false
    await desk.clock.advance(60_000)
  }
  const { timeline, last_action: last, problem, is_on_board: isOnBoard } = await desk.row(id)
  expect(timeline).toContainEqual({ at, what: 'accept', detail: 'done', by: expect.anything() })
  // The desk's own rejection is not shown as a cancellation.
  expect([last, problem, isOnBoard]).toMatchObject([{ action: 'reject', outcome: 'done' }, null, false])
})

test('repeats the answer of a key after a restart, with the current order', async () => {
  const { desk, id } = createDeskWithOrder()
  const other = desk.vendor.placeOrder()
  const key = crypto.randomUUID()
  const failing = crypto.randomUUID()
  const first = await read(await desk.act(id, 'accept', undefined, key))
  desk.vendor.orders.move(other, 'completed')
  const failed = await read(await desk.act(other.id, 'reject', { reason_code: 'TOO_BUSY' }, failing))
  expect(failed).toMatchObject({ http: 400 })
  const next = await restart(desk)
  expect(await read(next.act(id, 'accept', undefined, key))).toEqual(first)
  expect(await read(next.act(other.id, 'reject', { reason_code: 'TOO_BUSY' }, failing))).toEqual(failed)
  const reused = { http: 422, body: { code: 'key_reused' } }
  expect(await read(next.act(other.id, 'reject', { reason_code: 'CLOSING_SOON' }, failing))).toMatchObject(reused)
  expect(await read(next.act(id, 'ready', undefined, key))).toMatchObject(reused)
  expect(posts(next)).toBe(2)
})

test('reports a completed action as done although the service has forgotten the order', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  await desk.clock.advance(10_000)
  desk.vendor.faults.add({ kind: 'slow', ms: 1500, on: 'getOrder', times: 2 })
  const key = crypto.randomUUID()
  const reject = (on: TestDesk) => on.act(id, 'reject', { reason_code: 'TOO_BUSY' }, key)
  const first = reject(desk)
  await desk.clock.advance(5000)
  expect((await first).status).toBe(200)
  const next = await restart(desk)
  desk.vendor.faults.clear()
  desk.vendor.faults.add({ kind: 'error', on: 'getOrder', ...endlessly })
  const again = reject(next)
  await desk.clock.advance(30_000)
  expect(await read(again)).toMatchObject({
    http: 200,
    body: { data: { id, status: { key: 'rejected' } } },
  })
})

test('names the earlier person after a restart', async () => {
  const { desk, id } = createDeskWithOrder()
  await desk.act(id, 'accept')
  const next = await restart(desk)
  expect(await read(next.act(id, 'reject', { reason_code: 'TOO_BUSY' }))).toMatchObject({
    http: 409,
    body: { code: 'already_answered', data: { action: 'accept', by: { person: 'Sara', tablet: 'Counter' } } },
  })
  expect(posts(next)).toBe(1)
})

test.each([
  ['drop-late', 200, 'done'],
  ['hang', 504, 'failed'],
] as const)(
  'reconciles an action cut off by a crash after %s, once its time limit has passed: %i',
  async (kind, http, state) => {
    const { store, desk, key, id, repeat } = await desksUnanswered(kind)
    const next = await restart(desk)
    next.vendor.faults.clear()
    const asked = next.asked().length
    await next.clock.advance(10_999)
    expect(next.asked()).toHaveLength(asked)
    expect(await store.findAttempt(key)).toMatchObject({ state: 'sent' })
    await next.clock.advance(1)
    expect(next.asked().slice(asked)).toEqual([`GET /api/developer/v1/orders/${id}`])
    expect(await store.findAttempt(key)).toMatchObject({ state })
    expect((await repeat(next)).status).toBe(http)
    expect(await log(store)).toMatchObject([{ outcome: state, settledBy: 'recovery', posts: null, sent: {} }])
    expect(posts(next)).toBe(1)
  },
)

test('holds a repeated key during recovery until the outcome is known', async () => {
  const { desk, repeat } = await desksUnanswered('drop-late')
  const next = await restart(desk)
  next.vendor.faults.clear()
  const repeated = repeat(next)
  await next.clock.advance(11_000)
  expect(await read(repeated)).toMatchObject({
    http: 200,
    body: { data: { status: { key: 'preparing' } } },
  })
  expect(posts(next)).toBe(1)
})

test('sends no new attempt on an order while recovery cannot ask the vendor', async () => {
  const { desk, id } = await desksUnanswered('drop-late')
  const next = await restart(desk)
  const pending = next.act(id, 'accept')
  await next.clock.advance(30_000)
  expect(await codeOf(pending)).toBe('409 order_busy')
  expect(posts(next)).toBe(1)
  next.vendor.faults.clear()
  await next.clock.advance(60_000)
  expect(await codeOf(next.act(id, 'accept'))).toBe('409 already_answered')
})

test('accepts the same key again for an attempt that was not sent before a restart', async () => {
  const { desk, order } = createDeskWithOrder()
  desk.vendor.faults.add({ kind: 'hang', on: 'getOrder' })
  const key = crypto.randomUUID()
  void desk.act(order.id, 'reject', { reason_code: 'TOO_BUSY' }, key)
  await desk.clock.advance(1000)
  const next = await restart(desk)
  expect((await next.act(order.id, 'reject', { reason_code: 'TOO_BUSY' }, key)).status).toBe(200)
  expect(posts(next)).toBe(1)
})

test('keeps a 200 cut off by a crash as done, though the order still shows pending', async () => {
  const desk: TestDesk = createTestDesk({
    fetch: (request) =>
      request.method === 'GET'
        ? new Promise(() => {})
        : Promise.resolve(Response.json({ data: { id: request.url.split('/').at(-2) } })),
  })
  const { id } = desk.vendor.placeOrder()
  const key = crypto.randomUUID()
  void desk.act(id, 'accept', undefined, key)
  await desk.clock.advance(1000)
  const next = await restart(desk)
  const repeated = next.act(id, 'accept', undefined, key)
  await next.clock.advance(2000)
  expect(await read(repeated)).toMatchObject({
    http: 200,
    body: { data: { status: { key: 'pending' } } },
  })
})

test.each(['the watch', 'somebody'])(
  'reconciles an unknown attempt when %s reads the order, and notifies every tablet',
  async (who) => {
    const desk = createTestDesk()
    const closing = new AbortController()
    const { id } = await desk.order()
    if (who === 'the watch') await desk.open(closing.signal)
    await desk.clock.advance(100)
    desk.vendor.faults.add({ kind: 'drop-late', on: 'acceptOrder' })
    desk.vendor.faults.add({ kind: 'hang', ...endlessly })
    const key = crypto.randomUUID()
    expect((await desk.during(30_000, desk.act(id, 'accept', undefined, key))).status).toBe(202)
    expect(await desk.rows()).toMatchObject([{ last_action: { outcome: 'unknown' } }])
    desk.vendor.faults.clear()
    if (who === 'somebody') await desk.ask(`/api/developer/v1/orders/${id}`)
    await desk.clock.advance(20_000)
    expect(await desk.rows()).toMatchObject([{ lane: 'preparing', last_action: { outcome: 'done' } }])
    const reads = desk.asked('GET').length
    expect((await desk.act(id, 'accept', undefined, key)).status).toBe(200)
    expect(desk.asked('GET')).toHaveLength(reads)
    expect(posts(desk)).toBe(1)
    closing.abort()
  },
)

test('reconciles nothing by a reading soon after a crash, while the vendor may be processing', async () => {
  const { store, desk, key, id } = await desksUnanswered('hang')
  const next = await restart(desk)
  next.vendor.faults.clear()
  await next.clock.advance(10_000)
  expect((await next.ask(`/api/developer/v1/orders/${id}`)).status).toBe(200)
  expect(await store.findAttempt(key)).toMatchObject({ state: 'sent' })
  await next.clock.advance(1000)
  expect(await store.findAttempt(key)).toMatchObject({ state: 'failed' })
})

test('frees an order from an attempt that no server handles', async () => {
  const { desk, id } = createDeskWithOrder()
  const left = sentAttemptOf(crypto.randomUUID(), id, desk.clock.now())
  await desk.store.beginAttempt(left)
  expect(await codeOf(desk.act(id, 'accept'))).toBe('409 order_busy')
  await desk.clock.advance(5000)
  expect((await desk.during(8000, desk.act(id, 'accept'))).status).toBe(200)
  expect(await desk.store.findAttempt(left.key)).toMatchObject({ state: 'failed' })
})

test('names person and time in a refusal for an earlier answer', async () => {
  const { desk, id } = createDeskWithOrder()
  const at = new Date(desk.clock.now()).toISOString()
  await desk.act(id, 'accept')
  await desk.clock.advance(10 * 60_000)
  const late = { http: 409, body: { code: 'already_answered', data: { action: 'accept', at } } }
  expect(await read(desk.act(id, 'accept'))).toMatchObject(late)
  const next = await restart(desk)
  expect(await read(next.act(id, 'accept'))).toMatchObject(late)
  expect(posts(next)).toBe(3)
})

test('reports a refused ready after an own accept with the vendor’s message', async () => {
  const { desk, order } = createDeskWithOrder()
  await desk.act(order.id, 'accept')
  desk.vendor.orders.move(order, 'cancelled')
  await desk.clock.advance(60_000)
  expect(await codeOf(desk.act(order.id, 'ready'))).toBe('400 vendor_refused')
})

test('reports a refused rejection long after an accept with the vendor’s message', async () => {
  const message = 'Invalid rejection reason provided'
  const refusal = () => Promise.resolve(Response.json({ status: 'error', message }, { status: 400 }))
  const desk = createTestDesk({
    fetch: (request) => (request.url.endsWith('/reject') ? refusal() : desk.vendor.fetch(request)),
  })
  const order = desk.vendor.placeOrder()
  await desk.act(order.id, 'accept')
  const other = await desk.admit('Kitchen', 'Omar')
  const rejected = async () => read(await other.act(order.id, 'reject', { cancel_reason_id: 3 }))
  expect(await rejected()).toMatchObject({ http: 409, body: { code: 'already_answered' } })
  await desk.clock.advance(10 * 60_000)
  expect(await rejected()).toMatchObject({ http: 400, body: { code: 'vendor_refused', message } })
})

test('reports a refusal on an order back from the customer with the vendor’s message', async () => {
  const { desk, order } = createDeskWithOrder('digital')
  const [line] = order.lines
  await desk.act(order.id, 'reject', { cancel_reason_id: 1, items: [{ id: line?.id }] })
  desk.vendor.orders.move(order, 'pending')
  await desk.clock.advance(60_000)
  expect(await codeOf(desk.act(order.id, 'accept'))).toBe('400 vendor_refused')
})

test('judges a rejection as done if its effect shows only after the customer’s answer', async () => {
  const { desk, order } = createDeskWithOrder('large')
  const [line] = order.lines
  await desk.ask(`/api/developer/v1/orders/${order.id}`)
  desk.vendor.faults.add({ kind: 'drop-late', on: 'rejectOrder' })
  const key = crypto.randomUUID()
  const body = { cancel_reason_id: 1, items: [{ id: line?.id }] }
  const pending = desk.act(order.id, 'reject', body, key)
  desk.vendor.faults.add({ kind: 'hang', on: 'getOrder', ...endlessly })
  await desk.clock.advance(30_000)
  expect((await pending).status).toBe(202)
  await desk.clock.advance(60_000)
  desk.vendor.faults.clear()
  expect(await read(desk.act(order.id, 'reject', body, key))).toMatchObject({
    http: 200,
    body: { data: { status: { key: 'pending' } } },
  })
})

test('does not repeat a plain accept after the order’s window', async () => {
  const desk = createTestDesk({ config: { responseWindowSeconds: 60 } })
  const { id } = await desk.order()
  await desk.clock.advance(59_000)
  desk.vendor.faults.add({ kind: 'error', on: 'acceptOrder', ...endlessly })
  expect((await desk.during(30_000, desk.act(id, 'accept'))).status).toBe(503)
  // Five tries, if time allows.
  expect(posts(desk)).toBe(3)
})

test('logs each action in one row, without free text', async () => {
  const desk = createTestDesk()
  const accepted = desk.vendor.placeOrder()
  const rejected = desk.vendor.placeOrder()
  await desk.act(accepted.id, 'accept')
  desk.vendor.faults.add({ kind: 'drop-late', on: 'rejectOrder' })
  const body = { reason_code: 'TOO_BUSY', reason_text: 'Mr Salim called' }
  const pending = desk.act(rejected.id, 'reject', body)
  await desk.clock.advance(30_000)
  await pending
  const by = { person: 'Sara', tablet: 'Counter' }
  expect(await log(desk.store)).toEqual([
    {
      at: expect.any(Number),
      what: 'reject',
      orderId: rejected.id,
      by,
      sent: { reason_code: 'TOO_BUSY', has_text: true },
      vendor: { status: null, message: 'The vendor service did not answer.' },
      outcome: 'done',
      settledBy: 'reread',
      tookMs: 2000,
      posts: 1,
    },
    {
      at: expect.any(Number),
      what: 'accept',
      orderId: accepted.id,
      by,
      sent: {},
      vendor: { status: 200, message: null },
      outcome: 'done',
      settledBy: 'answer',
      tookMs: 0,
      posts: 1,
    },
  ])
})

test('sends a rejection although the read before it could not connect', async () => {
  let isAway = false
  const desk: TestDesk = createTestDesk({
    fetch: (request) =>
      isAway && request.method === 'GET'
        ? new Promise((_resolve, reject) => (request.signal.onabort = () => reject(new NeverSent('unplugged'))))
        : desk.vendor.fetch(request),
  })
  await desk.open()
  const { id } = await desk.order()
  await desk.clock.advance(3000)
  isAway = true
  expect((await desk.during(30_000, desk.act(id, 'reject', { reason_code: 'TOO_BUSY' }))).status).toBe(202)
  expect(desk.asked('POST')).toHaveLength(1)
})

test('finds an attempt’s outcome although the poller saw the order closed too early to tell', async () => {
  const store = createMemoryStore()
  let opensAt = 0
  const desk: TestDesk = createTestDesk({
    store,
    async fetch(request) {
      if (request.method === 'POST') return new Promise((_resolve, reject) => (request.signal.onabort = reject))
      await desk.clock.sleep(opensAt - desk.clock.now())
      return desk.vendor.fetch(request)
    },
  })
  await desk.open()
  const { id } = await desk.order()
  // So that the poller reads during the attempt and gets its answer just after the time limit.
  await desk.clock.advance(500)
  desk.vendor.orders.move(desk.vendor.orders.find(id) ?? expect.fail('No order.'), 'rejected', desk.clock.now())
  opensAt = desk.clock.now() + 30_000
  expect(
    (await desk.during(31_000, desk.act(id, 'reject', { reason_code: 'TOO_BUSY', reason_text: 'x' }))).status,
  ).toBe(202)
  expect(await desk.rows()).toEqual([])
  await desk.clock.advance(120_000)
  expect((await store.find(id))?.lastAction).toMatchObject({ action: 'reject', outcome: 'done' })
  expect(await log(store)).toMatchObject([{ outcome: 'done', settledBy: 'later' }, { outcome: 'unknown' }])
})
