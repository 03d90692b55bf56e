import { noMarks, type OrderRecord, type TimelineRecord, type OrderNotification } from '#domain/order.ts'
import { expect, onTestFinished, test } from 'vitest'
import { searchWordsOf } from '#domain/search-text.ts'
import { tabletRoles } from '#contract/desk/tablet-role.ts'
import { triesOfPerson } from '#server/storage/tries.ts'
import type { TryLimit } from '#server/storage/people-store.ts'
import {
  unreadableKept,
  type ClosedOptions,
  StoreUnavailable,
  type LogEntry,
  type Store,
  type ChangeRecords,
} from '#server/storage/store.ts'

// The contract of every store.

export const notificationOf = (orderId: string, notification: Partial<OrderNotification> = {}): OrderNotification => ({
  orderId,
  toldId: null,
  itemIds: ['7', '8'],
  source: 'webhook',
  receivedAt: 1000,
  ...notification,
})

const who = { person: 'Mona', tablet: 'Counter' }
const device = {
  id: 'd1',
  name: 'Counter',
  tokenHash: 'hash-d1',
  enrolledAt: 1,
  lastSeenAt: 2,
  role: 'counter' as const,
  categoryIds: null,
}
const person = { id: 'p1', name: 'Mona', isManager: true, pinHash: 'pin-1' }
const signIn = { tokenHash: 's1', personId: 'p1', deviceId: 'd1', expiresAt: 9000, usedAt: 100 }
const entry: LogEntry = {
  at: 7,
  what: 'add person',
  orderId: null,
  about: 'Mona',
  by: who,
  sent: null,
  vendor: null,
  outcome: 'done',
  settledBy: null,
  tookMs: null,
  posts: null,
}

async function recordIn(store: Store, orderId: string): Promise<OrderRecord> {
  const record = await store.find(orderId)
  if (!record) throw new Error(`There is no order ${orderId}.`)
  return record
}

async function saved(store: Store, record: OrderRecord, changes?: ChangeRecords): Promise<OrderRecord> {
  const written = await store.save(record, changes)
  if (!written) throw new Error(`The order ${record.orderId} was written by somebody else.`)
  return written
}

/** Adds a timeline record to an existing order. */
export async function noteOn(store: Store, orderId: string, note: TimelineRecord): Promise<void> {
  await saved(store, await recordIn(store, orderId), { notes: [note] })
}

/** Adds an order and closes it. */
async function close(store: Store, orderId: string, record: Partial<OrderRecord> = {}): Promise<OrderRecord> {
  await store.ingest([notificationOf(orderId)])
  return saved(store, { ...(await recordIn(store, orderId)), lane: 'closed', closedAt: 5000, ...record })
}

/** A tablet paired at a timestamp. */
export const tabletOf = (id: string, enrolledAt: number) => ({
  ...device,
  id,
  tokenHash: `hash-${id}`,
  enrolledAt,
})

const idsOf = (records: readonly OrderRecord[]) => records.map(({ orderId }) => orderId)

