import { expect, test } from 'vitest'
import type { AlertsOutside } from './outside.ts'
import { pushMessage } from './push-words.ts'
import { noMetrics, type Metrics } from '#server/runtime/metrics.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestAlerts, type TestAlerts } from '#testing/alerts.ts'
import { createTestClock } from '#testing/clock.ts'
import { createBreakableStore, createTestDesk, type TestDesk } from '#testing/desk.ts'
import { createTestPrinting, kitchenPrinter } from '#testing/printing.ts'

const second = 1000

interface Started {
  readonly desk: TestDesk
  readonly alerts: TestAlerts
}

/** A desk with somebody at the counter, so that only an unanswered order causes alerts. */
async function start(
  options: Parameters<typeof createTestDesk>[0] = {},
  alerts = createTestAlerts(['alerts.test']),
  outside: AlertsOutside = alerts.outside,
): Promise<Started> {
  const desk = createTestDesk({ alerts: outside, ...options })
  await desk.open()
  await desk.listen()
  return { desk, alerts }
}

/** Subscribes a phone of Sara, or of whoever uses that tablet. */
async function addPhone(
  { alerts: { pushService } }: Started,
  name: string,
  tablet: Pick<TestDesk, 'post'>,
  origin = 'https://push.test',
  language = 'en',
): Promise<void> {
  const answer = await tablet.post('/api/desk/push-subscriptions', pushService.subscribe(name, origin, language))
  expect(answer.status).toBe(200)
}

const pushes = ({ alerts: { pushService } }: Pick<Started, 'alerts'>) =>
  pushService.received.map(({ phone, message: { kind, body } }) => `${phone}: ${kind}: ${body}`)

async function idOf(desk: TestDesk, name: string): Promise<string> {
  return (await desk.store.people()).find((person) => person.name === name)?.id ?? ''
}

const changeDuty = async (desk: TestDesk, name: string, duty: unknown) =>
  expect((await desk.post(`/api/desk/duty/${await idOf(desk, name)}`, duty, 'PUT')).status).toBe(200)

test('tells a phone at 23, 50 and 80 % of the window, once each, and takes it back when the order is answered', async () => {
  const started = await start()
  const { desk, alerts } = started
  await addPhone(started, 'one', desk)
  const { id, printNumber, customer } = await desk.order()
  await desk.clock.advance(68 * second)
  expect(alerts.pushService.received).toEqual([])
  await desk.clock.advance(second)
  expect(alerts.pushService.received).toMatchObject([
    {
      phone: 'one',
      urgency: 'high',
      ttl: 231,
      message: {
        kind: 'order_unanswered',
        title: `Order ${printNumber} is waiting`,
        body: '3:51 left to answer',
        language: 'en',
        order_id: id,
        path: `/orders/${id}`,
      },
    },
  ])
  await desk.clock.advance(180 * second)
  expect(pushes(started)).toHaveLength(3)
  await desk.during(2 * second, desk.act(id, 'accept'))
  const [first, second_, third, withdrawn, ...more] = alerts.pushService.received
  expect([second_?.message.body, third?.message.body]).toEqual(['2:30 left to answer', '1:00 left to answer'])
  expect(withdrawn).toMatchObject({ message: { kind: 'withdrawn', body: 'Answered by Sara' }, urgency: 'low' })
  expect(new Set([first, second_, third, withdrawn].map((each) => `${each?.topic} ${each?.message.tag}`)).size).toBe(1)
  await desk.clock.advance(600 * second)
  expect(more).toEqual([])
  expect(alerts.pushService.received).toHaveLength(4)
  expect(JSON.stringify(alerts.pushService.received)).not.toContain(customer.name)
  const { data } = (await (await desk.ask('/api/desk/alerts')).json()) as { data: readonly unknown[] }
  expect(data).toHaveLength(3)
  expect(data[2]).toMatchObject({
    step: 1,
    number: printNumber,
    told: [{ to: 'phone', name: 'Sara', outcome: 'delivered' }],
    ended: { how: 'accept', by: { person: 'Sara', tablet: 'Counter' } },
  })
})

test('lists no alerts in a shop without a phone and an address', async () => {
  const { desk } = await start({}, createTestAlerts())
  await desk.order()
  await desk.clock.advance(280 * second)
  expect(await desk.store.latestAlerts(9)).toEqual([])
})

test('says that an alert is not needed which was answered before a further try', async () => {
  const started = await start({}, createTestAlerts())
  const { desk, alerts } = started
  await addPhone(started, 'one', desk)
  alerts.beforePush = () => Promise.reject(new Error('The push service is away.'))
  const { id } = await desk.order()
  await desk.clock.advance(70 * second)
  await desk.during(2 * second, desk.act(id, 'accept'))
  await desk.clock.advance(60 * second)
  expect(await desk.store.latestAlerts(9)).toMatchObject([{ told: [{ to: 'phone', outcome: 'not_needed' }] }])
})

