import type { LastAction, OrderNotification } from '#domain/order.ts'
import { expect, test } from 'vitest'
import { readOrder } from '#contract/vendor/order.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import { createTestClock } from '#testing/clock.ts'
import { createBreakableStore } from '#testing/desk.ts'
import { createInbox, type Inbox } from './inbox.ts'

function setUp(store: Store = createMemoryStore()) {
  const clock = createTestClock()
  const emitted: { readonly order_id: string; readonly version: number }[] = []
  const woken: (string | undefined)[] = []
  const inbox = createInbox({
    store,
    clock,
    endsAfterMs: () => 300_000,
    emit(event) {
      if (event.type === 'orders-unconfirmed') woken.push(undefined)
      if (event.type !== 'order-changed') return
      const { orderId, version } = event.record
      emitted.push({ order_id: orderId, version })
      woken.push(orderId)
    },
  })
  return { clock, store, emitted, inbox, woken }
}

const notificationOf = (orderId: string, receivedAt = 1): OrderNotification => ({
  orderId,
  toldId: null,
  itemIds: [],
  source: 'webhook',
  receivedAt,
})

/** A reading of an order. */
function reading(id: string, key: string, fields: Readonly<Record<string, unknown>> = {}, askedAt = 5) {
  const data = { id, is_active: true, can_mark_as_ready: key === 'preparing', ...fields, status: { key } }
  return {
    id,
    order: readOrder(id, data) ?? { id },
    data,
    text: '',
    bytes: () => new Uint8Array(),
    askedAt,
    turn: askedAt,
  }
}

/** The ids to request from the vendor. */
const askedFor = (inbox: Inbox) => inbox.unconfirmedOrders.take().map(({ orderId }) => orderId)

const did = (action: string, outcome = 'done'): LastAction => ({ action, outcome, by: null, at: 6 })
const who = { person: 'Sara', tablet: 'Counter' }

/** A store with slow writes, like one on a disk. */
function createSlowStore(clock: { sleep(ms: number): Promise<void> }): Store {
  const store = createMemoryStore()
  const later = async <T>(work: () => Promise<T>) => {
    await clock.sleep(10)
    return work()
  }
  return {
    ...store,
    ingest: (notifications) => later(() => store.ingest(notifications)),
    save: (record) => later(() => store.save(record)),
  }
}

test.each(['accept', 'reject'])(
  'keeps another server’s change of our write (%s), even if our confirmation arrives later',
  async (action) => {
    const store = createMemoryStore(createTestClock())
    let held: Promise<void> = Promise.resolve()
    const one = setUp({
      ...store,
      async save(...given) {
        const saved = await store.save(...given)
        await held
        return saved
      },
    })
    const two = setUp(store)
    await one.inbox.ingest([notificationOf('A1')])
    await two.inbox.catchUp(false)
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    const acknowledging = one.inbox.acknowledge('A1', who)
    await one.clock.advance(1)
    await two.inbox.catchUp(false)
    await two.inbox.noteAction('A1', did(action))
    if (action === 'reject') await two.inbox.noteReading(reading('A1', 'rejected', { is_active: false }))
    await one.inbox.catchUp(false)
    await one.inbox.catchUp(false)
    const left = two.inbox.peek('A1')
    expect([left?.lane, one.inbox.peek('A1')]).toEqual([action === 'accept' ? 'preparing' : undefined, left])
    resolve()
    await acknowledging
    expect(one.inbox.peek('A1')).toEqual(left)
  },
)