/** Tests a store; `create` makes a new, empty one. */
export function testStore(name: string, create: () => Promise<Store>): void {
  async function openStore(): Promise<Store> {
    const store = await create()
    onTestFinished(() => store.close())
    return store
  }

  test(`${name}: stores a notification as an unread order`, async () => {
    const store = await openStore()
    expect(await store.ingest([notificationOf('A1')])).toEqual([await store.version()])
    expect(await store.find('A1')).toEqual({
      ...notificationOf('A1'),
      order: null,
      readAt: null,
      problem: 'unread',
      lane: 'answer',
      closedFrom: null,
      backAt: null,
      acknowledged: null,
      answering: null,
      lastAction: null,
      lastDone: null,
      beforeChange: null,
      isDigital: false,
      marks: noMarks,
      closedAt: null,
      numbers: 'a1',
      version: await store.version(),
    })
    expect(await store.find('A2')).toBeUndefined()
  })

  test(`${name}: keeps any id exactly and finds it`, async () => {
    const store = await openStore()
    const toldId = 'Ö/../%\u0000\uD800 1'
    await store.ingest([notificationOf('bad-1', { toldId })])
    expect(await store.find('bad-1')).toMatchObject({ toldId, problem: 'bad_id' })
    await close(store, 'bad-1')
    expect(idsOf(await store.closed({ search: [['ö/../']], limit: 9 }))).toEqual(['bad-1'])
  })

  test(`${name}: takes an empty batch`, async () => {
    const store = await openStore()
    expect(await store.ingest([])).toEqual([])
    expect(await store.open()).toEqual([])
    expect(await store.closed({ limit: 10 })).toEqual([])
  })

  test(`${name}: ignores a repeated notification, within one batch and across batches`, async () => {
    const store = await openStore()
    const answers = await store.ingest([
      notificationOf('1'),
      notificationOf('2'),
      notificationOf('1', { itemIds: ['9'] }),
    ])
    expect(answers).toEqual([expect.any(Number), expect.any(Number), undefined])
    const before = await saved(store, { ...(await recordIn(store, '1')), order: { id: '1' }, problem: null })
    const version = await store.version()
    expect(await store.ingest([notificationOf('1', { receivedAt: 2000, source: 'opened' })])).toEqual([undefined])
    expect(await store.find('1')).toEqual(before)
    expect(await store.version()).toBe(version)
    expect(await store.ingest([notificationOf('2'), notificationOf('3')])).toEqual([undefined, version + 1])
    expect((await recordIn(store, '3')).version).toBe(version + 1)
  })

  test(`${name}: calls one of many simultaneous notifications the first`, async () => {
    const store = await openStore()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => store.ingest([notificationOf('1'), notificationOf('2')])),
    )
    expect(answers.flat().filter((version) => version !== undefined)).toHaveLength(2)
    expect(await store.open()).toHaveLength(2)
  })

  test(`${name}: stores 1000 orders once, each notified up to five times, shuffled, 16 at once`, async () => {
    const store = await openStore()
    const notifications = shuffled(
      Array.from({ length: 1000 }, (_, id) => Array(1 + (id % 5)).fill(notificationOf(`o${id}`))).flat(),
    )
    let stored = 0
    const bring = async () => {
      for (let notification = notifications.pop(); notification; notification = notifications.pop()) {
        const [answer] = await store.ingest([notification])
        if (answer !== undefined) stored += 1
      }
    }
    await Promise.all(Array.from({ length: 16 }, bring))
    expect(stored).toBe(1000)
    expect(new Set(idsOf(await store.open())).size).toBe(1000)
    expect(new Set((await store.open()).map(({ version }) => version)).size).toBe(1000)
  }, 60_000)

  test(`${name}: answers a batch of 10,000 notifications in order`, async () => {
    const store = await openStore()
    await store.ingest([notificationOf('o77')])
    const answers = await store.ingest(Array.from({ length: 10_000 }, (_, id) => notificationOf(`o${id}`)))
    expect(answers).toHaveLength(10_000)
    expect(answers.flatMap((version, index) => (version === undefined ? [index] : []))).toEqual([77])
    expect((await recordIn(store, 'o7')).version).toBe(answers[7])
  })

  test(`${name}: only increases versions, one for each change, under concurrency`, async () => {
    const store = await openStore()
    const start = await store.version()
    await store.ingest([notificationOf('1'), notificationOf('2')])
    const one = await recordIn(store, '1')
    const two = await recordIn(store, '2')
    const versions = [start, one.version, two.version]
    for (let [record, other] = [one, two], at = 0; at < 10; at += 1) {
      const written = await Promise.all([saved(store, record), saved(store, other)])
      ;[record, other] = written
      versions.push(...written.map(({ version }) => version))
    }
    expect(new Set(versions).size).toBe(versions.length)
    expect(Math.min(...versions)).toBe(start)
    expect(await store.version()).toBe(Math.max(...versions))
  })

  test(`${name}: lets one of many concurrent writers of a record win, and keeps nothing of the others`, async () => {
    const store = await openStore()
    await store.ingest([notificationOf('1')])
    const record = await recordIn(store, '1')
    const notes = [{ at: 1, what: 'read', detail: null, by: null }]
    const changes = { notes, entry: { ...entry, orderId: '1' } }
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => store.save({ ...record, readAt: at }, changes)))
    const [written, ...others] = all.filter((each) => each !== undefined)
    expect(others).toEqual([])
    expect(await recordIn(store, '1')).toEqual(written)
    expect(await store.version()).toBe(record.version + 1)
    expect(await store.timeline('1')).toEqual(notes)
    expect((await store.readLog({ limit: 9 })).entries).toHaveLength(1)
    expect(await store.save({ ...record, orderId: 'never heard of' })).toBeUndefined()
  })

  test(`${name}: returns a record as saved, independent of the caller’s object`, async () => {
    const store = await openStore()
    await store.ingest([notificationOf('1')])
    const order = { id: '12345678901234567890', name: 'طلب 😀 \u0000 \uD800', lines: [{ 'a"b': null }], 'x.y': 0.1 }
    const record: OrderRecord = {
      ...(await recordIn(store, '1')),
      order,
      beforeChange: [1, 'two'],
      readAt: 1500,
      problem: null,
      lane: 'preparing',
      acknowledged: { by: who, until: 99 },
      lastAction: { action: 'accept', outcome: 'done', by: null, at: 98 },
      numbers: '1 r-5',
    }
    const { version } = await saved(store, record)
    const expected = structuredClone({ ...record, version })
    order.lines.length = 0
    const found = await recordIn(store, '1')
    expect(found).toEqual(expected)
    Object.assign(Object(found.order), { name: 'changed' })
    expect(await recordIn(store, '1')).toEqual(expected)
  })

  test(`${name}: saves a record with its timeline, log and marks`, async () => {
    const store = await openStore()
    await store.ingest([notificationOf('1')])
    const marks: OrderRecord['marks'] = {
      picks: [{ line: '__proto__', state: 'picked', by: who, at: 5, of: '[2,"70",null]' }],
      handedOver: { by: who, at: 6, codeMatched: true },
      returned: null,
      prints: { count: 21, latest: [{ by: { ...who, person: '' }, at: 7, automatic: true }] },
    }
    const note = { at: 3, what: 'hand over', detail: 'done', by: who }
    const changes = { ...entry, what: 'hand over', orderId: '1' }
    const marked = await saved(store, { ...(await recordIn(store, '1')), marks }, { notes: [note], entry: changes })
    expect(await recordIn(store, '1')).toEqual({ ...marked, marks })
    expect(await store.timeline('1')).toEqual([note])
    expect((await store.readLog({ orderId: '1', limit: 9 })).entries).toEqual([changes])
    await store.save({ ...marked, closedAt: 1 })
    await store.forget({ closedBefore: 2, unreadableBefore: 0 })
    await store.ingest([notificationOf('1')])
    expect((await recordIn(store, '1')).marks).toEqual(noMarks)
  })

  test(`${name}: lists open orders, oldest first`, async () => {
    const store = await openStore()
    const times = [300, 100, 200]
    await store.ingest(times.map((receivedAt) => notificationOf(`at-${receivedAt}`, { receivedAt })))
    await close(store, 'at-200')
    expect(idsOf(await store.open())).toEqual(['at-100', 'at-300'])
    await store.save({ ...(await recordIn(store, 'at-200')), closedAt: null, lane: 'answer' })
    expect(idsOf(await store.open())).toEqual(['at-100', 'at-200', 'at-300'])
  })

  test(`${name}: lists closed orders, newest first, without gaps between pages`, async () => {
    const store = await openStore()
    // Three arrived in the same millisecond, across a page boundary.
    const times = [1, 2, 3, 3, 3, 4, 5]
    for (const [index, receivedAt] of times.entries()) await close(store, `c${index}`, { receivedAt })
    await store.ingest([notificationOf('open')])
    const seen: string[] = []
    let before: number | undefined
    for (let page = 0; page < 9; page += 1) {
      const records = await store.closed({ limit: 3, ...(before !== undefined && { before }) })
      seen.push(...idsOf(records))
      before = records.at(-1)?.receivedAt
      if (records.length === 0) break
    }
    expect(seen).toEqual(['c6', 'c5', 'c4', 'c3', 'c2', 'c1', 'c0'])
    expect(await store.closed({ limit: 2 })).toHaveLength(2)
  })

  test(`${name}: searches all numbers without case, and takes every character literally`, async () => {
    const store = await openStore()
    await close(store, 'AB-1', { numbers: 'ab-1 1042 r-77_x' })
    await close(store, 'CD-2', { numbers: 'cd-2 2042 r-88%x' })
    await close(store, 'EF-3', { numbers: String.raw`ef-3 3000 r-99\x` })
    await store.ingest([notificationOf('AB-9')])
    const search = async (...texts: readonly string[]) =>
      idsOf(await store.closed({ search: [texts], limit: 9 })).toSorted()
    expect(await search('ab-')).toEqual(['AB-1'])
    expect(await search('AB-1')).toEqual(['AB-1'])
    expect(await search('R-88')).toEqual(['CD-2'])
    expect(await search('ab1')).toEqual(['AB-1'])
    expect(await search('a-b1')).toEqual([])
    expect(await search('042')).toEqual(['AB-1', 'CD-2'])
    expect(await search('%')).toEqual(['CD-2'])
    expect(await search('_')).toEqual(['AB-1'])
    expect(await search('\\')).toEqual(['EF-3'])
    expect(await search('a%1')).toEqual([])
    expect(await search(`' or 1=1 --`)).toEqual([])
    expect(await search('\u0000')).toEqual([])
    expect(await search('x'.repeat(60_000))).toEqual([])
    expect(await search('')).toEqual(['AB-1', 'CD-2', 'EF-3'])
    expect(await search('r-77', '\u0000', '3000')).toEqual(['AB-1', 'EF-3'])
    expect(await search()).toEqual([])
    expect(idsOf(await store.closed({ search: [['042']], before: 1000, limit: 9 }))).toEqual([])
  })

  test(`${name}: finds a closed order by its customer's name, stored as it is compared`, async () => {
    const store = await openStore()
    const named = (customer: unknown) => ({ order: { customer } })
    await close(store, 'A1', named({ name: 'Zoë O’Neil' }))
    await close(store, 'A2', named({ name: 'أحمد الحجّية' }))
    await close(store, 'A3', named({ name: 12 }))
    await close(store, 'A4', named('Zoe'))
    const search = async (text: string) => idsOf(await store.closed({ search: [[text]], limit: 9 }))
    expect(await search('zoe oneil')).toEqual(['A1'])
    expect(await search('احمد الحجيه')).toEqual(['A2'])
    expect(await search('12')).toEqual([])
  })

  test(`${name}: finds a closed order by every word of a search, in its customer, items, references and barcodes`, async () => {
    const store = await openStore()
    const order = (customer: string, name: string, barcode: string | null) => ({
      order: { customer: { name: customer }, items: [{ product: { name, vendor_reference_id: 'SKU-7.A', barcode } }] },
    })
    await close(store, 'A1', order('Sara Malik', 'Basmati Rice – 5 kg', '0628-1100'))
    await close(store, 'A2', order('Sara Haddad', 'أرز بسمتي', null))
    const search = async (typed: string) =>
      idsOf(await store.closed({ search: searchWordsOf(typed), limit: 9 })).toSorted()
    expect(await search('sara')).toEqual(['A1', 'A2'])
    expect(await search('RICE sara')).toEqual(['A1'])
    expect(await search('rice haddad')).toEqual([])
    expect(await search('ارز')).toEqual(['A2'])
    expect(await search('06281100')).toEqual(['A1'])
    expect(await search('sku-7.a')).toEqual(['A1', 'A2'])
    expect(await search(`sara ${'x '.repeat(2000)}`)).toEqual([])
  })

  test(`${name}: lists closed orders by how they ended, and of a span`, async () => {
    const store = await openStore()
    const ended = (key: string, receivedAt: number) => ({ order: { status: { key }, items: [] }, receivedAt })
    await close(store, 'A1', { ...ended('cancelled', 10), closedFrom: 'answer' })
    await close(store, 'A2', { ...ended('cancelled', 20), closedFrom: 'ready' })
    await close(store, 'A3', { ...ended('cancelled', 30), closedFrom: 'answer' })
    // Nobody has seen its cancellation yet, so it is still on the board.
    await close(store, 'A4', { ...ended('cancelled', 40), closedFrom: 'answer', closedAt: null })
    const list = async (options: Partial<ClosedOptions>) => idsOf(await store.closed({ limit: 9, ...options }))
    expect(await list({ outcome: 'missed' })).toEqual(['A3', 'A1'])
    expect(await list({ outcome: 'missed', before: 30, search: [['a']] })).toEqual(['A1'])
    expect(await list({ outcome: 'cancelled', from: 21 })).toEqual([])
    expect(await list({ from: 20, before: 30 })).toEqual(['A2'])
    expect(await list({ outcome: 'missed', limit: 1 })).toEqual(['A3'])
  })

  test(`${name}: tells when notifications of orders were received, open and closed ones`, async () => {
    const store = await openStore()
    await close(store, 'A3', { receivedAt: 30 })
    await store.ingest([
      { ...notificationOf('A4'), receivedAt: 40 },
      { ...notificationOf('A2'), receivedAt: 20, source: 'opened' },
      { ...notificationOf('A1'), receivedAt: 10 },
      { ...notificationOf('A5'), receivedAt: 40 },
    ])
    expect(await store.receivedBetween(0, 50)).toEqual([10, 30, 40, 40])
    expect(await store.receivedBetween(10, 30)).toEqual([10])
  })

  test(`${name}: returns a timeline by time, and in the order of recording`, async () => {
    const store = await openStore()
    await store.ingest([notificationOf('1'), notificationOf('2')])
    const entries = [
      { at: 2, what: 'accepted', detail: null, by: who },
      { at: 1, what: 'heard', detail: '\u0000 "x"', by: null },
      { at: 2, what: 'read', detail: null, by: null },
    ]
    for (const entry of entries) await noteOn(store, '1', entry)
    await noteOn(store, '2', { at: 0, what: 'other', detail: null, by: null })
    expect(await store.timeline('1')).toEqual([entries[1], entries[0], entries[2]])
    expect(await store.timeline('3')).toEqual([])
  })

  test(`${name}: keeps an unreadable body exactly`, async () => {
    const store = await openStore()
    const unreadableOne = {
      receivedAt: 5,
      contentType: 'text/\u0000',
      body: '{"a":\uD800\u0000' + 'é😀'.repeat(50_000),
    }
    await store.saveUnreadable(unreadableOne)
    await store.saveUnreadable({ ...unreadableOne, body: '' })
    expect(await store.unreadable()).toEqual([unreadableOne, { ...unreadableOne, body: '' }])
  })

  test(`${name}: keeps only the newest unreadable bodies`, async () => {
    const store = await openStore()
    const unreadable = Array.from({ length: unreadableKept + 3 }, (_, receivedAt) => ({
      receivedAt,
      contentType: '',
      body: '',
    }))
    for (const unreadableOne of unreadable) await store.saveUnreadable(unreadableOne)
    expect(await store.unreadable()).toEqual(unreadable.slice(3))
  })

  test(`${name}: keeps an unconfirmed order once, with its last time`, async () => {
    const store = await openStore()
    const kept = await store.saveUnconfirmed(['A2', 'A1', 'A2'], 100)
    expect(kept).toEqual(['A2', 'A1'].map((orderId) => ({ orderId, mentionedAt: 100, isNew: true })))
    expect(await store.saveUnconfirmed(['A2', 'A3'], 200)).toEqual([
      { orderId: 'A2', mentionedAt: 200, isNew: false },
      { orderId: 'A3', mentionedAt: 200, isNew: true },
    ])
    expect(await store.unconfirmedOrders()).toEqual([
      { orderId: 'A1', mentionedAt: 100 },
      { orderId: 'A2', mentionedAt: 200 },
      { orderId: 'A3', mentionedAt: 200 },
    ])
    expect(await store.saveUnconfirmed([], 300)).toEqual([])
    expect(await store.find('A1')).toBeUndefined()
  })

  test(`${name}: keeps an unconfirmed order that was renewed when an older one is dropped, also on a clock that stands still or was set back`, async () => {
    const store = await openStore()
    const [first] = await store.saveUnconfirmed(['A1'], 100)
    for (const at of [100, 50]) await store.saveUnconfirmed(['A1'], at)
    if (first) await store.dropUnconfirmed(first)
    await store.dropUnconfirmed({ orderId: 'never spoken of', mentionedAt: 100 })
    const [left, ...others] = await store.unconfirmedOrders()
    expect([left, others]).toEqual([{ orderId: 'A1', mentionedAt: 102 }, []])
    if (left) await store.dropUnconfirmed(left)
    expect(await store.unconfirmedOrders()).toEqual([])
    expect(await store.saveUnconfirmed(['A1'], 50)).toEqual([{ orderId: 'A1', mentionedAt: 50, isNew: true }])
  })

  test(`${name}: keeps an unconfirmed order once under concurrency`, async () => {
    const store = await openStore()
    const ids = ['A1', 'A2', 'A3']
    const mention = (at: number) => store.saveUnconfirmed(at % 2 ? ids : ids.toReversed(), 100)
    await Promise.all(Array.from({ length: 30 }, (_, at) => mention(at)))
    expect((await store.unconfirmedOrders()).map(({ mentionedAt }) => mentionedAt)).toEqual([129, 129, 129])
  })

  test(`${name}: drops old unconfirmed orders`, async () => {
    const store = await openStore()
    await store.saveUnconfirmed(['old', 'again'], 100)
    await store.saveUnconfirmed(['again', 'new'], 200)
    expect(await store.forgetUnconfirmed(200)).toBe(1)
    expect((await store.unconfirmedOrders()).map(({ orderId }) => orderId)).toEqual(['again', 'new'])
    expect(await store.forgetUnconfirmed(200)).toBe(0)
  })

  test(`${name}: deletes only orders closed long ago, with all their records`, async () => {
    const store = await openStore()
    for (const closedAt of [100, 200]) await close(store, `c${closedAt}`, { closedAt })
    await store.ingest([notificationOf('open', { receivedAt: 1 })])
    for (const id of ['c100', 'c200', 'open']) await noteOn(store, id, { at: 1, what: 'heard', detail: null, by: null })
    for (const receivedAt of [10, 20]) await store.saveUnreadable({ receivedAt, contentType: '', body: '' })
    const version = await store.version()
    expect(await store.forget({ closedBefore: 200, unreadableBefore: 20 })).toBe(2)
    expect(await store.find('c100')).toBeUndefined()
    expect(await store.timeline('c100')).toEqual([])
    expect(await store.timeline('c200')).toHaveLength(1)
    expect(await store.timeline('open')).toHaveLength(1)
    expect(idsOf(await store.open())).toEqual(['open'])
    expect((await store.unreadable()).map(({ receivedAt }) => receivedAt)).toEqual([20])
    expect(await store.version()).toBe(version)
    expect(await store.forget({ closedBefore: 200, unreadableBefore: 20 })).toBe(0)
    expect(await store.ingest([notificationOf('c100')])).toEqual([version + 1])
    expect((await recordIn(store, 'c100')).version).toBeGreaterThan(version)
  })

  test(`${name}: deletes expired sessions and codes only`, async () => {
    const store = await openStore()
    await store.addPerson(person)
    await store.addDevice(device)
    for (const expiresAt of [100, 200]) {
      await store.addSignIn({ ...signIn, tokenHash: `s${expiresAt}`, expiresAt })
      await store.addEnrolmentCode(`c${expiresAt}`, expiresAt)
    }
    await store.forgetExpired(200)
    expect(await store.findSignIn('s100')).toBeUndefined()
    expect(await store.findSignIn('s200')).toBeDefined()
    expect(await store.enrolDevice('c100', tabletOf('c100', 1))).toBeUndefined()
    expect(await store.enrolDevice('c200', tabletOf('c200', 1))).toBe('Counter 2')
  })

  test(`${name}: knows a tablet by its token until it is removed`, async () => {
    const store = await openStore()
    const other = { ...device, id: 'd0', tokenHash: 'hash-d0' }
    await store.addDevice(device)
    await store.addDevice(other)
    expect(await store.devices()).toEqual([other, device])
    expect(await store.findDevice('hash-d1')).toEqual(device)
    expect(await store.findDevice('HASH-D1')).toBeUndefined()
    await store.touchDevice('d1', 50)
    await store.touchDevice('d1', 40)
    await store.touchDevice('nobody', 40)
    expect((await store.findDevice('hash-d1'))?.lastSeenAt).toBe(50)
    await store.touchDevice('d1', 3_600_000)
    await store.touchDevice('d1', 50)
    expect((await store.findDevice('hash-d1'))?.lastSeenAt, 'the clock was set back').toBe(50)
    expect(await store.renameDevice('d1', 'Théodora’s 2')).toBe('Théodora’s 2')
    expect(await store.findDevice('hash-d1')).toEqual({ ...device, lastSeenAt: 50, name: 'Théodora’s 2' })
    expect(await store.renameDevice('nobody', 'Kitchen')).toBeUndefined()
    expect(await store.removeDevice('d1')).toBe(true)
    expect(await store.removeDevice('d1')).toBe(false)
    expect(await store.findDevice('hash-d1')).toBeUndefined()
    expect(await store.devices()).toEqual([other])
  })

  test(`${name}: compares names without case and by normalized accents`, async () => {
    const store = await openStore()
    expect(await store.addPerson(person)).toBe(true)
    expect(await store.addPerson({ ...person, id: 'p2', name: 'MONA' })).toBe(false)
    expect(await store.addPerson({ ...person, id: 'p2', name: 'Zo\u00E9', isManager: false })).toBe(true)
    expect(await store.addPerson({ ...person, id: 'p3', name: 'ZOE\u0301' })).toBe(false)
    expect(await store.addPerson({ ...person, id: 'p3', name: 'سلمى' })).toBe(true)
    expect((await store.people()).map(({ id, isManager }) => [id, isManager])).toEqual([
      ['p1', true],
      ['p2', false],
      ['p3', true],
    ])
    expect(await store.removePerson('p1')).toBe('removed')
    expect(await store.removePerson('p1')).toBe('unknown')
    expect(await store.addPerson({ ...person, id: 'p9', name: 'mona' })).toBe(true)
  })

  test(`${name}: gives a name to one of many simultaneous requests`, async () => {
    const store = await openStore()
    const taken = Array.from({ length: 20 }, (_, id) => store.addPerson({ ...person, id: `p${id}` }))
    expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(1)
  })

  test(`${name}: ends a session by time, with its tablet, and with its person`, async () => {
    const store = await openStore()
    const begin = async () => {
      await store.addDevice(device)
      await store.addPerson(person)
      await store.addSignIn(signIn)
      expect(await store.findSignIn('s1')).toEqual(signIn)
    }
    await begin()
    await store.removeSignIn('s1')
    expect(await store.findSignIn('s1')).toBeUndefined()
    await begin()
    await store.removeDevice('d1')
    expect(await store.findSignIn('s1')).toBeUndefined()
    await begin()
    await store.removePerson('p1')
    expect(await store.findSignIn('s1')).toBeUndefined()
  })

  test(`${name}: refuses a sign-in on a removed tablet or as a removed person`, async () => {
    const store = await openStore()
    await store.addPerson(person)
    await store.addSignIn(signIn)
    expect(await store.findSignIn('s1')).toBeUndefined()
    await store.addDevice(device)
    await store.removePerson('p1')
    await store.addSignIn(signIn)
    expect(await store.findSignIn('s1')).toBeUndefined()
  })

  test(`${name}: ends the other sessions of a person with a new PIN, and nobody else’s`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    await store.addPerson(person)
    await store.addPerson({ ...person, id: 'p2', name: 'Omar' })
    const signedIn = async () => {
      const found = await Promise.all(['s1', 's2', 's3'].map((each) => store.findSignIn(each)))
      return found.flatMap((each) => each?.tokenHash ?? [])
    }
    for (const tokenHash of ['s1', 's2']) await store.addSignIn({ ...signIn, tokenHash })
    await store.addSignIn({ ...signIn, tokenHash: 's3', personId: 'p2' })
    expect(await store.changePin('p1', 'pin-2', { staying: 's2', entry })).toBe(true)
    expect(await signedIn()).toEqual(['s2', 's3'])
    expect(await store.people()).toMatchObject([
      { ...person, pinHash: 'pin-2' },
      { id: 'p2', pinHash: 'pin-1' },
    ])
    expect(await store.changePin('p1', 'pin-3')).toBe(true)
    expect(await signedIn()).toEqual(['s3'])
    expect(await store.changePin('p0', 'pin-3', { entry })).toBe(false)
    expect(await store.readLog({ limit: 9 })).toEqual({ entries: [entry], next: null })
  })

  test(`${name}: clears the failed tries of a person with a new PIN, and nobody else’s`, async () => {
    const store = await openStore()
    const guessed = (id: string) => [{ subject: triesOfPerson(id), most: 1, withinMs: 1000, waitsMs: [] }]
    for (const id of ['p1', 'p2']) {
      await store.addPerson({ ...person, id, name: id })
      expect(await store.beginTry(guessed(id), 1)).toBeUndefined()
    }
    expect(await store.changePin('p1', 'pin-2')).toBe(true)
    expect(await store.beginTry(guessed('p1'), 2)).toBeUndefined()
    expect(await store.beginTry(guessed('p2'), 2)).toMatchObject({ subject: triesOfPerson('p2') })
  })

  test(`${name}: refuses a sign-in with a PIN that has just changed`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    await store.addPerson(person)
    await store.changePin('p1', 'pin-2')
    expect(await store.addSignIn(signIn, entry, 'pin-1')).toBe(false)
    expect(await store.findSignIn('s1')).toBeUndefined()
    expect(await store.readLog({ limit: 9 })).toEqual({ entries: [], next: null })
    expect(await store.addSignIn(signIn, entry, 'pin-2')).toBe(true)
    expect(await store.findSignIn('s1')).toEqual(signIn)
  })

  test(`${name}: keeps the last manager, also when two remove each other at once`, async () => {
    const store = await openStore()
    await store.addPerson(person)
    await store.addPerson({ ...person, id: 'p2', name: 'Omar', isManager: false })
    expect(await store.removePerson('p1', { keepsManager: true, entry })).toBe('last_manager')
    expect(await store.removePerson('p0', { keepsManager: true, entry })).toBe('unknown')
    expect((await store.readLog({ limit: 9 })).entries).toEqual([])
    await store.addPerson({ ...person, id: 'p3', name: 'Lina' })
    const ends = await Promise.all(['p1', 'p3'].map((id) => store.removePerson(id, { keepsManager: true })))
    expect(ends.toSorted()).toEqual(['last_manager', 'removed'])
    expect((await store.people()).filter(({ isManager }) => isManager)).toHaveLength(1)
    expect(await store.removePerson('p2', { keepsManager: true })).toBe('removed')
    const [last = person] = await store.people()
    expect(await store.removePerson(last.id)).toBe('removed')
  })

  test(`${name}: logs a change in the same transaction, and nothing without a change`, async () => {
    const store = await openStore()
    const steps = ['let in', 'add person', 'sign in', 'make code', 'rename tablet', 'cut off', 'remove person'].map(
      (what) => ({
        ...entry,
        what,
      }),
    )
    const [letIn, added, signedIn, code, renamed, cutOff, removed] = steps
    await store.addDevice(device, letIn)
    await store.addPerson(person, added)
    await store.addSignIn(signIn, signedIn)
    await store.addEnrolmentCode('good', 100, code)
    await store.renameDevice('d1', 'Kitchen', () => renamed ?? entry)
    await store.removeDevice('d1', cutOff)
    await store.removePerson('p1', { ...(removed && { entry: removed }) })
    const written = { entries: steps.toReversed(), next: null }
    expect(await store.readLog({ limit: 9 })).toEqual(written)
    await store.renameDevice('d1', 'Kitchen', () => renamed ?? entry)
    await store.removeDevice('d1', cutOff)
    await store.removePerson('p1', { entry })
    await store.addSignIn(signIn, signedIn)
    expect(await store.readLog({ limit: 9 })).toEqual(written)
    await store.addPerson(person)
    expect(await store.addPerson({ ...person, id: 'p2' }, added)).toBe(false)
    expect(await store.readLog({ limit: 9 })).toEqual(written)
  })

  test(`${name}: records the latest use, and never moves it back`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    await store.addPerson(person)
    await store.addSignIn(signIn)
    await store.touchSignIn('s1', 300)
    await store.touchSignIn('s1', 200)
    await store.touchSignIn('nobody', 400)
    expect(await store.findSignIn('s1')).toEqual({ ...signIn, usedAt: 300 })
  })

  test(`${name}: replaces a use in the future by the next use`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    await store.addPerson(person)
    await store.addSignIn({ ...signIn, usedAt: 90_000 })
    await store.touchSignIn('s1', 30_000)
    expect(await store.findSignIn('s1')).toMatchObject({ usedAt: 90_000 })
    await store.touchSignIn('s1', 29_999)
    expect(await store.findSignIn('s1')).toMatchObject({ usedAt: 29_999 })
  })

  test(`${name}: counts no more than the allowed tries of 50 at once, and none during a wait`, async () => {
    const store = await openStore()
    const tablet: TryLimit = { subject: 'tablet', most: 10, withinMs: 900, waitsMs: [] }
    const other: TryLimit = { subject: 'person', most: 3, withinMs: 5000, waitsMs: [] }
    const many = await Promise.all(Array.from({ length: 50 }, () => store.beginTry([tablet], 1000)))
    expect(many.filter((refusal) => refusal === undefined)).toHaveLength(10)
    expect(many.find((refusal) => refusal !== undefined)).toEqual({ subject: 'tablet', until: 1900 })
    expect(await store.beginTry([other, tablet], 1899)).toEqual({ subject: 'tablet', until: 1900 })
    const three = await Promise.all(Array.from({ length: 50 }, () => store.beginTry([tablet, other], 1900)))
    expect(three.filter((refusal) => refusal === undefined)).toHaveLength(3)
    expect(three.at(-1)).toEqual({ subject: 'person', until: 6900 })
    // A refusal for the person was not counted for the tablet.
    const rest = await Promise.all(Array.from({ length: 50 }, () => store.beginTry([tablet], 1900)))
    expect(rest.filter((refusal) => refusal === undefined)).toHaveLength(7)
  })

  test(`${name}: forgets a try that is taken back`, async () => {
    const store = await openStore()
    const limit: TryLimit = { subject: 'tablet', most: 2, withinMs: 900, waitsMs: [] }
    await store.beginTry([limit], 1000)
    await store.beginTry([limit], 1001)
    expect(await store.beginTry([limit], 1002)).toEqual({ subject: 'tablet', until: 1900 })
    await store.takeBackTry(['tablet', 'nobody'], 1000)
    await store.takeBackTry(['tablet'], 7)
    expect(await store.beginTry([limit], 1002)).toBeUndefined()
    expect(await store.beginTry([limit], 1003)).toEqual({ subject: 'tablet', until: 1901 })
  })

  test(`${name}: forgets tries after a long pause`, async () => {
    const store = await openStore()
    const limit = (subject: string): TryLimit => ({ subject, most: 1, withinMs: 10_000, waitsMs: [] })
    await store.beginTry([limit('old')], 100)
    await store.beginTry([limit('new')], 200)
    await store.forgetExpired(200)
    expect(await store.beginTry([limit('old')], 201)).toBeUndefined()
    expect(await store.beginTry([limit('new')], 201)).toEqual({ subject: 'new', until: 10_200 })
  })

  test(`${name}: pairs one tablet with a code, once, and only in its time`, async () => {
    const store = await openStore()
    await store.addEnrolmentCode('good', 100)
    await store.addEnrolmentCode('late', 100)
    await store.addEnrolmentCode('before the clock was set back', 3 * 3_600_000)
    const tillIn = tabletOf('before', 50)
    expect(await store.enrolDevice('before the clock was set back', tillIn)).toBeUndefined()
    expect(await store.enrolDevice('other', tabletOf('other', 0))).toBeUndefined()
    const tries = await Promise.all(Array.from({ length: 20 }, () => store.enrolDevice('good', tabletOf('good', 99))))
    expect(tries.filter(Boolean)).toEqual(['Counter'])
    expect(await store.enrolDevice('late', tabletOf('late', 100))).toBeUndefined()
    expect(await store.devices()).toEqual([tabletOf('good', 99)])
  })

  test(`${name}: gives a tablet the role of its code, whatever it was before`, async () => {
    const store = await openStore()
    for (const role of tabletRoles) await store.addEnrolmentCode(role, 100, undefined, role)
    const station = { ...tabletOf('d2', 1), role: 'station' as const, categoryIds: ['7'] }
    for (const role of tabletRoles) await store.enrolDevice(role, { ...station, id: role, tokenHash: role })
    const stored = await store.devices()
    expect(new Map(stored.map(({ id, role, categoryIds }) => [id, [role, categoryIds]]))).toEqual(
      new Map(tabletRoles.map((role) => [role, [role, null]])),
    )
  })

  test(`${name}: changes what a tablet is for, in the same transaction as its log row`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    const station = { ...device, role: 'station' as const }
    expect(await store.changeDevice('d1', { role: 'station' }, entry)).toEqual(station)
    expect(await store.changeDevice('d1', { categoryIds: ['7', '\0'] })).toEqual({
      ...station,
      categoryIds: ['7', '\0'],
    })
    expect(await store.changeDevice('d1', {})).toEqual({ ...station, categoryIds: ['7', '\0'] })
    expect(await store.findDevice(device.tokenHash)).toEqual({ ...station, categoryIds: ['7', '\0'] })
    expect(await store.changeDevice('d1', { role: 'counter', categoryIds: null })).toEqual(device)
    expect(await store.changeDevice('nobody', { role: 'display' }, entry)).toBeUndefined()
    expect(await store.devices()).toEqual([device])
    expect((await store.readLog({ limit: 9 })).entries).toEqual([entry])
  })

  test(`${name}: removes the tablet’s earlier id together with pairing it, and only then`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    await store.addPerson(person)
    await store.addSignIn(signIn)
    await store.addEnrolmentCode('code', 10)
    expect(await store.enrolDevice('other', tabletOf('new', 2), undefined, 'd1')).toBeUndefined()
    expect((await store.devices()).map((each) => each.id)).toEqual(['d1'])
    expect(await store.enrolDevice('code', tabletOf('new', 2), undefined, 'd1')).toBe('Counter')
    expect((await store.devices()).map((each) => each.id)).toEqual(['new'])
    expect(await store.findSignIn('s1')).toBeUndefined()
  })

  test(`${name}: gives no two tablets one name, paired or renamed, also at once`, async () => {
    const store = await openStore()
    await store.addDevice(device)
    await store.addDevice({ ...tabletOf('d2', 2), name: 'Bar' })
    const codes = Array.from({ length: 9 }, (_, at) => `c${at}`)
    for (const code of codes) await store.addEnrolmentCode(code, 100)
    const noted = (about: string) => ({ ...entry, what: 'named', about })
    const got = await Promise.all([
      ...codes.map((code) => store.enrolDevice(code, { ...tabletOf(code, 9), name: 'COUNTER' }, noted)),
      store.renameDevice('d2', 'counter', noted),
    ])
    const numbers = got.map((each) => Number(/^counter (\d+)$/i.exec(each ?? '')?.[1]))
    expect(new Set(numbers)).toEqual(new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
    expect(new Set((await store.devices()).map((each) => each.name))).toEqual(new Set(['Counter', ...got]))
    const { entries } = await store.readLog({ limit: 20 })
    expect(new Set(entries.map(({ about }) => about))).toEqual(new Set(got))
    // A tablet may keep its own name, and its former name becomes free.
    expect(await store.renameDevice('d1', 'counter')).toBe('counter')
    await store.addEnrolmentCode('again', 100)
    expect(await store.enrolDevice('again', tabletOf('d9', 9), undefined, 'd1')).toBe('Counter')
  })

  test(`${name}: reports that it is closed, and never that it stored something`, async () => {
    const store = await create()
    const notifications = store.ingest([notificationOf('1')])
    await store.close()
    expect(await notifications).toEqual([expect.any(Number)])
    await expect(store.ingest([notificationOf('2')])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.version()).rejects.toBeInstanceOf(StoreUnavailable)
    await store.close()
  })
}