test('does not tell again after a restart, and withdraws what was answered meanwhile', async () => {
  const alerts = createTestAlerts()
  const started = await start({}, alerts)
  await addPhone(started, 'one', started.desk)
  await started.desk.order()
  await started.desk.clock.advance(70 * second)
  const again = await start(started.desk.kill(), alerts)
  await again.desk.clock.advance(10 * second)
  expect(pushes(again)).toEqual(['one: order_unanswered: 3:51 left to answer'])
  await again.desk.clock.advance(70 * second)
  expect(pushes(again)).toHaveLength(2)
  const parts = again.desk.kill()
  // The service cancels it meanwhile.
  await parts.clock.advance(300 * second)
  const last = await start(parts, alerts)
  await last.desk.clock.advance(60 * second)
  expect(pushes(last).filter((each) => each.includes('withdrawn'))).toEqual(['one: withdrawn: The order is closed'])
  expect(pushes(last).at(-1)).toContain('withdrawn')
})

test('tells at once, and calls, that nobody is at the counter, until somebody is', async () => {
  const alerts = createTestAlerts(['alerts.test'])
  const desk = createTestDesk({ alerts: alerts.outside })
  await desk.open()
  await addPhone({ desk, alerts }, 'one', desk)
  await desk.order()
  await desk.clock.advance(30 * second)
  expect(pushes({ alerts })).toEqual([expect.stringMatching(/^one: nobody_there: Order .* is waiting$/)])
  expect(alerts.calls.map(({ body: { alert } }) => alert)).toEqual(['nobody_there'])
  await desk.listen()
  await desk.clock.advance(second)
  expect(pushes({ alerts }).slice(1)).toEqual(['one: withdrawn: Somebody is there again'])
})

test('goes on with an alert that a crash interrupted', async () => {
  const alerts = createTestAlerts()
  const started = await start({}, alerts)
  await addPhone(started, 'one', started.desk)
  await started.desk.order()
  alerts.beforePush = () => Promise.reject(new Error('no connection'))
  await started.desk.clock.advance(69 * second)
  const parts = started.desk.kill()
  alerts.beforePush = async () => undefined
  const again = await start(parts, alerts)
  await again.desk.clock.advance(second)
  expect(pushes(again)).toEqual(['one: order_unanswered: 3:51 left to answer'])
})

test('of two servers one tells', async () => {
  const clock = createTestClock()
  const store = createMemoryStore(clock)
  const alerts = createTestAlerts()
  const one = await start({ clock, store }, alerts)
  const other = await start({ clock, store, vendor: one.desk.vendor }, alerts)
  await addPhone(one, 'one', one.desk)
  const { id } = await other.desk.order()
  await clock.advance(240 * second)
  expect(pushes(one)).toHaveLength(3)
  await other.desk.during(5 * second, other.desk.act(id, 'accept'))
  await clock.advance(20 * second)
  expect(pushes(one).slice(3)).toEqual(['one: withdrawn: Answered by Sara'])
})

test('a push service that hangs holds up no other phone, and is handed on when its time is up', async () => {
  const started = await start()
  const { desk, alerts } = started
  for (const name of ['hangs1', 'hangs2']) await addPhone(started, name, desk, 'https://hanging.test')
  await addPhone(started, 'one', desk)
  alerts.beforePush = (phone) => (phone === 'one' ? Promise.resolve() : new Promise(() => undefined))
  await desk.order()
  await desk.clock.advance(69 * second)
  expect(pushes(started)).toHaveLength(1)
  expect((await desk.ask('/api/desk/orders')).status).toBe(200)
  await desk.post('/api/desk/push-subscriptions', { endpoint: 'https://push.test/push/one' }, 'DELETE')
  await desk.clock.advance(80 * second)
  expect(alerts.calls).toEqual([])
  // At the second step the address is told in any case; at the first it would be, because nobody is reached.
  await desk.order()
  await desk.clock.advance(82 * second)
  expect(alerts.calls.map(({ body: { waited_seconds } }) => waited_seconds)).toContain(69)
})

test('removes a phone that is gone, tells the address in its place, and counts both', async () => {
  const counted: unknown[] = []
  const metrics: Metrics = { ...noMetrics, count: (...count) => counted.push(count) }
  const started = await start({ metrics })
  const { desk, alerts } = started
  await addPhone(started, 'one', desk)
  alerts.pushService.statuses.set('one', 410)
  const { id } = await desk.order()
  await desk.clock.advance(69 * second)
  expect(await desk.store.phones()).toEqual([])
  expect(alerts.calls.map(({ body }) => body)).toMatchObject([{ alert: 'order_unanswered', order_id: id }])
  const kind = 'order_unanswered'
  expect(counted).toContainEqual(['vendor_desk_alerts_total', { kind, to: 'phone', outcome: 'gone' }])
  expect(counted).toContainEqual(['vendor_desk_alerts_total', { kind, to: 'call', outcome: 'delivered' }])
})