test('shows and emits our write at once, even if an earlier catch-up ends during it', async () => {
  const store = createMemoryStore(createTestClock())
  const { shared } = store
  if (!shared) throw new Error('A store of several servers.')
  const [looked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = setUp({
    ...store,
    async save(...given) {
      const saved = await store.save(...given)
      if (saved) await written.promise
      return saved
    },
    shared: {
      ...shared,
      async changedSince(version) {
        const changed = await shared.changedSince(version)
        await looked.promise
        return changed
      },
    },
  })
  const two = setUp(store)
  await one.inbox.ingest([notificationOf('A1')])
  await two.inbox.load()
  await two.inbox.acknowledge('A1', who)
  const looking = one.inbox.catchUp(false)
  const leasing = one.inbox.lease('A1', who, true)
  await one.clock.advance(1)
  looked.resolve()
  await looking
  expect(one.inbox.peek('A1')).toMatchObject({ acknowledged: { by: who }, answering: null })
  written.resolve()
  const saved = await leasing
  expect(saved).toMatchObject({ acknowledged: { by: who }, answering: { by: who } })
  expect(one.inbox.peek('A1')).toEqual(saved)
  expect(one.emitted.at(-1)).toMatchObject({ order_id: 'A1', version: saved?.version })
})

test.each([
  ['older than another server’s', 5, 'preparing'],
  ['of a database whose clock was set back', 3_600_000, 'contact'],
])('drops or applies a reading that is %s', async (_says, behindMs, lane) => {
  const { inbox } = setUp(createMemoryStore(createTestClock()))
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'preparing', {}, 4_000_000))
  await inbox.noteReading(reading('A1', 'contact', {}, 4_000_000 - behindMs))
  expect(inbox.peek('A1')?.lane).toBe(lane)
})

test('emits a notification once, under a higher version, and wakes the poller', async () => {
  const { inbox, emitted, woken } = setUp()
  expect(await inbox.ingest([notificationOf('A1'), notificationOf('A2'), notificationOf('A1')])).toEqual([
    'stored',
    'stored',
    'duplicate',
  ])
  expect(await inbox.ingest([notificationOf('A2')])).toEqual(['duplicate'])
  expect(emitted).toMatchObject([{ order_id: 'A1' }, { order_id: 'A2' }])
  expect(woken).toEqual(['A1', 'A2'])
  expect(inbox.open().map(({ orderId }) => orderId)).toEqual(['A1', 'A2'])
})

test('emits each change under a higher version, and nothing for no change', async () => {
  const { inbox, emitted } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'pending'))
  await inbox.noteReading(reading('A1', 'pending', {}, 10))
  await inbox.noteReadFailure('A1', new VendorFailure('silent', ''))
  await inbox.noteReadFailure('A1', new VendorFailure('failing', ''))
  await inbox.noteAction('A1', did('accept'))
  await inbox.acknowledge('A1', who)
  await inbox.noteReading(reading('A1', 'done', { is_active: false }, 15))
  const versions = emitted.map(({ version }) => version)
  expect(emitted).toHaveLength(6)
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
  expect(inbox.version()).toBe(versions.at(-1))
})

test('writes nothing for a confirming reading, but updates its time', async () => {
  const { inbox, store } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'pending', {}, 5))
  const { version } = inbox.peek('A1') ?? {}
  await inbox.noteReading(reading('A1', 'pending', {}, 10))
  expect(inbox.peek('A1')).toMatchObject({ readAt: 10, version })
  expect(await store.version()).toBe(version)
})

test('ignores a reading of an unknown order', async () => {
  const { inbox, store, emitted } = setUp()
  await inbox.noteReading(reading('A1', 'pending'))
  expect(inbox.open()).toEqual([])
  expect(await store.find('A1')).toBeUndefined()
  expect(emitted).toEqual([])
})

test('loads stored orders at a start', async () => {
  const { inbox, store } = setUp()
  await inbox.ingest([notificationOf('A1'), notificationOf('A2')])
  await inbox.noteReading(reading('A1', 'preparing'))
  await inbox.noteReading(reading('A2', 'done', { is_active: false }))
  const again = setUp(store)
  await again.inbox.load()
  expect(again.inbox.open()).toMatchObject([{ orderId: 'A1', lane: 'preparing' }])
  expect(again.inbox.version()).toBe(inbox.version())
  expect(await again.inbox.find('A2')).toMatchObject({ orderId: 'A2', lane: 'closed' })
})

// Concurrent changes.

test('keeps a concurrent reading and action', async () => {
  const clock = createTestClock()
  const { inbox } = setUp(createSlowStore(clock))
  const ingesting = inbox.ingest([notificationOf('A1')])
  await clock.advance(100)
  await ingesting
  const both = [inbox.noteReading(reading('A1', 'preparing')), inbox.noteAction('A1', did('accept'))]
  await clock.advance(1000)
  await Promise.all(both)
  expect(inbox.peek('A1')).toMatchObject({
    order: { status: { key: 'preparing' } },
    lane: 'preparing',
    lastAction: { action: 'accept' },
  })
})

