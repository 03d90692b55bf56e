import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import {
  type TestDesk,
  codeOf,
  createBreakableStore,
  createTestDesk,
  created,
  openTestDesk,
  read,
  testWebhookSecret,
  updated,
} from '#testing/desk.ts'
import { inChunks } from '#testing/in-chunks.ts'

const api = '/api/developer/v1'
const taken = (result: string) => ({ http: 202, body: { data: { result } } })
const idsOn = async (desk: TestDesk) => (await desk.rows()).map(({ order_id }) => order_id)

// Answers.

test('stores an announced order, shows it and rings', async () => {
  const desk = createTestDesk()
  expect(await read(desk.notify(created('A1')))).toEqual(taken('stored'))
  expect(await desk.rows()).toEqual([
    {
      order_id: 'A1',
      received_at: '2026-11-20T12:00:00.000Z',
      respond_by: '2026-11-20T12:05:00.000Z',
      read_at: null,
      lane: 'answer',
      order: null,
      problem: 'unread',
      told_id: null,
      answering: null,
      acknowledged: null,
      last_action: null,
      last_done: null,
      before_change: null,
      picks: [],
      handed_over: null,
      returned: null,
      is_digital: false,
      prints: 0,
      accepted_at: null,
      ready_at: null,
      outcome: null,
      is_on_board: true,
      version: 1,
    },
  ])
  expect(desk.logged).toEqual([{ event: 'webhook', result: 'stored', bytes: 44 }])
})

test('stores the webhook’s item ids with the order', async () => {
  const desk = createTestDesk()
  await desk.notify(
    '{"event":"order_created","data":{"id":"A1","items":[{"order_item_id":"0012"},{"order_item_id":7}]}}',
  )
  expect((await desk.store.find('A1'))?.itemIds).toEqual(['0012', '7'])
})

test('keeps the item ids of the first notification that has any', async () => {
  const desk = createTestDesk()
  const words = [[], ['0012'], [], ['5', '6']]
  for (const ids of words) {
    const items = ids.map((id) => ({ order_item_id: id }))
    await desk.notify(JSON.stringify({ event: 'order_created', data: { id: 'A1', items } }))
  }
  expect((await desk.store.find('A1'))?.itemIds).toEqual(['0012'])
})

test('does not evict unreadable notifications for those of other kinds', async () => {
  const desk = await openTestDesk()
  const { id } = await desk.order()
  await desk.notify('{"order":{"ref":"of a new shape"}}')
  for (let count = 0; count < 200; count += 1)
    await desk.notify(JSON.stringify({ event: 'order_updated', data: { id } }))
  const [first, ...others] = await desk.store.unreadable()
  expect(first?.body).toContain('of a new shape')
  expect(others).toHaveLength(20)
})

test.each(['an event of another kind', 'opened by hand'])(
  'stores its item ids with a known order: %s',
  async (before) => {
    const desk = await openTestDesk()
    const { id } = desk.vendor.placeOrder()
    if (before === 'opened by hand') {
      await desk.post('/api/desk/orders', { order_id: id })
    } else await desk.notify(JSON.stringify({ event: 'order_updated', data: { id } }))
    await desk.clock.advance(0)
    expect((await desk.store.find(id))?.itemIds).toEqual([])
    const items = [{ order_item_id: '0012' }]
    expect(await read(desk.notify(JSON.stringify({ event: 'order_created', data: { id, items } })))).toEqual(
      taken('duplicate'),
    )
    expect(await desk.store.find(id)).toMatchObject({ itemIds: ['0012'], lane: 'answer' })
  },
)

test.each(['', ' \n'])('counts the body %j as a test only', async (body) => {
  const desk = createTestDesk()
  expect(await read(desk.notify(body))).toEqual(taken('test'))
  expect(await desk.rows()).toEqual([])
  expect(await desk.alarms()).toEqual([])
  expect(await desk.store.unreadable()).toEqual([])
  expect(desk.logged).toEqual([{ event: 'webhook', result: 'test', bytes: body.length }])
})

