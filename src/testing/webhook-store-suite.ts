import { expect, onTestFinished, test } from 'vitest'
import {
  healthy,
  type DeliveryRecord,
  type NewOrderEvent,
  type OutgoingEvent,
  type WebhookRecord,
} from '#domain/outgoing-event.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { notificationOf } from './store-suite.ts'

// The contract of every store for webhooks to other systems, and for what is written with an order for them.

export const webhookOf = (id: string, webhook: Partial<WebhookRecord> = {}): WebhookRecord => ({
  id,
  url: `https://till.test/${id}`,
  events: ['order.received', 'order.changed', 'order.closed'],
  includesRow: false,
  isPaused: false,
  createdAt: 1000,
  secrets: [{ secret: 'whsec_c2VjcmV0', until: null }],
  health: healthy,
  ...webhook,
})

export const eventOf = (id: string, event: Partial<OutgoingEvent> = {}): OutgoingEvent => ({
  id,
  orderId: null,
  type: 'printer.failed',
  at: 1000,
  data: { name: 'مطبخ' },
  ...event,
})

const typesOf = (deliveries: readonly DeliveryRecord[]) => deliveries.map(({ orderId, type }) => `${orderId} ${type}`)
const changed: readonly NewOrderEvent[] = [{ type: 'order.changed', at: 2000 }]

export const allDue = (store: Store, webhookId: string, now = 1_000_000) =>
  store.dueDeliveries({ webhookId, now, until: now + 1000, limit: 100 })

/** Saves an order as it is, with events. */
export async function changeOrder(store: Store, orderId: string, events = changed): Promise<number> {
  const record = await store.find(orderId)
  const saved = record && (await store.save(record, { events }))
  if (!saved) throw new Error(`The order ${orderId} cannot be saved.`)
  return saved.version
}

const endedOf = (stored: WebhookRecord): WebhookRecord => ({ ...stored, health: { endedAt: 1, failing: null } })

const finish = (store: Store, delivery: DeliveryRecord | undefined, now: number) => {
  if (!delivery) throw new Error('There is no delivery.')
  return store.saveDelivery({ ...delivery, state: 'delivered', dueAt: null, tries: delivery.tries + 1 }, now)
}

/** A store of `create` with these webhooks, until the test ends. */
export async function openStoreWith(create: () => Promise<Store>, webhooks: readonly WebhookRecord[]): Promise<Store> {
  const store = await create()
  onTestFinished(() => store.close())
  for (const webhook of webhooks) await store.addWebhook(webhook)
  return store
}

