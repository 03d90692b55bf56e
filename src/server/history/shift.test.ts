import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readShift } from '#contract/desk/shift.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { LogEntry, Store } from '#server/storage/store.ts'
import { fullOrder } from '#simulator/order-wire.ts'
import { createTestClock } from '#testing/clock.ts'
import { type TestDesk, createTestDesk, openTestDesk } from '#testing/desk.ts'
import { knownOrder, shiftOf as shiftWith } from './shift.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const noon = Date.parse('2026-11-20T12:00:00Z')
const span = { from: noon, to: noon + 12 * hour }

const record = (orderId: string, receivedAt: number, more: Partial<OrderRecord> = {}): OrderRecord => ({
  ...recordOfNotification({ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt }, 1),
  ...more,
})

const entry = (orderId: string, what: string, at: number, more: Partial<LogEntry> = {}): LogEntry => ({
  at,
  what,
  orderId,
  by: { person: 'Sara', tablet: 'Counter' },
  sent: {},
  vendor: null,
  outcome: 'done',
  settledBy: 'answer',
  tookMs: 0,
  posts: 1,
  ...more,
})

const shiftOf = (
  { from, to, barsFrom = from }: { readonly from: number; readonly to: number; readonly barsFrom?: number },
  records: readonly OrderRecord[],
  log: readonly LogEntry[],
) => shiftWith({ from, to, barsFrom }, records.map(knownOrder), log)

const doneAt = (action: string, at: number) => ({ action, outcome: 'done', by: null, at })

/** Orders received at noon, each accepted after that long. */
function answeredAfter(...ms: readonly number[]) {
  const records = ms.map((_, index) => record(String(index), noon, { lane: 'preparing' }))
  return shiftOf(
    span,
    records,
    ms.map((each, index) => entry(String(index), 'accept', noon + each)),
  ).first_answer
}

test('takes the middle number as the median, or the middle of two', () => {
  expect(answeredAfter(9 * second, 1 * second, 2 * second).median_ms).toBe(2 * second)
  expect(answeredAfter(9 * second, 1 * second, 2 * second, 4 * second).median_ms).toBe(3 * second)
  expect(answeredAfter(7 * second)).toMatchObject({ count: 1, median_ms: 7 * second, slowest_ms: 7 * second })
})

test('gives no answer time if nobody answered', () => {
  expect(answeredAfter()).toEqual({ count: 0, median_ms: null, slowest_ms: null, slowest: null })
})

test('dates an answer by its attempt, whenever its outcome was known', () => {
  const late = entry('1', 'accept', noon + 40 * second, { tookMs: 30 * second })
  expect(shiftOf(span, [record('1', noon, { lane: 'preparing' })], [late]).first_answer.median_ms).toBe(10 * second)
})

test('takes the time from the first answer, and the outcome from the last', () => {
  const answers = [
    entry('1', 'accept', noon + 60 * second),
    entry('1', 'reject', noon + 5 * second),
    entry('1', 'accept', noon + 2 * second, { outcome: 'failed' }),
  ]
  const shift = shiftOf(span, [record('1', noon, { lane: 'preparing' })], answers)
  expect(shift).toMatchObject({ accepted: 1, rejected: 0, first_answer: { median_ms: 5 * second } })
})

test('gives no waiting time for an order opened by hand', () => {
  const opened = record('1', noon, { source: 'opened', lane: 'preparing' })
  const shift = shiftOf(span, [opened], [entry('1', 'accept', noon + 5 * second)])
  expect(shift).toMatchObject({ heard: 1, accepted: 1, first_answer: { count: 0, median_ms: null } })
})

/** An order received at noon that was closed with this status while it waited for an answer. */
const closed = (orderId: string, key: string, more: Partial<OrderRecord> = {}) =>
  record(orderId, noon, {
    lane: 'closed',
    closedFrom: 'answer',
    closedAt: noon + hour,
    order: { id: orderId, status: { key } },
    ...more,
  })
const calledOff = (orderId: string, more: Partial<OrderRecord> = {}) => closed(orderId, 'cancelled', more)

test('counts an order cancelled unanswered as missed, and not one answered elsewhere', () => {
  const shift = shiftOf(
    span,
    [
      closed('1', 'cancelled'),
      closed('2', 'CANCELED_BY_SYSTEM'),
      closed('3', 'completed'),
      closed('4', 'cancelled', { lastDone: doneAt('accept', noon + second) }),
    ],
    [entry('4', 'accept', noon + second)],
  )
  expect(shift).toMatchObject({ heard: 4, missed: 2, other: 1, accepted: 1, rejected: 0, waiting: 0 })
})

