import type { Alarm } from '#contract/desk/inbox.ts'
import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { expect, test } from 'vitest'
import { createOrderTimes } from '#server/orders/order-times.ts'
import { noMetrics } from '#server/runtime/metrics.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestAlerts } from '#testing/alerts.ts'
import { createTestClock } from '#testing/clock.ts'
import { createAlerts } from './alerts.ts'
import type { AlertMessage } from './call-body.ts'

// The address of ALERT_URL in a shop without phones: all alerts are handed on to it.

const secret = { customer: { name: 'Layla' }, pickup_otp: '4711' }

function setUp(beforeCall?: (message: AlertMessage) => Promise<void>, aheadMs = 0) {
  const clock = createTestClock()
  const logged: string[] = []
  const desk = { orders: [] as OrderRecord[], isAnybodyThere: true, sendsAlerts: true, alarms: [] as Alarm[] }
  const closing = new AbortController()
  const listeners = new Map<string, (event: never) => void>()
  const { outside, calls } = createTestAlerts(['alerts.test'])
  const find = (id: string) => desk.orders.find(({ orderId }) => orderId === id)
  const alerts = createAlerts({
    clock,
    outside: {
      ...outside,
      async sendCall(place, message, signal) {
        await beforeCall?.(message)
        await outside.sendCall(place, message, signal)
      },
    },
    store: createMemoryStore(),
    metrics: noMetrics,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    sha256: (text) => text,
    publicOrigin: 'https://desk.test',
    subscribe: (type, listener) => void listeners.set(type, listener),
    inbox: { open: () => desk.orders, peek: find, find: async (id) => find(id) },
    presence: { isAnybodyThere: () => desk.isAnybodyThere },
    alarms: { current: () => desk.alarms },
    cluster: { sendsAlerts: () => desk.sendsAlerts },
    times: createOrderTimes({ clock, windowMs: () => 100_000, aheadMs: () => aheadMs }),
    onStoreFailure: () => undefined,
    log: (event) => logged.push(event),
  })
  const order = (id: string, more: Partial<OrderRecord> = {}): OrderRecord => ({
    ...recordOfNotification({ orderId: id, toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() }, 0),
    order: { id, print_order_number: `N-${id}`, ...secret },
    ...more,
  })
  const sent = () => calls.map(({ body }) => body)
  const alertsSent = () => sent().map(({ alert, order_id, waited_seconds }) => [alert, order_id, waited_seconds])
  const absences = () => sent().flatMap(({ alert, order_id }) => (alert === 'nobody_there' ? [order_id] : []))
  /** Emits an event, which each subscriber knows by its type. */
  const emit = (event: { readonly type: string }) => listeners.get(event.type)?.(event as never)
  return {
    emit,
    clock,
    sent,
    alertsSent,
    absences,
    logged,
    desk,
    order,
    closing,
    run: () => void alerts.run(closing.signal),
  }
}

test('sends alerts from the polling server; its successor sends a due one once', async () => {
  const { clock, alertsSent, desk, order, run } = setUp()
  desk.orders = [order('1')]
  desk.sendsAlerts = false
  run()
  await clock.advance(60_000)
  expect(alertsSent()).toEqual([])
  desk.sendsAlerts = true
  await clock.advance(1000)
  expect(alertsSent()).toEqual([['order_unanswered', '1', 61]])
  await clock.advance(10_000)
  expect(alertsSent()).toHaveLength(1)
})

test('sends an alert at 23, 50 and 80 % of the window, once each', async () => {
  const { clock, alertsSent, desk, order, run } = setUp()
  desk.orders = [order('1')]
  run()
  await clock.advance(22_999)
  expect(alertsSent()).toEqual([])
  await clock.advance(1)
  expect(alertsSent()).toEqual([['order_unanswered', '1', 23]])
  await clock.advance(500_000)
  expect(alertsSent()).toEqual([
    ['order_unanswered', '1', 23],
    ['order_unanswered', '1', 50],
    ['order_unanswered', '1', 80],
  ])
})

test('uses the order’s own time once it is read', async () => {
  const { clock, alertsSent, desk, order, run } = setUp()
  const received = order('1', { order: null })
  desk.orders = [received]
  run()
  await clock.advance(2000)
  expect(alertsSent()).toEqual([])
  const created_at = new Date(received.receivedAt - 70_000).toISOString()
  desk.orders = [{ ...received, order: { id: '1', created_at } }]
  await clock.advance(1000)
  expect(alertsSent()).toEqual([['order_unanswered', '1', 73]])
})

test('names the order and its wait in an alert, and nothing of its customer', async () => {
  const { clock, sent, desk, order, run } = setUp()
  desk.orders = [order('1'), order('2', { order: null })]
  run()
  await clock.advance(23_000)
  expect(sent()).toEqual([
    { alert: 'order_unanswered', order_id: '1', number: 'N-1', waited_seconds: 23, at: '2026-11-20T12:00:23.000Z' },
    { alert: 'order_unanswered', order_id: '2', number: null, waited_seconds: 23, at: '2026-11-20T12:00:23.000Z' },
  ])
})

test('sends no more alerts for an answered order, but does for an acknowledged one', async () => {
  const { clock, alertsSent, desk, order, run } = setUp()
  const acknowledged = { by: { person: 'Sara', tablet: 'Till' }, until: clock.now() + 1_000_000 }
  const [first, second] = [order('1'), order('2', { acknowledged })]
  desk.orders = [first, second]
  run()
  await clock.advance(23_000)
  desk.orders = [{ ...first, lane: 'preparing' }, second]
  await clock.advance(30_000)
  expect(alertsSent().slice(2)).toEqual([['order_unanswered', '2', 50]])
})

