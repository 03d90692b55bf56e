import { expect, test } from 'vitest'
import type { AutoAccept } from '#contract/desk/rules.ts'
import { logInCsv } from '#server/history/log-pages.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, read, type TestDesk } from '#testing/desk.ts'
import { accepts, openRuledDesk, plainBasket, setRule, timelineOf } from '#testing/rules.ts'

const second = 1000
const minute = 60 * second

test('accepts an order at once, says so in the log and on the order, and sends one request', async () => {
  const desk = await openRuledDesk({ when: 'now' })
  const feed = await desk.listen()
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(3 * second)
  expect(accepts(desk)).toEqual([id])
  const row = await desk.row(id)
  const by = { person: 'Automatic acceptance', tablet: '', rule: 'now' }
  expect(row).toMatchObject({ lane: 'preparing', last_done: { action: 'accept', by } })
  expect(row.timeline).toContainEqual(expect.objectContaining({ what: 'accept', detail: 'done', by }))
  expect(await read(desk.ask(`/api/desk/log?order_id=${id}`))).toMatchObject({
    body: { data: [{ what: 'accept', outcome: 'done', by, about: 'now: fits', posts: 1 }] },
  })
  let csv = ''
  for await (const page of logInCsv(desk.store, { sleep: async () => undefined }, { orderId: id }, 'UTC')) csv += page
  expect(csv).toContain('"Automatic acceptance"')
  expect(feed.find(({ event }) => event === 'snapshot')?.data['auto_accept']).toBe('now')
})

test('accepts nothing while it is off, as it is at first', async () => {
  const desk = await openRuledDesk(null)
  expect(await read(desk.ask('/api/desk/rules'))).toMatchObject({
    body: { auto_accept: { enabled: false, when: 'last_moment', time_zone: 'UTC', max_open: null } },
  })
  await desk.order('ordinary', plainBasket())
  await desk.clock.advance(6 * minute)
  expect(accepts(desk)).toEqual([])
})

test('accepts at the last moment an order that nobody has answered', async () => {
  const desk = await openRuledDesk({ when: 'last_moment' })
  const unanswered = await desk.order('ordinary', plainBasket())
  const answered = await desk.order('ordinary', plainBasket(1))
  await desk.during(5 * second, desk.act(answered.id, 'accept'))
  await desk.clock.advance(4 * minute)
  expect(accepts(desk)).toEqual([answered.id])
  await desk.clock.advance(16 * second)
  expect(accepts(desk)).toEqual([answered.id, unanswered.id])
})

test('accepts in the middle of a window that is too short', async () => {
  const desk = await openRuledDesk({ when: 'last_moment' }, { config: { responseWindowSeconds: 60 } })
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(28 * second)
  expect(accepts(desk)).toEqual([])
  await desk.clock.advance(5 * second)
  expect(accepts(desk)).toEqual([id])
})

test('leaves an order to people, says why once, and tells them once, a restart included', async () => {
  const desk = await openRuledDesk({ when: 'now', max_total: 1 })
  const left: unknown[] = []
  desk.proxy.subscribe('rule-left', ({ record, because }) => left.push([record.orderId, because]))
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(10 * second)
  expect(left).toEqual([[id, 'total']])
  const next = await openRuledDesk(undefined, desk.kill())
  await next.clock.advance(10 * second)
  expect((await timelineOf(next, id)).filter(({ what }) => what === 'rule_left')).toMatchObject([{ detail: 'total' }])
  // A rule that is changed is asked anew.
  await setRule(next, { max_total: null })
  await next.clock.advance(5 * second)
  expect(accepts(next)).toEqual([id])
})

test.each<readonly [string, Partial<AutoAccept>]>([
  ['outside its hours', { from: '13:00', to: '14:00' }],
  ['on another day', { weekdays: [1] }],
])('says nothing of an order that comes %s', async (_when, rule) => {
  const desk = await openRuledDesk({ when: 'now', ...rule })
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(10 * second)
  expect(accepts(desk)).toEqual([])
  expect((await timelineOf(desk, id)).map(({ what }) => what)).not.toContain('rule_left')
})

test('leaves an order that came back from the customer', async () => {
  const desk = await openRuledDesk(null)
  const order = await desk.order('ordinary', { lines: [...plainBasket().lines, ...plainBasket(1).lines] })
  const [line] = order.lines
  const body = { cancel_reason_id: 1, items: [{ id: line?.id }] }
  expect((await desk.during(5 * second, desk.act(order.id, 'reject', body))).status).toBe(200)
  await setRule(desk, { enabled: true, when: 'now' })
  await desk.clock.advance(2 * minute)
  expect((await desk.row(order.id)).lane).toBe('answer')
  expect(accepts(desk)).toEqual([])
})

test('is switched off from the board by anybody who is signed in, at once', async () => {
  const desk = await openRuledDesk({ when: 'last_moment' })
  const omar = await desk.admit('Kitchen', 'Omar')
  const feed = await desk.listen()
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(minute)
  expect((await omar.post('/api/desk/rules/stop')).status).toBe(200)
  expect(feed.at(-1)).toMatchObject({ event: 'hb', data: { auto_accept: null } })
  expect(await read(desk.ask('/api/desk/orders'))).toMatchObject({ body: { meta: { auto_accept: null } } })
  await desk.clock.advance(4 * minute)
  expect(accepts(desk)).toEqual([])
  expect((await timelineOf(desk, id)).map(({ what }) => what)).not.toContain('rule_left')
  expect(await read(desk.ask('/api/desk/log'))).toMatchObject({
    body: {
      data: [
        { what: 'change rules', about: 'off', by: { person: 'Omar' } },
        { what: 'change rules', about: 'on' },
      ],
    },
  })
})