test.each([
  ['webhook_id=2', 'application/x-www-form-urlencoded'],
  ['{"event":"ping"}', 'application/json'],
  ['{"zen":"Keep it simple.","hook_id":5}', 'application/json'],
  ['{"type":"webhook.test"}', 'application/json'],
  ['{"test":true}', 'application/json'],
])('counts the registration ping %s as a test only', async (body, type) => {
  const desk = createTestDesk()
  expect(await read(desk.notify(body, { 'Content-Type': type }))).toEqual(taken('test'))
  expect(await desk.rows()).toEqual([])
  expect(await desk.alarms()).toEqual([])
  expect(await desk.store.unreadable()).toEqual([])
  expect(desk.asked()).toEqual([])
})

test('treats a notification without a body as a test', async () => {
  const desk = createTestDesk()
  const headers = { Authorization: `Bearer ${testWebhookSecret}` }
  expect(await read(desk.ask('/webhooks/orders', { method: 'POST', headers }))).toEqual(taken('test'))
})

test('saves unreadable notifications as received, and raises one alarm', async () => {
  const desk = createTestDesk()
  expect(await read(desk.notify('<order id="A1"/>', { 'Content-Type': 'Text/XML' }))).toEqual(taken('unreadable'))
  expect(await read(desk.notify('{}'))).toEqual(taken('unreadable'))
  expect(await desk.rows()).toEqual([])
  expect(await desk.store.unreadable()).toMatchObject([
    { contentType: 'text/xml', body: '<order id="A1"/>' },
    { body: '{}' },
  ])
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_unreadable', count: 2 }])
  expect(desk.asked()).toEqual([])
})

test.each(['1e3', '1.0', '12.5'])('saves a notification with the number %s as id as received', async (number) => {
  const desk = createTestDesk()
  const body = `{"event":"order_created","data":{"id":${number}}}`
  expect(await read(desk.notify(body))).toEqual(taken('unreadable'))
  expect(await desk.rows()).toEqual([])
  expect(await desk.store.unreadable()).toMatchObject([{ body }])
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_unreadable' }])
})

test('removes hand-over codes from a saved body', async () => {
  const desk = createTestDesk()
  expect(await read(desk.notify('{"event":"other","data":{"return_otp":"0417"'))).toEqual(taken('unreadable'))
  expect(await desk.store.unreadable()).toMatchObject([{ body: '{"event":"other","data":{"return_otp…' }])
})

test('removes codes and payment form from a saved event of another kind', async () => {
  const desk = createTestDesk()
  const order = { id: 'A1', pickup_otp: '48 21', payment_method: { name: 'card', form: { pan: '4111' } } }
  const goods = { items: [{ id: 7, codes: [{ secret_code: 'AB CD-EF', serial_number: ['S3R14L'] }] }] }
  await desk.notify(JSON.stringify({ event: 'order_updated', data: { ...order, ...goods } }))
  const [kept] = await desk.store.unreadable()
  expect(kept?.body).toContain('"payment_method":{"name":"card"')
  expect(kept?.body).not.toMatch(/48|21|4111|AB|CD|S3R/)
})

test('does not save the body of an understood notification', async () => {
  const store = createMemoryStore()
  await createTestDesk({ store }).notify('{"event":"order_created","data":{"id":"A1","pickup_otp":"0042"}}')
  expect(await store.unreadable()).toEqual([])
  expect(JSON.stringify(await store.open())).not.toContain('0042')
})

test('stores each order of a list, saves a bad member and raises the alarm', async () => {
  const desk = createTestDesk()
  expect(await read(desk.notify('[{"id":"A1"},{},{"id":"A2"}]'))).toEqual(taken('stored'))
  expect(await idsOn(desk)).toEqual(['A1', 'A2'])
  expect(await desk.store.unreadable()).toHaveLength(1)
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_unreadable' }])
})

test('stores each order of a wrapped list, and rings by the wrapper’s kind', async () => {
  const desk = createTestDesk()
  const items = [{ order_item_id: '0012' }]
  const data = [{ id: 'A1', items }, {}, { orderId: 'A2' }]
  expect(await read(desk.notify(JSON.stringify({ event: 'order_created', data })))).toEqual(taken('stored'))
  expect(await idsOn(desk)).toEqual(['A1', 'A2'])
  expect((await desk.store.find('A1'))?.itemIds).toEqual(['0012'])
  expect(await desk.store.unreadable()).toHaveLength(1)
  expect(await read(desk.notify('{"event":"item_updated","data":[{"id":5}]}'))).toEqual(taken('stored'))
  expect(await idsOn(desk)).toEqual(['A1', 'A2'])
})