test('keeps a hundred concurrent changes, in order', async () => {
  const clock = createTestClock()
  const { inbox, emitted } = setUp(createSlowStore(clock))
  const ingesting = inbox.ingest([notificationOf('A1')])
  await clock.advance(100)
  await ingesting
  const all = Array.from({ length: 100 }, (_, each) =>
    each % 2 === 0
      ? inbox.noteReading(reading('A1', 'pending', { total: each }, each))
      : inbox.acknowledge('A1', { person: `${each}`, tablet: '' }),
  )
  await clock.advance(10_000)
  await Promise.all(all)
  expect(inbox.peek('A1')).toMatchObject({ order: { total: 98 }, acknowledged: { by: { person: '99' } } })
  expect(emitted).toHaveLength(101)
})

test('does not blank an order that is read during its ingestion', async () => {
  const store = createMemoryStore()
  const { inbox } = setUp({
    ...store,
    ingest: async (notifications) => {
      const versions = await store.ingest(notifications)
      await inbox.noteReading(reading('A1', 'pending'))
      return versions
    },
  })
  await inbox.ingest([notificationOf('A1')])
  expect(inbox.peek('A1')).toMatchObject({ order: { id: 'A1' }, problem: null })
})

test('neither reverts nor loses a concurrent change by another server', async () => {
  const store = createMemoryStore()
  const [here, there] = [setUp(store), setUp(store)]
  await here.inbox.ingest([notificationOf('A1')])
  await here.inbox.noteReading(reading('A1', 'pending'))
  await there.inbox.load()
  const both = [there.inbox.acknowledge('A1', who), here.inbox.noteReading(reading('A1', 'pending', { total: 7 }, 9))]
  await Promise.all(both)
  const expected = { order: { total: 7 }, acknowledged: { by: who } }
  expect(await store.find('A1')).toMatchObject(expected)
  expect(here.inbox.peek('A1')).toMatchObject(expected)
  expect((await store.timeline('A1')).map(({ what }) => what)).toEqual(['acknowledged'])
})

test('does not show a change that failed to save, and applies the next one', async () => {
  const store = createBreakableStore()
  const { inbox } = setUp(store)
  await inbox.ingest([notificationOf('A1')])
  store.isDown = true
  await expect(inbox.noteReading(reading('A1', 'preparing'))).rejects.toThrow(StoreUnavailable)
  await expect(inbox.ingest([notificationOf('A2')])).rejects.toThrow(StoreUnavailable)
  expect(inbox.open()).toMatchObject([{ orderId: 'A1', lane: 'answer', order: null }])
  store.isDown = false
  await inbox.noteReading(reading('A1', 'preparing'))
  expect(inbox.open()).toMatchObject([{ orderId: 'A1', lane: 'preparing' }])
})

// Data that is never stored.

test('holds hand-over codes in memory only while the order is open', async () => {
  const { inbox, store } = setUp()
  await inbox.ingest([notificationOf('A1')])
  const secrets = { pickup_otp: 'code-0042', return_otp: 'code-0043', payment_method: { form: { pan: 'card-4111' } } }
  await inbox.noteReading(reading('A1', 'ready', secrets))
  expect(inbox.codes('A1')).toEqual({ pickup_otp: 'code-0042', return_otp: 'code-0043' })
  await inbox.noteAction('A1', did('ready'))
  await inbox.acknowledge('A1', who)
  const kept = JSON.stringify([await store.open(), await store.timeline('A1'), inbox.open()])
  expect(kept).not.toMatch(/code-004|card-4111|_otp/)
  await inbox.noteReading(reading('A1', 'done', { is_active: false, ...secrets }))
  expect(inbox.codes('A1')).toBeUndefined()
  // A person opens it again, and gets the service's current state.
  await inbox.noteReading(reading('A1', 'done', { is_active: false, ...secrets }, 10))
  expect(inbox.codes('A1')).toBeUndefined()
  expect(JSON.stringify(await store.closed({ limit: 9 }))).not.toMatch(/code-004|card-4111|_otp/)
})