test('sends nothing after it was switched off at another server, although a try was under way', async () => {
  const clock = createTestClock()
  const store = createMemoryStore()
  const one = await openRuledDesk({ when: 'now' }, { clock, store })
  const two = createTestDesk({ clock, store, vendor: one.vendor })
  one.vendor.faults.add({ kind: 'slow', on: 'getOrder', ms: 3 * second, times: 2 })
  const { id } = one.vendor.placeOrder('ordinary', plainBasket())
  await one.notify(JSON.stringify({ event: 'order_created', data: { id } }))
  // The first reading has come, and the one before the acceptance is under way.
  await clock.advance(4 * second)
  expect((await two.post('/api/desk/rules/stop')).status).toBe(200)
  await clock.advance(minute)
  expect(accepts(one)).toEqual([])
})

test('lets a person who is faster have the order', async () => {
  const desk = await openRuledDesk({ when: 'now' })
  desk.vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 3 * second })
  const order = desk.vendor.placeOrder('ordinary', plainBasket())
  await desk.post(`/api/desk/orders/${order.id}/lease`, {}, 'PUT')
  const pressed = desk.act(order.id, 'accept')
  await desk.notify(JSON.stringify({ event: 'order_created', data: { id: order.id } }))
  await desk.clock.advance(20 * second)
  expect((await pressed).status).toBe(200)
  expect(accepts(desk)).toEqual([order.id])
  expect((await desk.row(order.id)).last_done?.by?.person).toBe('Sara')
})

test('sends one request when two servers and a person answer at the same time', async () => {
  const clock = createTestClock()
  const store = createMemoryStore()
  const one = await openRuledDesk({ when: 'now' }, { clock, store })
  // Both believe that they poll, which is worse than what a shared store allows.
  const two = await openRuledDesk(undefined, { clock, store, vendor: one.vendor })
  for (let round = 0; round < 10; round += 1) {
    const { id } = one.vendor.placeOrder('ordinary', plainBasket(round))
    const body = JSON.stringify({ event: 'order_created', data: { id } })
    const told = [one.notify(body), two.notify(body)]
    const pressed = two.act(id, 'accept')
    await clock.advance(20 * second)
    await Promise.all([...told, pressed])
    expect(accepts(one).filter((each) => each === id)).toHaveLength(1)
  }
})

test.each([
  ['that are lost before it is reached', 'drop'],
  ['with an error', 'error'],
] as const)('tries again after requests %s', async (_how, kind) => {
  const desk = await openRuledDesk({ when: 'now' })
  desk.vendor.faults.add({ kind, on: 'acceptOrder', times: 2 })
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(2 * minute)
  expect((await desk.row(id)).lane).toBe('preparing')
})

test('gives up after three tries, and tells people', async () => {
  const desk = await openRuledDesk({ when: 'now' })
  const left: unknown[] = []
  desk.proxy.subscribe('rule-left', ({ because }) => left.push(because))
  desk.vendor.faults.add({ kind: 'error-200', on: 'acceptOrder', times: Number.POSITIVE_INFINITY })
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(4 * minute)
  expect(left).toEqual(['failed'])
  expect((await timelineOf(desk, id)).filter(({ what }) => what === 'accept')).toHaveLength(3)
})

test('tells people of an order whose time is over', async () => {
  const desk = await openRuledDesk(null)
  desk.vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Number.POSITIVE_INFINITY })
  const order = await notifiedBefore(desk)
  await desk.clock.advance(5 * minute)
  await setRule(desk, { enabled: true, when: 'now' })
  await desk.clock.advance(5 * second)
  expect(accepts(desk)).toEqual([])
  expect((await timelineOf(desk, order)).filter(({ what }) => what === 'rule_left')).toMatchObject([
    { detail: 'too_late' },
  ])
})

/** An order that was read once, and never since. */
async function notifiedBefore(desk: TestDesk): Promise<string> {
  desk.vendor.faults.clear()
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(0)
  desk.vendor.faults.add({ kind: 'drop', on: 'getOrder', times: Number.POSITIVE_INFINITY })
  return id
}

test('continues after a restart, without a second request', async () => {
  const desk = await openRuledDesk({ when: 'now' })
  desk.vendor.faults.add({ kind: 'slow', on: 'acceptOrder', ms: 4 * second })
  const { id } = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(2 * second)
  const next = await openRuledDesk(undefined, desk.kill())
  await next.clock.advance(minute)
  expect(accepts(next)).toEqual([id])
  expect((await next.row(id)).lane).toBe('preparing')
})

test('accepts with a tablet or a printer there, and leaves the order with neither', async () => {
  const desk = await openRuledDesk({ when: 'now', requires_presence: true }, {}, false)
  const alone = await desk.order('ordinary', plainBasket())
  await desk.clock.advance(5 * second)
  await desk.post('/api/desk/presence', { armed: true, sound: true })
  const seen = await desk.order('ordinary', plainBasket(1))
  await desk.clock.advance(5 * second)
  expect(accepts(desk)).toEqual([seen.id])
  expect(await timelineOf(desk, alone.id)).toContainEqual(expect.objectContaining({ detail: 'nobody_there' }))
})

test('waits after a restart until the tablets had time to come back', async () => {
  const desk = await openRuledDesk({ when: 'now', requires_presence: true })
  const next = createTestDesk({ walksCatalog: true, config: { timeZone: 'UTC' }, ...desk.kill() })
  await next.open()
  const seen = await next.order('ordinary', plainBasket())
  await next.clock.advance(20 * second)
  expect(accepts(next)).toEqual([])
  await next.post('/api/desk/presence', { armed: true, sound: true })
  await next.clock.advance(5 * second)
  expect(accepts(next)).toEqual([seen.id])
})