test('sends only the last of several alerts that were due while the server was down', async () => {
  const { clock, alertsSent, desk, order, run } = setUp()
  desk.orders = [order('1', { receivedAt: clock.now() - 60_000 })]
  run()
  await clock.advance(0)
  expect(alertsSent()).toEqual([['order_unanswered', '1', 60]])
})

test('starts a new wait for an order that came back', async () => {
  const { clock, alertsSent, desk, order, run } = setUp()
  const first = order('1')
  desk.orders = [first]
  run()
  await clock.advance(24_000)
  desk.orders = [{ ...first, lane: 'contact' }]
  await clock.advance(300_000)
  desk.orders = [{ ...first, backAt: clock.now() }]
  await clock.advance(22_000)
  expect(alertsSent()).toHaveLength(1)
  await clock.advance(2000)
  expect(alertsSent()[1]).toEqual(['order_unanswered', '1', 23])
})

test('alerts once that nobody is there while an order waits, and again after somebody was', async () => {
  const { clock, absences, desk, order, run } = setUp()
  desk.isAnybodyThere = false
  run()
  await clock.advance(100_000)
  expect(absences()).toEqual([])
  desk.orders = [order('1')]
  await clock.advance(1000)
  expect(absences()).toEqual(['1'])
  desk.orders = [order('1'), order('2')]
  await clock.advance(100_000)
  expect(absences()).toEqual(['1'])
  desk.isAnybodyThere = true
  await clock.advance(1000)
  desk.isAnybodyThere = false
  await clock.advance(1000)
  expect(absences()).toEqual(['1', '1'])
})

test('gives tablets 30 seconds to reconnect after a start', async () => {
  const { clock, absences, desk, order, run } = setUp()
  desk.isAnybodyThere = false
  desk.orders = [order('1')]
  run()
  await clock.advance(29_999)
  expect(absences()).toHaveLength(0)
  await clock.advance(1)
  expect(absences()).toHaveLength(1)
})

test('tries an alert four times, without blocking', async () => {
  const tried: [string, number][] = []
  const { clock, alertsSent, logged, desk, order, run } = setUp(async ({ body: { order_id } }) => {
    tried.push([String(order_id), clock.now()])
    if (order_id === '1') throw new Error('refused')
  })
  const start = clock.now()
  desk.orders = [order('1'), order('2')]
  run()
  await clock.advance(49_000)
  const triesOfFirst = tried.filter(([id]) => id === '1').map(([, at]) => (at - start) / 1000)
  expect(triesOfFirst).toEqual([23, 25, 33])
  expect(alertsSent()).toEqual([['order_unanswered', '2', 23]])
  await clock.advance(200_000)
  expect(tried.filter(([id]) => id === '1')).toHaveLength(12)
  expect(logged.filter((event) => event === 'alert_failed')).toHaveLength(12)
})

test('stops retrying when the server closes', async () => {
  const { clock, logged, desk, order, run, closing } = setUp(() => Promise.reject(new Error('refused')))
  desk.orders = [order('1')]
  run()
  await clock.advance(23_000)
  closing.abort()
  await clock.advance(300_000)
  expect(logged).toEqual(['alert_failed'])
})

test.each([-600_000, 600_000])(
  'measures the wait on one clock, with a service that is %i ms ahead',
  async (aheadMs) => {
    const { clock, alertsSent, desk, order, closing, run } = setUp(undefined, aheadMs)
    const placed = { created_at: new Date(clock.now() + aheadMs - 3000).toISOString() }
    desk.orders = [order('1', { order: { id: '1', ...placed } })]
    run()
    await clock.advance(30_000)
    expect(alertsSent()).toEqual([['order_unanswered', '1', 23]])
    closing.abort()
  },
)

test('tells once of an order that a rule left, and of each alarm about printers or silence', async () => {
  const { emit, clock, sent, desk, order } = setUp()
  const record = order('1')
  desk.orders = [record]
  const printed = { ...order('2'), lane: 'ready' }
  for (const each of [record, record, printed]) emit({ type: 'rule-left', record: each } as { type: string })
  desk.alarms = (['orders_silent', 'printer_paper_out', 'disk_low'] as const).map((code) => ({
    code,
    since: '2026-11-20T12:00:00.000Z',
    count: 1,
  }))
  for (const { code } of [...desk.alarms, ...desk.alarms]) emit({ type: 'alarm-raised', code } as { type: string })
  await clock.advance(0)
  expect(sent().map(({ alert, order_id, waited_seconds }) => [alert, order_id, waited_seconds])).toEqual([
    ['rule_left', '1', 0],
    ['silence', null, null],
    ['printer', null, null],
  ])
  // It is over, and comes back.
  desk.alarms = []
  emit({ type: 'alarm-cleared' })
  await clock.advance(0)
  desk.alarms = [{ code: 'orders_silent', since: '2026-11-20T15:00:00.000Z', count: 1 }]
  emit({ type: 'alarm-raised', code: 'orders_silent' } as { type: string })
  await clock.advance(0)
  expect(sent().slice(3)).toMatchObject([{ alert: 'silence' }])
})