test('stores an order with two disagreeing ids, and raises the alarm', async () => {
  const desk = createTestDesk()
  const body = '{"event":"order_created","order_id":"A2","data":{"order":{"id":"A1"}}}'
  expect(await read(desk.notify(body))).toEqual(taken('stored'))
  expect(await idsOn(desk)).toEqual(['A1'])
  expect(await desk.store.unreadable()).toMatchObject([{ body }])
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_unreadable' }])
})

test('stores the first hundred of a long list, and raises the alarm for the rest', async () => {
  const desk = createTestDesk()
  const orders = Array.from({ length: 101 }, (_, id) => ({ id }))
  expect(await read(desk.notify(JSON.stringify({ orders })))).toEqual(taken('stored'))
  expect(await desk.rows()).toHaveLength(100)
  expect(await desk.store.unreadable()).toHaveLength(1)
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_unreadable' }])
})

test('checks the host, but neither Origin nor content type', async () => {
  const stranger = createTestDesk({ sender: { isSameOrigin: false } })
  expect(
    (await stranger.notify(created('A1'), { 'Content-Type': 'text/plain', Origin: 'https://x.test' })).status,
  ).toBe(202)
  expect((await createTestDesk({ sender: { host: 'evil.test' } }).notify(created('A1'))).status).toBe(421)
})

// Duplicates.

test.each([
  ['1', '"1"'],
  ['"1"', '" 1 "'],
  ['12345678901234567890', '"12345678901234567890"'],
])('treats the ids %s and %s as one order', async (one, other) => {
  const desk = createTestDesk()
  expect(await read(desk.notify(`{"data":{"id":${one}}}`))).toEqual(taken('stored'))
  expect(await read(desk.notify(`{"order_id":${other}}`))).toEqual(taken('duplicate'))
  expect(await desk.rows()).toHaveLength(1)
})

test('stores an order once that is twice in a list', async () => {
  const desk = createTestDesk()
  expect(await read(desk.notify('[{"id":1},{"id":"1"},{"id":" 1 "}]'))).toEqual(taken('stored'))
  expect(await idsOn(desk)).toEqual(['1'])
})

test('stores an order once from sixteen concurrent notifications', async () => {
  const desk = createTestDesk()
  const answers = await Promise.all(Array.from({ length: 16 }, async () => read(await desk.notify(created('A1')))))
  expect(answers.filter((each) => JSON.stringify(each) === JSON.stringify(taken('stored')))).toHaveLength(1)
  expect(answers.filter((each) => JSON.stringify(each) === JSON.stringify(taken('duplicate')))).toHaveLength(15)
  expect(await desk.rows()).toHaveLength(1)
})

test('stores five hundred orders from ten thousand notifications in any order', async () => {
  const desk = createTestDesk()
  let seed = 7
  const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const ids = Array.from({ length: 10_000 }, (_, each) => ({ id: `A${each % 500}`, at: chance() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ id }) => id)
  let stored = 0
  for (let at = 0; at < ids.length; at += 100) {
    const answers = await Promise.all(ids.slice(at, at + 100).map((id) => desk.notify(created(id))))
    for (const response of answers) {
      expect(response.status).toBe(202)
      if ((await response.text()).includes('stored')) stored += 1
    }
  }
  expect(stored).toBe(500)
  expect(new Set(await idsOn(desk)).size).toBe(500)
  expect(await desk.rows()).toHaveLength(500)
})

test('treats a replay for a closed order as a duplicate', async () => {
  const desk = await openTestDesk()
  const order = await desk.order()
  desk.vendor.orders.move(order, 'completed')
  await desk.clock.advance(60_000)
  expect(await read(desk.notify(created(order.id)))).toEqual(taken('duplicate'))
  await desk.clock.advance(1000)
  expect(await desk.rows()).toEqual([])
  expect(await desk.rows('?view=closed')).toHaveLength(1)
})

// Size, time and encoding.

/** A valid notification of a given number of bytes. */
const bodyOf = (bytes: number) => created('A1').padEnd(bytes, ' ')
const limit = 256 * 1024