test('tries a phone again after a failure that may pass, and not after an answer', async () => {
  const started = await start()
  const { desk, alerts } = started
  await addPhone(started, 'one', desk)
  alerts.pushService.statuses.set('one', 503)
  const { id } = await desk.order()
  await desk.clock.advance(72 * second)
  expect(alerts.tried).toHaveLength(2)
  await desk.during(second, desk.act(id, 'accept'))
  alerts.pushService.statuses.delete('one')
  await desk.clock.advance(60 * second)
  // The phone may have got it although the push service failed.
  expect(pushes(started)).toEqual(['one: withdrawn: Answered by Sara'])
  alerts.pushService.statuses.set('one', 413)
  await desk.order()
  const before = alerts.tried.length
  await desk.clock.advance(120 * second)
  expect(alerts.tried).toHaveLength(before + 1)
})

test('tries a phone no more once it is removed', async () => {
  const started = await start()
  const { desk, alerts } = started
  await addPhone(started, 'one', await desk.admit('Phone', 'Omar'))
  alerts.pushService.statuses.set('one', 503)
  await desk.order()
  await desk.clock.advance(70 * second)
  expect(alerts.tried).toHaveLength(1)
  expect((await desk.ask(`/api/desk/staff/${await idOf(desk, 'Omar')}`, { method: 'DELETE' })).status).toBe(200)
  await desk.clock.advance(40 * second)
  expect(alerts.tried).toHaveLength(1)
})

test('keeps a message within what a push service takes, however long names are', () => {
  const alert = { kind: 'printer', orderId: null, step: null, alarm: 'printer_paper_out', isRehearsal: false } as const
  const about = Array.from({ length: 300 }, () => 'طابعة المطبخ')
  const message = pushMessage({ ...alert, number: null, about }, 'ar', undefined, 0)
  const order = { ...alert, kind: 'order_unanswered', orderId: '1', number: '9'.repeat(5000), about: [] } as const
  for (const each of [message, pushMessage(order, 'fr', undefined, 0)])
    expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThan(3000)
})

test('climbs the ladder: phones on duty, then the address, then the owner', async () => {
  const started = await start()
  const { desk, alerts } = started
  await addPhone(started, 'duty', desk)
  await addPhone(started, 'owner', await desk.admit('Phone', 'Omar'), 'https://push.test', 'ar')
  await changeDuty(desk, 'Omar', { is_on_duty: false, is_owner: true })
  await desk.order()
  const told = () => [...alerts.pushService.received.map(({ phone }) => phone), ...alerts.calls.map(() => 'call')]
  await desk.clock.advance(69 * second)
  expect(told()).toEqual(['duty'])
  const { id } = await desk.order()
  await desk.clock.advance(69 * second)
  await desk.during(second, desk.act(id, 'accept'))
  // Only who was told hears that it is answered.
  expect(alerts.pushService.received.splice(1).map(({ phone, message }) => `${phone} ${message.kind}`)).toEqual([
    'duty order_unanswered',
    'duty withdrawn',
  ])
  await desk.clock.advance(11 * second)
  expect(told()).toEqual(['duty', 'duty', 'call'])
  await desk.clock.advance(90 * second)
  expect(told()).toEqual(['duty', 'duty', 'duty', 'owner', 'call', 'call'])
  expect(alerts.pushService.received.at(-1)?.message.body).toBe('بقي 1:00 للرد')
})

test('tells from memory while the store cannot be used', async () => {
  const store = createBreakableStore()
  const started = await start({ store })
  const { desk } = started
  await addPhone(started, 'one', desk)
  await desk.order()
  await desk.clock.advance(69 * second)
  store.isDown = true
  await desk.clock.advance(171 * second)
  expect(pushes(started)).toHaveLength(3)
})

test('tells of a printer in need once, until it is over', async () => {
  const clock = createTestClock()
  const printing = createTestPrinting(clock)
  const started = await start({ clock, printing: printing.outside })
  const { desk } = started
  await addPhone(started, 'one', desk)
  expect((await desk.post('/api/desk/printers', kitchenPrinter)).status).toBe(200)
  printing.printer.setPaper(false)
  const { id } = await desk.order()
  await desk.during(2 * second, desk.act(id, 'accept'))
  await clock.advance(20 * 60 * second)
  expect(pushes(started)).toEqual(['one: printer: Kitchen: Out of paper'])
  printing.printer.setPaper(true)
  await clock.advance(60 * second)
  expect(pushes(started).slice(1)).toEqual(['one: withdrawn: Solved'])
})