test('does not count an order cancelled after an accept elsewhere as missed', () => {
  const shift = shiftOf(span, [calledOff('1', { closedFrom: 'preparing' }), calledOff('2')], [])
  expect(shift).toMatchObject({ missed: 1, other: 1 })
})

test('counts an order cancelled before its new answer as missed', () => {
  const back = { backAt: noon + 2 * minute }
  const shift = shiftOf(
    span,
    [
      calledOff('1', { ...back, lastDone: doneAt('reject', noon + 30 * second) }),
      calledOff('2', { ...back, lastDone: doneAt('reject', noon + 150 * second) }),
      calledOff('3', { closedFrom: 'contact', lastDone: doneAt('reject', noon + 30 * second) }),
    ],
    [
      entry('1', 'reject', noon + 30 * second),
      entry('2', 'reject', noon + 30 * second),
      entry('2', 'reject', noon + 150 * second),
      entry('3', 'reject', noon + 30 * second),
    ],
  )
  expect(shift).toMatchObject({ missed: 1, rejected: 2, first_answer: { count: 3 } })
})

test('counts orders with a question to the customer, whatever their outcome', () => {
  const asking = { sent: { reason_id: 1, item_ids: [7] } }
  const shift = shiftOf(
    span,
    [
      calledOff('1', { backAt: noon + 2 * minute, lastDone: doneAt('reject', noon + 30 * second) }),
      record('2', noon, { lane: 'preparing' }),
      record('3', noon),
      record('4', noon),
    ],
    [
      entry('1', 'reject', noon + 30 * second, asking),
      entry('2', 'reject', noon + 30 * second, asking),
      entry('2', 'reject', noon + 90 * second, asking),
      entry('2', 'accept', noon + 120 * second),
      entry('3', 'reject', noon + 30 * second, { ...asking, outcome: 'failed' }),
      entry('4', 'reject', noon + 30 * second, { sent: { reason_id: 3 } }),
    ],
  )
  expect(shift).toMatchObject({ asked: 2, missed: 1, accepted: 1, rejected: 0 })
})

test('sums the money of sold orders by currency and payment method, exactly', () => {
  const paid = (orderId: string, money: object, more: Partial<OrderRecord> = {}) =>
    record(orderId, noon, { lane: 'preparing', order: { id: orderId, status: { key: 'x' }, ...money }, ...more })
  const cash = { payment_method: { key: 'cash', title: 'Cash' } }
  const card = { payment_method: { key: 'card' } }
  const { money } = shiftOf(
    span,
    [
      paid('1', { total: 0.1, currency: 'KWD', ...card }),
      paid('2', { total: 0.2, currency: 'KWD', ...cash }, { lane: 'ready' }),
      paid('3', { total: 0.7, currency: 'KWD', ...cash }, { lane: 'closed', closedFrom: 'ready' }),
      paid('4', { total: 5, currency: 'USD' }),
      paid('5', { currency: 'KWD' }),
      paid('6', { total: 'much', currency: 'KWD' }),
      paid('7', { total: 3 }),
      // Waiting, rejected, cancelled, missed and returned orders sell nothing.
      paid('8', { total: 9, currency: 'KWD' }, { lane: 'answer' }),
      ...['rejected', 'cancelled', 'returned'].map((key) =>
        closed(key, key, { closedFrom: 'ready', order: { id: key, status: { key }, total: 9, currency: 'KWD' } }),
      ),
      calledOff('9'),
    ],
    [],
  )
  expect(money).toEqual({
    sums: [
      {
        currency: 'KWD',
        orders: 3,
        total: '1',
        payments: [
          { payment: 'Cash', orders: 2, total: '0.9' },
          { payment: 'card', orders: 1, total: '0.1' },
        ],
      },
      { currency: 'USD', orders: 1, total: '5', payments: [{ payment: null, orders: 1, total: '5' }] },
    ],
    unreadable: 3,
  })
})

test('names the latest missed orders, newest first', () => {
  const missed = Array.from({ length: 14 }, (_none, index) => ({
    ...calledOff(String(index)),
    receivedAt: noon + index * minute,
  }))
  const numbered = { id: '13', status: { key: 'cancelled' }, print_order_number: '4711' }
  const { missed: count, missed_orders: named = [] } = shiftOf(
    span,
    [...missed.slice(0, 13), record('other', noon), { ...calledOff('13'), receivedAt: noon + hour, order: numbered }],
    [],
  )
  expect(count).toBe(14)
  expect(named.map(({ order_id: id }) => Number(id))).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(named.slice(0, 2)).toEqual([
    { order_id: '13', number: '4711' },
    { order_id: '12', number: null },
  ])
})