test('emits a change for a new code, and none for the same code', async () => {
  const { inbox, emitted } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'ready'))
  const versions: number[] = []
  for (const code of ['0042', '0042', '0043', undefined]) {
    await inbox.noteReading(reading('A1', 'ready', { pickup_otp: code }))
    expect(inbox.codes('A1')?.pickup_otp).toBe(code)
    versions.push(inbox.version())
  }
  const [first = 0] = versions
  expect(versions).toEqual([first, first, first + 1, first + 2])
  expect(emitted).toContainEqual({ order_id: 'A1', version: first + 2 })
})

test('emits a change for a code once the store works again', async () => {
  const store = createBreakableStore()
  const { inbox } = setUp(store)
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'ready'))
  const version = inbox.version()
  store.isDown = true
  await expect(inbox.noteReading(reading('A1', 'ready', { pickup_otp: '0042' }))).rejects.toThrow(StoreUnavailable)
  store.isDown = false
  await inbox.noteReading(reading('A1', 'ready', { pickup_otp: '0042' }))
  expect(inbox.version()).toBe(version + 1)
})

// Actions of people.

test('keeps a lease for 20 s, held by the first person', async () => {
  const { inbox, clock } = setUp()
  await inbox.ingest([notificationOf('A1')])
  const other = { person: 'Omar', tablet: 'Door' }
  const until = clock.now() + 20_000
  expect(await inbox.lease('A1', who, true)).toMatchObject({ answering: { by: who, until } })
  expect(await inbox.lease('A1', other, true)).toMatchObject({ answering: { by: who, until } })
  expect(await inbox.lease('A1', other, false)).toMatchObject({ answering: { by: who } })
  await clock.advance(20_001)
  expect(await inbox.lease('A1', other, true)).toMatchObject({ answering: { by: other } })
  expect(await inbox.lease('A1', other, false)).toMatchObject({ answering: null })
  expect(await inbox.lease('A2', who, true)).toBeUndefined()
})

test('ends lease and acknowledgement with an answer', async () => {
  const { inbox } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.lease('A1', who, true)
  await inbox.acknowledge('A1', who)
  await inbox.noteAction('A1', did('accept', 'failed'))
  expect(inbox.peek('A1')).toMatchObject({ answering: null, acknowledged: null })
})

test('does not revert later actions when a delayed one is saved', async () => {
  const { inbox } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteAction('A1', did('ready'))
  await inbox.noteAction('A1', { ...did('accept'), at: 5 }, { isLate: true })
  expect(inbox.peek('A1')).toMatchObject({ lane: 'ready', lastAction: { action: 'ready' } })
  const answers = (await inbox.timeline('A1')).filter(({ what }) => what !== 'lane')
  expect(answers).toMatchObject([{ what: 'accept' }, { what: 'ready' }])
})

test.each([
  ['accept', 'pending', 'preparing'],
  ['reject', 'contact', 'contact'],
])('emits an unknown order that was answered (%s) once, in its state then', async (...given) => {
  const [action, shown, lane] = given
  const { inbox, emitted } = setUp()
  await inbox.noteAction('A1', did(action), { reading: reading('A1', shown) })
  expect(inbox.open()).toMatchObject([{ orderId: 'A1', source: 'opened', lane, order: { id: 'A1' } }])
  expect(emitted).toHaveLength(1)
  expect(await inbox.timeline('A1')).toMatchObject([{ what: action }, { what: 'lane', detail: lane }])
})

test('rings for an unknown order whose answer has an unknown outcome', async () => {
  const { inbox, woken } = setUp()
  await inbox.noteAction('A1', did('accept', 'unknown'))
  expect(inbox.open()).toMatchObject([{ orderId: 'A1', lane: 'answer', problem: 'unread' }])
  expect(woken).toEqual(['A1'])
})