test('accepts 256 KiB, and refuses one byte more', async () => {
  const desk = createTestDesk()
  expect(await read(desk.notify(bodyOf(limit)))).toEqual(taken('stored'))
  expect(await codeOf(desk.notify(bodyOf(limit + 1)))).toBe('413 too_large')
  expect(await desk.rows()).toHaveLength(1)
})

const stream = (desk: TestDesk, body: ReadableStream<Uint8Array>, headers: Readonly<Record<string, string>> = {}) =>
  desk.ask('/webhooks/orders', {
    method: 'POST',
    headers: { Authorization: `Bearer ${testWebhookSecret}`, ...headers },
    body,
    duplex: 'half',
  } as RequestInit) // `duplex` is missing in the DOM's types.

test('limits a chunked body to the same size, and an endless one in time', async () => {
  const desk = createTestDesk()
  expect((await stream(desk, inChunks(bodyOf(limit), 5000))).status).toBe(202)
  expect((await stream(desk, inChunks(bodyOf(300 * 1024), 5000))).status).toBe(413)
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(4096)) })
  expect((await stream(desk, endless)).status).toBe(413)
})

test('refuses an excessive Content-Length at once', async () => {
  const stalled = new ReadableStream<Uint8Array>()
  expect((await stream(createTestDesk(), stalled, { 'Content-Length': '1000000000000' })).status).toBe(413)
})

test('waits 15 s for a stalled body', async () => {
  const desk = createTestDesk()
  let isAnswered = false
  const asked = stream(desk, new ReadableStream<Uint8Array>()).finally(() => (isAnswered = true))
  await desk.clock.advance(14_999)
  expect(isAnswered).toBe(false)
  await desk.clock.advance(1)
  expect(await codeOf(asked)).toBe('408 too_slow')
})

test('refuses an incomplete body, and stores nothing', async () => {
  const desk = createTestDesk()
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(created('A1')))
      controller.error(new Error('gone'))
    },
  })
  expect((await stream(desk, broken)).status).toBe(408)
  expect(await desk.rows()).toEqual([])
})

const packed = (body: string | Uint8Array, desk: TestDesk, headers: Readonly<Record<string, string>> = {}) =>
  desk.ask('/webhooks/orders', {
    method: 'POST',
    headers: { Authorization: `Bearer ${testWebhookSecret}`, 'Content-Encoding': 'gzip', ...headers },
    body: typeof body === 'string' ? gzipSync(body) : new Uint8Array(body),
  })

test.each(['gzip', 'GZIP', 'x-gzip'])('unpacks a body encoded as %s', async (encoding) => {
  const desk = createTestDesk()
  expect(await read(packed(created('A1'), desk, { 'Content-Encoding': encoding }))).toEqual(taken('stored'))
  expect(await idsOn(desk)).toEqual(['A1'])
})

test('treats empty gzip as a test, and saves unreadable gzip unpacked', async () => {
  const desk = createTestDesk()
  expect(await read(packed('', desk))).toEqual(taken('test'))
  expect(await read(packed(new Uint8Array(), desk))).toEqual(taken('test'))
  expect(await read(packed('<order id="A1"/>', desk))).toEqual(taken('unreadable'))
  expect(await desk.store.unreadable()).toMatchObject([{ body: '<order id="A1"/>' }])
})

test('unpacks up to 256 KiB, however small the compressed body', async () => {
  const desk = createTestDesk()
  expect(await read(packed(bodyOf(limit), desk))).toEqual(taken('stored'))
  expect(await codeOf(packed(bodyOf(limit + 1), desk))).toBe('413 too_large')
  const bomb = gzipSync(new Uint8Array(100 * 1024 * 1024))
  expect(await codeOf(packed(bomb, desk))).toBe('413 too_large')
  expect(await idsOn(desk)).toEqual(['A1'])
})

const gzipped = gzipSync(created('A1'))
const badGzip: readonly (readonly [string, Uint8Array])[] = [
  ['that is no gzip', new TextEncoder().encode(created('A1'))],
  ['that breaks off', gzipped.subarray(0, -9)],
  ['with a wrong checksum', gzipped.map((byte, at) => (at === gzipped.length - 6 ? byte ^ 1 : byte))],
  ['with something behind it', Uint8Array.of(...gzipped, 1, 2)],
]