test('puts each order into the bar of the hour in which it was received', () => {
  const { bars } = shiftOf(
    { from: noon, to: noon + 2.5 * hour },
    [record('1', noon), record('2', noon + hour - 1), record('3', noon + hour), record('4', noon + 2.4 * hour)],
    [],
  )
  expect(bars.map(({ at, waiting }) => [at.slice(11, 16), waiting])).toEqual([
    ['12:00', 2],
    ['13:00', 1],
    ['14:00', 1],
  ])
})

test('lets bars begin before the span, and counts nothing before it', () => {
  const halfPast = { from: noon + 30 * minute, to: noon + 1.5 * hour, barsFrom: noon }
  const { heard: received, bars } = shiftOf(halfPast, [record('1', noon + 40 * minute), record('2', noon + hour)], [])
  expect(received).toBe(2)
  expect(bars.map(({ at, waiting }) => [at.slice(11, 16), waiting])).toEqual([
    ['12:00', 1],
    ['13:00', 1],
  ])
})

test('makes daily bars for a span of days', () => {
  const { bars } = shiftOf({ from: noon, to: noon + 72 * hour }, [record('1', noon + 25 * hour)], [])
  expect(bars.map(({ waiting }) => waiting)).toEqual([0, 1, 0])
})

test('counts rejections by reason, under its last name', () => {
  const reject = (orderId: string, at: number, sent: LogEntry['sent']) => entry(orderId, 'reject', at, { sent })
  const { reasons } = shiftOf(
    span,
    ['1', '2', '3', '4'].map((id) => record(id, noon, { lane: 'closed' })),
    [
      reject('1', noon + 1, { reason_id: 3 }),
      reject('2', noon + 2, { reason_id: 3, reason: 'Closing soon' }),
      reject('3', noon + 3, { reason_code: 'TOO_BUSY' }),
      reject('4', noon + 4, {}),
      reject('4', noon + 5, { reason_id: 9 }),
      { ...reject('4', noon + 6, { reason_id: 9 }), outcome: 'failed' },
    ],
  )
  expect(reasons).toEqual([
    { name: 'Closing soon', id: 3, code: null, count: 2 },
    { name: null, id: null, code: 'TOO_BUSY', count: 1 },
    { name: null, id: null, code: null, count: 1 },
    { name: null, id: 9, code: null, count: 1 },
  ])
})

// End to end.

const shift = async (desk: Pick<TestDesk, 'ask'>, query = '') =>
  z.parse(readShift.answer, await (await desk.ask(`/api/desk/shift${query}`)).json()).data

async function order(desk: TestDesk, kind?: 'large') {
  const placed = await desk.order(kind)
  return placed
}

test('summarizes a shift: answered, rejected with its reason, ready, missed', async () => {
  const desk = await openTestDesk()
  const first = await order(desk)
  const second_ = await order(desk)
  const third = await order(desk)
  await desk.clock.advance(10 * second)
  await desk.act(first.id, 'accept')
  await desk.clock.advance(10 * second)
  await desk.act(second_.id, 'reject', { cancel_reason_id: 3 })
  await desk.act(first.id, 'ready')
  await desk.clock.advance(6 * minute)
  const asked = desk.asked().length
  const { from, to, bars, ...rest } = await shift(desk)
  expect(desk.asked()).toHaveLength(asked)
  expect(Date.parse(to) - Date.parse(from)).toBe(12 * hour)
  expect(bars.at(-1)).toMatchObject({ accepted: 1, rejected: 1, missed: 1 })
  const sold = { orders: 1, total: String(fullOrder(first).total) }
  expect(rest).toEqual({
    heard: 3,
    accepted: 1,
    rejected: 1,
    missed: 1,
    waiting: 0,
    other: 0,
    missed_orders: [{ order_id: third.id, number: third.printNumber }],
    asked: 0,
    money: {
      sums: [{ ...sold, currency: 'IQD', payments: [{ ...sold, payment: first.payment.title }] }],
      unreadable: 0,
    },
    ready: 1,
    first_answer: {
      count: 2,
      median_ms: 15 * second,
      slowest_ms: 20 * second,
      slowest: { order_id: second_.id, number: second_.printNumber },
    },
    reasons: [{ name: 'Closing soon', id: 3, code: null, count: 1 }],
  })
})