test('keeps an order cancelled during preparation until it is acknowledged, whatever the vendor shows', async () => {
  const { inbox } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'preparing'))
  await inbox.noteReading(reading('A1', 'cancelled', { is_active: false }))
  await inbox.noteReading(reading('A1', 'cancelled', { is_active: false }, 10))
  expect(inbox.open()).toMatchObject([{ lane: 'closed', problem: 'cancelled' }])
  expect(await inbox.acknowledge('A1', who)).toMatchObject({ lane: 'closed', problem: null })
  expect(inbox.open()).toEqual([])
})

test('lists each step and action in the timeline, oldest first', async () => {
  const { inbox, clock } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'pending'))
  await clock.advance(1000)
  await inbox.noteAction('A1', { ...did('accept'), by: who })
  await clock.advance(1000)
  await inbox.noteReading(reading('A1', 'preparing'))
  await inbox.noteReading(reading('A1', 'ready'))
  expect(await inbox.timeline('A1')).toMatchObject([
    { what: 'accept', detail: 'done', by: who },
    { what: 'lane', detail: 'preparing', by: null },
    { what: 'lane', detail: 'ready', by: null },
  ])
})

const unknown = new VendorFailure('not-found', '')

test('rings for a read order that became unknown until its window ends, and again once it is known', async () => {
  const { inbox, clock } = setUp()
  await inbox.ingest([notificationOf('A1', clock.now())])
  await inbox.noteReading(reading('A1', 'pending'))
  await inbox.noteReadFailure('A1', unknown)
  expect(inbox.peek('A1')).toMatchObject({ lane: 'answer', problem: 'not_found' })
  await clock.advance(300_000)
  await inbox.noteReadFailure('A1', new VendorFailure('silent', ''))
  expect(inbox.peek('A1')).toMatchObject({ lane: 'answer', problem: 'vendor' })
  await inbox.noteReadFailure('A1', unknown)
  expect(inbox.peek('A1')).toMatchObject({ lane: 'other', problem: 'not_found' })
  await inbox.noteReading(reading('A1', 'pending'))
  expect(inbox.peek('A1')).toMatchObject({ lane: 'answer', problem: null })
})

test.each(['contact', 'preparing', 'ready'])(
  'dismisses an order that was %s and is unknown now, and reopens it once it is known',
  async (key) => {
    const { inbox } = setUp()
    await inbox.ingest([notificationOf('A1')])
    await inbox.noteReading(reading('A1', key))
    await inbox.noteReadFailure('A1', unknown)
    expect(inbox.peek('A1')).toMatchObject({ lane: key, problem: 'not_found' })
    expect(await inbox.dismissOrder('A1', who)).toMatchObject({ lane: 'closed', problem: 'not_found' })
    expect(inbox.open()).toEqual([])
    expect(inbox.dismissed()).toMatchObject([{ orderId: 'A1' }])
    await inbox.noteReading(reading('A1', key, {}, 10))
    expect(inbox.open()).toMatchObject([{ lane: key, problem: null }])
  },
)

test('dismisses an order with an unsafe id and never requests it', async () => {
  const { inbox, clock } = setUp()
  await inbox.ingest([{ ...notificationOf('unsafe-1', clock.now()), toldId: '../1' }])
  await clock.advance(300_000)
  await inbox.noteReadFailure('unsafe-1')
  expect(await inbox.dismissOrder('unsafe-1', who)).toMatchObject({ lane: 'closed', problem: 'bad_id' })
  expect(inbox.dismissed()).toEqual([])
  await inbox.ingest([{ ...notificationOf('unsafe-1', clock.now()), toldId: '../1' }])
  expect([askedFor(inbox), inbox.open()]).toEqual([[], []])
})

test.each([
  ['pending', {}],
  ['contact', {}],
  ['preparing', {}],
  ['ready', {}],
  ['strange', {}],
])('refuses to dismiss an order that the vendor shows as %s', async (key, fields) => {
  const { inbox, clock } = setUp()
  await inbox.ingest([notificationOf('A1', clock.now())])
  await inbox.noteReading(reading('A1', key, fields))
  await clock.advance(300_000)
  expect(await inbox.dismissOrder('A1', who)).toBeUndefined()
})