/** Tests that a store outlasts its process; `createPlace` returns a function that opens the store in a new place. */
export function testLastingStore(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  test(`${name}: has all its data when it is opened again, and continues its versions`, async () => {
    const open = await createPlace()
    const first = await open()
    await first.ingest([notificationOf('1'), notificationOf('2'), notificationOf('3')])
    await close(first, '2', { closedAt: 1 })
    await first.forget({ closedBefore: 5000, unreadableBefore: 0 })
    await noteOn(first, '1', { at: 1, what: 'heard', detail: null, by: null })
    await first.saveUnconfirmed(['5'], 100)
    await first.saveUnreadable({ receivedAt: 1, contentType: 'a/b', body: 'x' })
    await first.addDevice(device)
    await first.addPerson(person)
    await first.addSignIn(signIn)
    await first.addEnrolmentCode('good', 100)
    const limit: TryLimit = { subject: 'tablet', most: 1, withinMs: 900, waitsMs: [] }
    await first.beginTry([limit], 50)
    const all = async (store: Store) => [
      await store.open(),
      await store.version(),
      await store.timeline('1'),
      await store.unreadable(),
      await store.unconfirmedOrders(),
      await store.devices(),
      await store.people(),
      await store.findSignIn('s1'),
    ]
    const before = await all(first)
    const version = await first.version()
    await first.close()
    const second = await open()
    onTestFinished(() => second.close())
    expect(await all(second)).toEqual(before)
    expect(await second.enrolDevice('good', tabletOf('good', 99))).toBe('Counter 2')
    expect(await second.beginTry([limit], 51)).toEqual({ subject: 'tablet', until: 950 })
    await second.ingest([notificationOf('4')])
    expect((await recordIn(second, '4')).version).toBeGreaterThan(version)
  })
}

/** In an order that is the same in every run. */
function shuffled<T>(items: readonly T[]): T[] {
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648)
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item)
}