test('counts an order changed by the customer and never answered again as missed', async () => {
  const desk = await openTestDesk()
  const placed = await order(desk, 'large')
  const [line] = placed.lines
  await desk.act(placed.id, 'reject', { cancel_reason_id: 1, items: [{ id: line?.id }] })
  await desk.clock.advance(2 * minute)
  expect(await shift(desk)).toMatchObject({ waiting: 1, asked: 1 })
  await desk.clock.advance(10 * minute)
  expect(await shift(desk)).toMatchObject({ heard: 1, missed: 1, rejected: 0, asked: 1 })
})

test('counts an order closed during counting once, in its current state', async () => {
  const store = createMemoryStore()
  const desk = createTestDesk({ store: { ...store, closed: closeFirst } })
  async function closeFirst(options: Parameters<typeof store.closed>[0]) {
    for (const open of await store.open()) await store.save({ ...open, lane: 'closed', closedAt: noon + minute })
    return store.closed(options)
  }
  await desk.open()
  await order(desk)
  await desk.clock.advance(minute)
  expect(await shift(desk)).toMatchObject({ heard: 1, waiting: 0, other: 1 })
})

test('includes the start of a span, and excludes its end', async () => {
  const desk = await openTestDesk()
  await order(desk)
  const moment = (ms: number) => encodeURIComponent(new Date(noon + ms).toISOString())
  expect(await shift(desk, `?from=${moment(0)}&to=${moment(1)}`)).toMatchObject({ heard: 1 })
  expect(await shift(desk, `?from=${moment(-1)}&to=${moment(0)}`)).toMatchObject({ heard: 0 })
  expect(await shift(desk, `?from=${moment(1)}&to=${moment(2)}`)).toMatchObject({ heard: 0 })
})

test('begins the bars where requested, and the figures with the span', async () => {
  const desk = await openTestDesk()
  await order(desk)
  await desk.clock.advance(20 * minute)
  await order(desk)
  await desk.clock.advance(minute)
  const query = '?from=2026-11-20T12:10:00Z&to=2026-11-20T13:10:00Z'
  const whole = await shift(desk, `${query}&bars_from=2026-11-20T12:00:00%2B00:00`)
  expect(whole).toMatchObject({ from: '2026-11-20T12:10:00.000Z', heard: 1, waiting: 1 })
  expect(whole.bars).toMatchObject([
    { at: '2026-11-20T12:00:00.000Z', waiting: 1 },
    { at: '2026-11-20T13:00:00.000Z', waiting: 0 },
  ])
  expect((await shift(desk, query)).bars).toMatchObject([{ at: '2026-11-20T12:10:00.000Z', waiting: 1 }])
  const days = await shift(desk, '?from=2026-11-16T12:00:00Z&to=2026-11-20T12:00:00Z&bars_from=2026-11-15T12:00:00Z')
  expect(days.bars).toHaveLength(5)
})

/** A store with orders received from noon on, each accepted after two seconds. */
async function storeOf(count: number, everyMs = second): Promise<Store> {
  const store = createMemoryStore()
  for (let index = 0; index < count; index += 1) {
    const receivedAt = noon + index * everyMs
    const closed = record(`C${index}`, receivedAt, { lane: 'closed', closedAt: receivedAt + minute })
    const [version = 0] = await store.ingest([closed])
    await store.save({ ...closed, version })
    await store.appendLog(entry(`C${index}`, 'accept', receivedAt + 2 * second))
  }
  return store
}

/** Instruments a store: the most orders and log rows read in one turn of the event loop. */
function instrumented(store: Store) {
  let now = 0
  const seen = { most: 0, logOf: new Set<unknown>() }
  const count = (rows: readonly unknown[]) => {
    if (now === 0) setImmediate(() => (now = 0))
    now += rows.length
    seen.most = Math.max(seen.most, now)
  }
  const reading: Store = {
    ...store,
    async closed(options) {
      const page = await store.closed(options)
      count(page)
      return page
    },
    async readLog(options) {
      const page = await store.readLog(options)
      count(page.entries)
      for (const { orderId } of page.entries) seen.logOf.add(orderId)
      return page
    },
  }
  return { store: reading, seen }
}