test.each(['silent', 'unauthenticated', 'unreadable'] as const)(
  'refuses to dismiss an order while the vendor is %s',
  async (reason) => {
    const { inbox, clock } = setUp()
    await inbox.ingest([notificationOf('A1', clock.now())])
    await clock.advance(300_000)
    await inbox.noteReadFailure('A1', new VendorFailure(reason, ''))
    expect(inbox.peek('A1')?.lane).toBe('other')
    expect(await inbox.dismissOrder('A1', who)).toBeUndefined()
  },
)

/** A dismissed order. */
async function dismissOrder(store?: Store) {
  const parts = setUp(store)
  await parts.inbox.ingest([notificationOf('A1', parts.clock.now())])
  await parts.clock.advance(300_000)
  await parts.inbox.noteReadFailure('A1', unknown)
  await parts.inbox.dismissOrder('A1', who)
  return parts
}

test('keeps a dismissed order closed if the vendor shows it as closed', async () => {
  const { inbox, store, clock } = await dismissOrder()
  const closedAt = clock.now()
  await inbox.noteReading(reading('A1', 'cancelled', { is_active: false }))
  expect(inbox.open()).toEqual([])
  expect(await store.find('A1')).toMatchObject({ lane: 'closed', problem: null, closedAt, order: { id: 'A1' } })
  expect(inbox.dismissed()).toEqual([])
})

test('requests a dismissed order after a new notification, also after a restart and after a month', async () => {
  const { inbox, store, clock } = await dismissOrder()
  expect(askedFor(inbox)).toEqual([])
  expect(await inbox.ingest([notificationOf('A1')])).toEqual(['duplicate'])
  expect(askedFor(inbox)).toEqual(['A1'])
  const later = setUp(store)
  await later.inbox.load()
  await later.inbox.ingest([notificationOf('A1')])
  expect(askedFor(later.inbox)).toEqual(['A1'])
  await clock.advance(30 * 24 * 60 * 60 * 1000)
  await inbox.ingest([notificationOf('A1')])
  expect(askedFor(inbox)).toEqual(['A1'])
})

test('polls a dismissed order for a day, across restarts', async () => {
  const { store } = await dismissOrder()
  const { inbox, clock } = setUp(store)
  await inbox.load()
  await clock.advance(300_000)
  expect(inbox.dismissed()).toMatchObject([{ orderId: 'A1' }])
  expect(inbox.peek('A1')).toMatchObject({ lane: 'closed' })
  await clock.advance(24 * 60 * 60 * 1000)
  expect(inbox.dismissed()).toEqual([])
})

test('requests a closed order opened by id no further', async () => {
  const { inbox } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'done', { is_active: false }))
  await inbox.ingest([{ ...notificationOf('A1'), source: 'opened' }])
  expect(askedFor(inbox)).toEqual([])
})

test('treats a notification for an open order as a duplicate', async () => {
  const { inbox } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'preparing'))
  await inbox.ingest([notificationOf('A1')])
  expect(askedFor(inbox)).toEqual([])
})

test('requests an order again if a notification arrives after the request that closes it', async () => {
  const { inbox, clock, store } = setUp()
  await inbox.ingest([notificationOf('A1')])
  const askedAt = clock.now()
  await clock.advance(1000)
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'unpaid', { is_active: false }, askedAt))
  const later = setUp(store)
  await later.inbox.load()
  expect([askedFor(inbox), askedFor(later.inbox)]).toEqual([['A1'], ['A1']])
  // Later changes of the order are no new notification.
  await inbox.noteAction('A1', did('reject', 'failed'))
  expect(askedFor(inbox)).toEqual([])
})

test('requests a cancelled order on the board after a new notification', async () => {
  const { inbox } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'preparing'))
  await inbox.noteReading(reading('A1', 'cancelled', { is_active: false }))
  await inbox.ingest([notificationOf('A1')])
  expect(askedFor(inbox)).toEqual(['A1'])
  await inbox.noteReading(reading('A1', 'pending', {}, 10))
  expect(inbox.open()).toMatchObject([{ lane: 'answer', problem: null }])
})

// Unconfirmed orders.