test.each(badGzip)('refuses gzip %s with 400, and saves it as unreadable', async (_what, body) => {
  const desk = createTestDesk()
  expect(await codeOf(packed(body, desk))).toBe('400 bad_request')
  expect(await desk.rows()).toEqual([])
  expect(await desk.store.unreadable()).toHaveLength(1)
  expect(await desk.alarms()).toMatchObject([{ code: 'webhook_unreadable' }])
})

test.each(badGzip)('refuses gzip %s without proof with 401, and saves nothing', async (_what, body) => {
  const desk = createTestDesk()
  expect((await packed(body, desk, { Authorization: 'Bearer another' })).status).toBe(401)
  expect(await desk.store.unreadable()).toEqual([])
})

test.each(['br', 'deflate', 'gzip, gzip', 'x'])('refuses a body encoded as %s', async (encoding) => {
  const desk = createTestDesk()
  expect((await desk.notify(created('A1'), { 'Content-Encoding': encoding })).status).toBe(415)
  expect(await desk.rows()).toEqual([])
  expect(await desk.alarms()).toEqual([])
})

test.each(['identity', 'Identity', ''])('accepts a body encoded as "%s"', async (encoding) => {
  expect((await createTestDesk().notify(created('A1'), { 'Content-Encoding': encoding })).status).toBe(202)
})

// The vendor and the store.

test('asks the vendor nothing before the notification is stored', async () => {
  const store = createMemoryStore()
  const disk = Promise.withResolvers<undefined>()
  const ingest: typeof store.ingest = async (words) => {
    await disk.promise
    return store.ingest(words)
  }
  const desk = await openTestDesk({ store: { ...store, ingest } })
  const { id } = desk.vendor.placeOrder()
  let isAnswered = false
  const asked = desk.notify(created(id)).finally(() => (isAnswered = true))
  await desk.clock.advance(20_000)
  expect(isAnswered).toBe(false)
  expect(await desk.rows()).toEqual([])
  expect(desk.asked()).toEqual([])
  disk.resolve(undefined)
  expect((await asked).status).toBe(202)
  await desk.clock.advance(0)
  expect(desk.asked()).toEqual([`GET ${api}/orders/${id}`])
})

test.each([created('A1'), '{}', '{"event":"order_updated","id":"A1"}', '[{"id":"A1"},{}]'])(
  'answers 503 if %s cannot be stored, so that the service retries',
  async (body) => {
    const store = createBreakableStore()
    const desk = createTestDesk({ store })
    store.isDown = true
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await desk.notify(body)
      expect(response.headers.get('Retry-After')).toBe('5')
      expect(await codeOf(response)).toBe('503 store_unavailable')
    }
    expect(await desk.rows()).toEqual([])
    expect(await desk.alarms()).toContainEqual(expect.objectContaining({ code: 'store_unavailable' }))
  },
)

test('accepts the same notification once the store works again', async () => {
  const store = createBreakableStore()
  const desk = await openTestDesk({ store })
  const { id } = desk.vendor.placeOrder()
  store.isDown = true
  expect((await desk.notify(created(id))).status).toBe(503)
  store.isDown = false
  expect(await read(desk.notify(created(id)))).toEqual(taken('stored'))
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ order_id: id, order: { id }, problem: null }])
})

test('accepts the next notification while the vendor hangs', async () => {
  const desk = await openTestDesk()
  desk.vendor.faults.add({ kind: 'hang', times: Infinity })
  for (let each = 0; each < 200; each += 1) {
    expect((await desk.notify(created(desk.vendor.placeOrder().id))).status).toBe(202)
  }
  expect(await desk.rows()).toHaveLength(200)
})

// Ids that are unsafe in an address.

const unsafe = [
  'a/b',
  '../items',
  'طلب ١',
  '１２３',
  '😀',
  '.1',
  "' OR 1=1--",
  'x'.repeat(129),
  'x'.repeat(500),
  '%2e%2e',
  'a b',
]