/** Asks for a shift summary that yields to other work. */
async function shiftInTurns(desk: TestDesk, query: string) {
  const answer = shift(desk, query)
  await desk.clock.advance(0)
  return answer
}

const since = (ms: number) => `?from=${encodeURIComponent(new Date(noon + ms).toISOString())}`

test('counts all of many closed orders page by page, while other work runs', async () => {
  const { store, seen } = instrumented(await storeOf(450))
  const desk = createTestDesk({ store, clock: createTestClock(noon + hour) })
  expect(await shiftInTurns(desk, since(10 * second))).toMatchObject({ heard: 440, accepted: 440 })
  expect(seen.most).toBeLessThanOrEqual(110)
})

test('loses no order between two pages, although each came a millisecond apart', async () => {
  const desk = createTestDesk({ store: await storeOf(101, 1), clock: createTestClock(noon + hour) })
  expect(await shiftInTurns(desk, since(0))).toMatchObject({ heard: 101, accepted: 101 })
})

test('reads only the log rows of the span’s orders, however long ago', async () => {
  const { store, seen } = instrumented(await storeOf(450))
  const desk = createTestDesk({ store, clock: createTestClock(noon + 80 * 24 * hour) })
  const to = (ms: number) => `&to=${encodeURIComponent(new Date(noon + ms).toISOString())}`
  expect(await shiftInTurns(desk, since(-hour) + to(0))).toMatchObject({ heard: 0 })
  expect(seen.logOf).toEqual(new Set())
  expect(await shiftInTurns(desk, since(second) + to(3 * second))).toMatchObject({ heard: 2, accepted: 2 })
  expect(seen.logOf).toEqual(new Set(['C1', 'C2']))
})

test('ignores actions before the span, on an earlier order with that id', async () => {
  const store = await storeOf(1)
  await store.appendLog(entry('C0', 'reject', noon + minute, { sent: { reason_id: 3 } }))
  for (let index = 0; index < 150; index += 1)
    await store.appendLog(entry('C0', 'ready', noon + minute, { outcome: 'failed' }))
  const desk = createTestDesk({ store, clock: createTestClock(noon + hour) })
  expect(await shiftInTurns(desk, since(0))).toMatchObject({ rejected: 1, reasons: [{ id: 3 }] })
  const later = record('C1', noon + 2 * minute)
  await store.ingest([later])
  await store.appendLog(entry('C1', 'accept', noon + minute))
  expect(await shiftInTurns(desk, since(2 * minute))).toMatchObject({
    heard: 1,
    waiting: 1,
    first_answer: { count: 0 },
  })
})

test('computes two shifts at once, and queues others', async () => {
  const store = await storeOf(1)
  const gone = Promise.withResolvers<void>()
  let [now, most] = [0, 0]
  const desk = createTestDesk({
    store: {
      ...store,
      async closed(options) {
        most = Math.max(most, (now += 1))
        await gone.promise
        now -= 1
        return store.closed(options)
      },
    },
    clock: createTestClock(noon + hour),
  })
  const asked = Array.from({ length: 5 }, () => shift(desk, since(0)))
  await desk.clock.advance(0)
  gone.resolve()
  expect((await Promise.all(asked)).map(({ heard: received }) => received)).toEqual([1, 1, 1, 1, 1])
  expect(most).toBe(2)
})

test.each([
  '?from=yesterday',
  '?from=2026-11-20T12:00:00',
  '?from=2026-11-20T12:00:00Z&to=2026-11-20T12:00:00Z',
  '?from=2026-11-20T12:00:00Z&to=2026-11-28T12:00:00Z',
  '?from=2026-11-20T11:00:00Z&from=2026-11-20T10:00:00Z',
  '?from=2026-11-20T11:30:00Z&bars_from=',
  '?from=2026-11-20T11:30:00Z&bars_from=2026-11-20T11:00:00',
  '?from=2026-11-20T11:30:00Z&bars_from=2026-11-20T11:30:00.001Z',
  '?from=2026-11-20T11:30:00Z&bars_from=2026-11-20T10:29:59.999Z',
  '?from=2026-11-16T12:00:00Z&bars_from=2026-11-15T11:59:59.999Z',
  '?bars_from=2026-11-20T12:00:00Z',
  '?from=2026-11-20T11:30:00Z&bars_from=2026-11-20T11:00:00Z&bars_from=2026-11-20T11:00:00Z',
])('refuses the span %s', async (query) => {
  const answer = await createTestDesk().ask(`/api/desk/shift${query}`)
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }])
})