test('keeps an unconfirmed id across restarts until it is requested', async () => {
  const { inbox, store } = setUp()
  expect(await inbox.unconfirmedOrders.add(['A1', 'A2'])).toEqual(['stored', 'stored'])
  expect(askedFor(inbox)).toEqual(['A1', 'A2'])
  const second = setUp(store)
  await second.inbox.load()
  const [unconfirmedOrder] = second.inbox.unconfirmedOrders.take()
  if (unconfirmedOrder) await second.inbox.unconfirmedOrders.drop(unconfirmedOrder)
  const third = setUp(store)
  await third.inbox.load()
  expect([askedFor(third.inbox), askedFor(third.inbox)]).toEqual([['A2'], []])
})

test('keeps an unconfirmed id that is mentioned again during its request', async () => {
  const { inbox, store } = setUp()
  await inbox.unconfirmedOrders.add(['A1'])
  const [unconfirmedOrder] = inbox.unconfirmedOrders.take()
  expect(await inbox.unconfirmedOrders.add(['A1'])).toEqual(['duplicate'])
  if (unconfirmedOrder) await inbox.unconfirmedOrders.drop(unconfirmedOrder)
  expect(await store.unconfirmedOrders()).toMatchObject([{ orderId: 'A1' }])
  expect(askedFor(inbox)).toEqual(['A1'])
})

test('treats a mention of an open order as a duplicate without a write', async () => {
  const { inbox, store } = setUp()
  await inbox.ingest([notificationOf('A1')])
  expect(await inbox.unconfirmedOrders.add(['A1'])).toEqual(['duplicate'])
  expect(await store.unconfirmedOrders()).toEqual([])
})

test('requests a closed order that was mentioned again, also after a restart', async () => {
  const { inbox, store } = setUp()
  await inbox.ingest([notificationOf('A1')])
  await inbox.noteReading(reading('A1', 'done', { is_active: false }))
  await inbox.ingest([notificationOf('A1')])
  const later = setUp(store)
  await later.inbox.load()
  expect(askedFor(later.inbox)).toEqual(['A1'])
})

test('rejects an unconfirmed id that cannot be saved', async () => {
  const store = createBreakableStore()
  const { inbox } = setUp(store)
  store.isDown = true
  await expect(inbox.unconfirmedOrders.add(['A1'])).rejects.toBeInstanceOf(StoreUnavailable)
  expect(askedFor(inbox)).toEqual([])
})

const rejected = { action: 'reject', outcome: 'done', by: null, at: 1 } as const

test('keeps an order closed that closed while the board was reloaded after a lost connection', async () => {
  const kept = createMemoryStore(createTestClock())
  let answered: Promise<void> = Promise.resolve()
  /** A slow database, which answers with its state at the time of the request. */
  async function open() {
    const board = await kept.open()
    await answered
    return board
  }
  const { inbox } = setUp({ ...kept, open })
  await inbox.load()
  await inbox.ingest([notificationOf('A1')])
  await inbox.refresh()
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  const afterGap = inbox.catchUp(true)
  await inbox.noteAction('A1', rejected)
  await inbox.noteReading(reading('A1', 'rejected', { is_active: false }))
  expect(inbox.open()).toEqual([])
  // A tablet requests the board.
  await inbox.refresh()
  resolve()
  await afterGap
  expect(inbox.open()).toEqual([])
  expect((await kept.find('A1'))?.lane).toBe('closed')
})

test('requests an order mentioned while it was read as closed, although the store was briefly unavailable', async () => {
  const kept = createMemoryStore()
  let isAway = true
  const saveUnconfirmed: Store['saveUnconfirmed'] = async (...given) => {
    if (isAway) throw new StoreUnavailable('Away.')
    return kept.saveUnconfirmed(...given)
  }
  const { inbox, clock } = setUp({ ...kept, saveUnconfirmed })
  await inbox.load()
  await inbox.ingest([notificationOf('A1')])
  const closed = reading('A1', 'rejected', { is_active: false }, clock.now())
  await clock.advance(100)
  expect(await inbox.ingest([notificationOf('A1')])).toEqual(['duplicate'])
  await inbox.noteAction('A1', rejected)
  await expect(inbox.noteReading(closed)).rejects.toBeInstanceOf(StoreUnavailable)
  isAway = false
  await inbox.noteReading(closed)
  expect(askedFor(inbox)).toEqual(['A1'])
})