test.each(unsafe)('rings for the order %s under its id as received, and never puts it into an address', async (id) => {
  const desk = await openTestDesk()
  expect(await read(desk.notify(JSON.stringify({ id })))).toEqual(taken('stored'))
  expect(await read(desk.notify(JSON.stringify({ id })))).toEqual(taken('duplicate'))
  await desk.clock.advance(60_000)
  const [row, ...others] = await desk.rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ told_id: id, lane: 'answer', problem: 'bad_id', order: null })
  expect(row?.order_id).toMatch(/^unsafe-[A-Za-z0-9]{8,16}$/)
  expect(desk.asked()).toEqual([])
})

test('distinguishes orders with unsafe ids, and finds each by its id as received', async () => {
  const desk = createTestDesk()
  await desk.notify('[{"id":"a/b"},{"id":"a/c"}]')
  expect((await desk.rows()).map(({ told_id }) => told_id)).toEqual(['a/b', 'a/c'])
  expect((await desk.rows(`?q=${encodeURIComponent('A/C')}`)).map(({ told_id }) => told_id)).toEqual(['a/c'])
})

test('distinguishes very long ids with the same start, and shows them shortened', async () => {
  const desk = createTestDesk()
  const long = '😀'.repeat(2000)
  expect(await read(desk.notify(created(long)))).toEqual(taken('stored'))
  expect(await read(desk.notify(created(`${long}/2`)))).toEqual(taken('stored'))
  expect(await read(desk.notify(created(long)))).toEqual(taken('duplicate'))
  const shown = `${'😀'.repeat(1000)}…`
  expect((await desk.rows()).map(({ told_id }) => told_id)).toEqual([shown, shown])
})

test('rings for an order with an unsafe id until its window ends', async () => {
  const desk = await openTestDesk()
  await desk.notify('{"id":"a/b"}')
  await desk.clock.advance(299_000)
  expect(await desk.rows()).toMatchObject([{ lane: 'answer' }])
  await desk.clock.advance(61_000)
  expect(await desk.rows()).toMatchObject([{ lane: 'other', problem: 'bad_id' }])
})

test('never sends a substitute id to the vendor', async () => {
  const desk = await openTestDesk()
  await desk.notify(created('../categories'))
  const [row] = await desk.rows()
  const id = row?.order_id ?? ''
  expect(id).toMatch(/^unsafe-/)
  for (const answer of [
    await desk.act(id, 'accept'),
    await desk.ask(`/api/developer/v1/orders/${id}`),
    await desk.post('/api/desk/orders', { order_id: id }),
  ])
    expect(await codeOf(answer)).toBe('404 order_not_found')
  expect(desk.asked()).toEqual([])
})

test('acknowledges an order with an unsafe id', async () => {
  const desk = createTestDesk()
  await desk.notify('{"id":"a/b"}')
  const [row] = await desk.rows()
  const response = await desk.ask(`/api/desk/orders/${row?.order_id}/acknowledge`, { method: 'POST' })
  expect(response.status).toBe(200)
})

// Events of another kind.

test('shows the order of another kind of event once the vendor knows it', async () => {
  const desk = await openTestDesk()
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind: 'slow', ms: 500 })
  expect(await read(desk.notify(updated(id)))).toEqual(taken('stored'))
  await desk.clock.advance(499)
  expect(await desk.rows()).toEqual([])
  await desk.clock.advance(1)
  expect(desk.asked()).toEqual([`GET ${api}/orders/${id}`])
  expect(await desk.rows()).toMatchObject([{ order_id: id, lane: 'answer', order: { id } }])
})

test('never rings for an event of another kind whose order the vendor does not know', async () => {
  const desk = await openTestDesk()
  await desk.notify(updated('A1'))
  await desk.clock.advance(600_000)
  expect(await desk.rows()).toEqual([])
  expect(await desk.store.unreadable()).toMatchObject([{ body: updated('A1') }])
  expect(await desk.alarms()).toEqual([])
  expect(desk.asked().length).toBeLessThan(10)
})

test.each(['drop', 'hang', 'error', 'too-many', 'html'] as const)(
  'keeps an event of another kind while the vendor fails (%s)',
  async (kind) => {
    const desk = await openTestDesk()
    const { id } = desk.vendor.placeOrder()
    desk.vendor.faults.add({ kind, times: 2 })
    await desk.notify(updated(id))
    await desk.clock.advance(30_000)
    expect(await desk.rows()).toMatchObject([{ order_id: id }])
  },
)