/** Tests webhooks of a store; `create` makes a new, empty one. */
export function testWebhookStore(name: string, create: () => Promise<Store>): void {
  const openStore = (...webhooks: readonly WebhookRecord[]) => openStoreWith(create, webhooks)

  test(`${name}: writes what webhooks want together with the order, and nothing else`, async () => {
    const closed = webhookOf('closed', { events: ['order.closed'] })
    const ended = webhookOf('ended', { health: { endedAt: 1, failing: null } })
    const store = await openStore(webhookOf('all'), closed, ended)
    await store.ingest([notificationOf('1'), notificationOf('2'), notificationOf('1')])
    await store.ingest([notificationOf('1')])
    await changeOrder(store, '1')
    await changeOrder(store, '2', [])
    const [latest] = await store.latestDeliveries('all', 1)
    expect(latest).toMatchObject({ orderId: '1', at: 2000, data: { order_id: '1', lane: 'answer', version: 3 } })
    expect(typesOf(await store.latestDeliveries('all', 9))).toEqual(
      expect.arrayContaining(['1 order.changed', '2 order.received', '1 order.received']),
    )
    expect(await store.latestDeliveries('all', 9)).toHaveLength(3)
    for (const id of ['closed', 'ended', 'unknown']) expect(await store.latestDeliveries(id, 9)).toEqual([])
  })

  test(`${name}: writes no delivery of a change that another server overtook`, async () => {
    const store = await openStore(webhookOf('w'))
    await store.ingest([notificationOf('1')])
    const record = await store.find('1')
    if (!record) throw new Error('There is no order.')
    const saves = await Promise.all(Array.from({ length: 10 }, () => store.save(record, { events: changed })))
    expect(saves.filter((saved) => saved !== undefined)).toHaveLength(1)
    expect(await store.latestDeliveries('w', 99)).toHaveLength(2)
  })

  test(`${name}: has one delivery of an order due at a time, and each in its order`, async () => {
    const store = await openStore(webhookOf('w'), webhookOf('other'))
    await store.ingest([notificationOf('1'), notificationOf('2')])
    await changeOrder(store, '1', [...changed, { type: 'order.closed', at: 2000 }])
    await changeOrder(store, '1', [{ type: 'order.changed', at: 3000 }])
    const [first, second] = await allDue(store, 'w')
    expect(typesOf([first, second].flatMap((each) => each ?? [])).toSorted()).toEqual([
      '1 order.received',
      '2 order.received',
    ])
    const told: string[] = []
    for (;;) {
      const [due] = (await allDue(store, 'w')).filter(({ orderId }) => orderId === '1')
      if (!due) break
      told.push(`${due.type} ${due.at}`)
      await finish(store, due, 5000)
    }
    expect(told).toEqual(['order.received 1000', 'order.changed 2000', 'order.closed 2000', 'order.changed 3000'])
    expect(typesOf(await allDue(store, 'w'))).toEqual(['2 order.received'])
    expect(typesOf(await allDue(store, 'other')).toSorted()).toEqual(['1 order.received', '2 order.received'])
  })

  test(`${name}: loses no delivery between one that ends and one that is added`, async () => {
    const store = await openStore(webhookOf('w'))
    await store.ingest([notificationOf('1')])
    const adding = (async () => {
      for (let at = 0; at < 15; at += 1) await changeOrder(store, '1', [{ type: 'order.changed', at }])
    })()
    let isAdded = false
    void adding.then(() => (isAdded = true))
    const told: number[] = []
    for (;;) {
      const isLast = isAdded
      const [due] = await allDue(store, 'w')
      if (!due && isLast) break
      if (!due) continue
      told.push(due.at)
      await finish(store, due, 5000)
    }
    expect(told).toEqual([1000, ...Array.from({ length: 15 }, (_, at) => at)])
  })

  test(`${name}: saves the outcome of one of many tries at the same revision`, async () => {
    const store = await openStore(webhookOf('w'))
    await store.ingest([notificationOf('1')])
    const [due] = await allDue(store, 'w')
    if (!due) throw new Error('Nothing is due.')
    const lastTry = { at: 7, status: 500, problem: null, tookMs: 12 }
    const later = { ...due, dueAt: 90_000, tries: 1, lastTry }
    const saved = await Promise.all(Array.from({ length: 10 }, () => store.saveDelivery(later, 8)))
    expect(saved.filter((each) => each !== undefined)).toEqual([{ ...later, revision: 2 }])
    expect(await store.findDelivery('w', due.id)).toEqual({ ...later, revision: 2 })
    expect(await store.findDelivery('w', 'unknown')).toBeUndefined()
    expect(await store.saveDelivery({ ...due, id: 'unknown' }, 8)).toBeUndefined()
    expect(await store.nextDueAt('w')).toBe(90_000)
    expect(await store.nextDueAt('unknown')).toBeUndefined()
    expect(await allDue(store, 'w', 89_999)).toEqual([])
    expect(await allDue(store, 'w', 90_000)).toHaveLength(1)
    // Given before the clock was set back by a year.
    expect(await store.dueDeliveries({ webhookId: 'w', now: 100, until: 80_000, limit: 1 })).toHaveLength(1)
  })

  test(`${name}: tells an occasion once, of many at once`, async () => {
    const printers = webhookOf('w', { events: ['printer.failed'] })
    const store = await openStore(printers, webhookOf('other'))
    const event = eventOf('evt_printer')
    const added = await Promise.all(Array.from({ length: 10 }, () => store.addDeliveries([event])))
    expect(added.filter((count) => count > 0)).toEqual([1])
    const [due] = await allDue(store, 'w')
    expect(due).toEqual({
      ...event,
      webhookId: 'w',
      state: 'waiting',
      dueAt: 1000,
      tries: 0,
      lastTry: null,
      revision: 1,
    })
    await finish(store, due, 5000)
    expect(await store.addDeliveries([event])).toBe(0)
    expect(await store.addDeliveries([])).toBe(0)
    // Those that concern no order do not wait for each other.
    await store.addDeliveries([eventOf('2'), eventOf('3')])
    expect(await allDue(store, 'w')).toHaveLength(2)
  })

  test(`${name}: sends again what is finished, behind what waits, and at once what waits for a try`, async () => {
    const store = await openStore(webhookOf('w'))
    await store.ingest([notificationOf('1')])
    const [received] = await allDue(store, 'w')
    if (!received) throw new Error('Nothing is due.')
    await store.saveDelivery({ ...received, dueAt: 90_000, tries: 3 }, 8)
    expect(await store.resendDelivery('w', received.id, 50)).toMatchObject({
      dueAt: 50,
      plannedAt: 90_000,
      tries: 3,
      state: 'waiting',
    })
    await store.saveDelivery({ ...received, state: 'parked', dueAt: null, tries: 10, revision: 3 }, 8)
    await changeOrder(store, '1')
    const again = await store.resendDelivery('w', received.id, 60)
    expect(again).toMatchObject({ id: received.id, state: 'waiting', dueAt: null, tries: 0 })
    expect(typesOf(await store.latestDeliveries('w', 9))).toEqual(['1 order.received', '1 order.changed'])
    const [next] = await allDue(store, 'w')
    expect(next?.type).toBe('order.changed')
    await finish(store, next, 70)
    expect(await allDue(store, 'w')).toMatchObject([{ id: received.id, dueAt: 70 }])
    expect(await store.resendDelivery('w', 'unknown', 60)).toBeUndefined()
  })

  test(`${name}: gives up all that wait, counts them, and deletes what is old`, async () => {
    const store = await openStore(webhookOf('w', { events: ['order.received', 'order.changed', 'printer.failed'] }))
    await store.ingest([notificationOf('1'), notificationOf('2', { receivedAt: 9000 })])
    await changeOrder(store, '1')
    expect(await store.countDeliveries('w')).toEqual({ waiting: 3, parked: 0 })
    await store.addDeliveries([eventOf('told', { at: 900 })])
    await finish(store, await store.findDelivery('w', 'told'), 5)
    const options = { now: 7000, deliveredBefore: 1500, allBefore: 800 }
    expect(await store.forgetDeliveries(options)).toBe(0)
    // The change of the order is due once its receipt is deleted.
    expect(await store.forgetDeliveries({ ...options, allBefore: 1001 })).toBe(2)
    expect(await store.findDelivery('w', 'told')).toBeUndefined()
    expect((await allDue(store, 'w')).map(({ type, dueAt }) => `${type} ${dueAt}`)).toEqual([
      'order.changed 7000',
      'order.received 9000',
    ])
    const [underWay] = await allDue(store, 'w')
    if (!underWay) throw new Error('Nothing is due.')
    await store.changeWebhook('w', 1, endedOf)
    expect(await store.countDeliveries('w')).toEqual({ waiting: 0, parked: 2 })
    expect(await store.resendDelivery('w', underWay.id, 50)).toBe('ended')
    expect(await allDue(store, 'w')).toEqual([])
    // One that was being sent does not wait again.
    expect(await store.saveDelivery({ ...underWay, dueAt: 90_000, tries: 1 }, 8)).toBeUndefined()
    expect(await store.countDeliveries('w')).toEqual({ waiting: 0, parked: 2 })
    await store.removeWebhook('w')
    expect(await store.latestDeliveries('w', 9)).toEqual([])
  })

  test(`${name}: shows what was given up also when much came since, but no failed tests from before`, async () => {
    const store = await openStore(webhookOf('w'))
    const order = { orderId: '1', type: 'order.received' } as const
    const all = ['1', '2', '3', '4', '5'].map((id) => eventOf(id, order))
    for (const event of [...all.slice(0, 3), eventOf('evt_test_t', { type: 'webhook.test' }), ...all.slice(3)]) {
      const state = ['1', '3', 'evt_test_t'].includes(event.id) ? 'parked' : 'delivered'
      await store.addDelivery({ ...event, webhookId: 'w', state, dueAt: null, tries: 1, lastTry: null, revision: 1 })
    }
    const shown = async (limit: number) => (await store.latestDeliveries('w', limit)).map(({ id }) => id)
    expect(await shown(1)).toEqual(['5', '3'])
    expect(await shown(2)).toEqual(['5', '4', '3', '1'])
    expect(await shown(3)).toEqual(['5', '4', 'evt_test_t', '3', '1'])
    expect(await shown(9)).toEqual(['5', '4', 'evt_test_t', '3', '2', '1'])
  })

  test(`${name}: adds a single delivery, but not to a webhook that was removed`, async () => {
    const store = await openStore(webhookOf('w'))
    const test = { ...eventOf('evt_test_t', { type: 'webhook.test' }), state: 'parked', dueAt: null, tries: 1 } as const
    const delivery = { ...test, webhookId: 'w', lastTry: null, revision: 1 }
    await store.addDelivery(delivery)
    await store.addDelivery({ ...delivery, webhookId: 'gone' })
    expect(await store.latestDeliveries('w', 9)).toEqual([delivery])
    expect(await store.countDeliveries('w')).toEqual({ waiting: 0, parked: 0 })
    expect(await store.latestDeliveries('gone', 9)).toEqual([])
  })

  test(`${name}: adds as many webhooks as there may be, of many at once`, async () => {
    const store = await openStore(webhookOf('first'))
    const added = await Promise.all(
      Array.from({ length: 5 }, (_, place) => store.addWebhook(webhookOf(`w${place}`), undefined, 3)),
    )
    expect(added.filter(Boolean)).toHaveLength(2)
    expect(await store.webhooks()).toHaveLength(3)
  })

  test(`${name}: writes no webhook and no delivery when it is closed`, async () => {
    const store = await create()
    await store.close()
    await expect(store.addWebhook(webhookOf('w'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.addDeliveries([eventOf('1')])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.webhooks()).rejects.toBeInstanceOf(StoreUnavailable)
  })
}

/** Tests that webhooks outlast the process; `createPlace` returns a function that opens the store there. */
export function testLastingWebhooks(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  test(`${name}: has its webhooks and deliveries when it is opened again`, async () => {
    const open = await createPlace()
    const first = await open()
    await first.addWebhook(webhookOf('w'))
    await first.ingest([notificationOf('1')])
    await changeOrder(first, '1')
    const before = await first.latestDeliveries('w', 9)
    await first.close()
    const second = await open()
    onTestFinished(() => second.close())
    expect(await second.webhooks()).toEqual([webhookOf('w')])
    expect(await second.latestDeliveries('w', 9)).toEqual(before)
    expect(typesOf(await allDue(second, 'w'))).toEqual(['1 order.received'])
  })
}