test('does not reopen a closed order for an event of another kind', async () => {
  const desk = await openTestDesk()
  const order = await desk.order()
  desk.vendor.orders.move(order, 'completed')
  await desk.clock.advance(5000)
  await desk.notify(updated(order.id))
  await desk.clock.advance(5000)
  expect(await desk.rows()).toEqual([])
})

test('only saves an event of another kind with an unsafe id', async () => {
  const desk = await openTestDesk()
  expect(await read(desk.notify(updated('../items')))).toEqual(taken('unreadable'))
  await desk.clock.advance(5000)
  expect(await desk.store.unreadable()).toHaveLength(1)
  expect(await desk.rows()).toEqual([])
  expect(desk.asked()).toEqual([])
})

test('adds the order of another kind of event later if it cannot be stored yet', async () => {
  const store = createBreakableStore()
  const desk = await openTestDesk({ store })
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind: 'slow', ms: 500 })
  await desk.notify(updated(id))
  store.isDown = true
  await desk.clock.advance(1000)
  store.isDown = false
  await desk.clock.advance(30_000)
  expect(await desk.rows()).toMatchObject([{ order_id: id }])
})

test('stores an event of another kind before it answers, and requests its order after a crash', async () => {
  const killed = createTestDesk()
  await killed.open()
  const { id } = killed.vendor.placeOrder()
  expect((await killed.notify(updated(id))).status).toBe(202)
  const desk = await openTestDesk(killed.kill())
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ order_id: id, lane: 'answer', order: { id } }])
})

test('requests it after a crash while the vendor does not know the order yet', async () => {
  const killed = createTestDesk()
  await killed.open()
  await killed.notify(updated('A1'))
  await killed.clock.advance(600_000)
  const data = { id: 'A1', is_active: true, status: { key: 'pending' } }
  const desk = await openTestDesk({ ...killed.kill(), fetch: async () => Response.json({ data }) })
  await desk.clock.advance(0)
  expect(await desk.rows()).toMatchObject([{ order_id: 'A1', lane: 'answer' }])
})

test('does not request a resolved event of another kind after a restart', async () => {
  const store = createMemoryStore()
  const first = createTestDesk({ store })
  await first.open()
  const { id } = first.vendor.placeOrder()
  await first.notify(updated(id))
  await first.notify(updated('A1'))
  await first.clock.advance(3 * 3_600_000)
  expect(await store.unconfirmedOrders()).toEqual([])
})

test('saves the first events of another kind as received, before it answers', async () => {
  const store = createBreakableStore()
  const desk = await openTestDesk({ store })
  for (let count = 0; count < 30; count += 1) await desk.notify(updated('A1'))
  expect(await store.unreadable()).toHaveLength(20)
  store.isDown = true
  const response = await desk.notify(updated('A1'))
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await codeOf(response)).toBe('503 store_unavailable')
})

test('treats a repeated event of another kind as a duplicate, before and after its order is known', async () => {
  const desk = await openTestDesk()
  const { id } = desk.vendor.placeOrder()
  desk.vendor.faults.add({ kind: 'slow', ms: 500 })
  const answers = [await read(await desk.notify(updated(id))), await read(await desk.notify(updated(id)))]
  await desk.clock.advance(2000)
  answers.push(await read(await desk.notify(updated(id))))
  expect(answers).toEqual(['stored', 'duplicate', 'duplicate'].map(taken))
})

test('saves all events of another kind with ids that are unsafe in an address', async () => {
  const desk = createTestDesk()
  for (let count = 0; count < 30; count += 1) await desk.notify(updated(`../${count}`))
  expect(await desk.store.unreadable()).toHaveLength(30)
})

test('keeps an event of another kind that precedes its order by minutes', async () => {
  let isKnown = false
  const data = { id: 'A1', is_active: true, status: { key: 'pending' } }
  const fetch = async () => (isKnown ? Response.json({ data }) : Response.json({ status: 'error' }, { status: 404 }))
  const desk = await openTestDesk({ fetch })
  await desk.notify(updated('A1'))
  await desk.clock.advance(120_000)
  isKnown = true
  await desk.clock.advance(120_000)
  expect(await desk.rows()).toMatchObject([{ order_id: 'A1', lane: 'answer' }])
})
