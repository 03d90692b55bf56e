import fc from 'fast-check'
import { expect, test } from 'vitest'
import { automaticPerson } from '#contract/desk/action.ts'
import type { Figures } from '#contract/desk/reports.ts'
import type { Order } from '#contract/vendor/order.ts'
import { addDays, daysIn, startOfDay } from '#domain/calendar-day.ts'
import { sumFigures } from '#domain/report-figures.ts'
import { recordOfNotification } from '#domain/order.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { plainFigures, storedOrders, storeOrders, type StoredOrder } from '#testing/report-orders.ts'
import { logEntryOf } from '#testing/action-store-suite.ts'
import { notificationOf } from '#testing/store-suite.ts'
import { createDailyTotals } from './daily-totals.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const paris = 'Europe/Paris'

/** Summer time ends in the middle. */
const [from, to] = ['2026-10-24', '2026-10-26']

/** Orders of some days and of the hours around them, many of them at the very beginning or end of a day. */
function receiptsAround(first: string, last: string, timeZone: string) {
  const days = Array.from({ length: daysIn(first, last) + 1 }, (_, count) =>
    startOfDay(addDays(first, count), timeZone),
  )
  return {
    from: startOfDay(first, timeZone) - 2 * hour,
    before: startOfDay(addDays(last, 1), timeZone) + 2 * hour,
    at: days.flatMap((start) => [start - 1, start]),
  }
}

const span = receiptsAround(from, to, paris)
const someOrders = storedOrders(span)

interface Place {
  readonly store?: Store
  readonly timeZone?: string
  readonly isPolling?: () => boolean
  readonly now?: number
}

function totalsIn({ store = createMemoryStore(), timeZone = paris, isPolling = () => true, now }: Place = {}) {
  const clock = createTestClock(now ?? span.before)
  const failures: unknown[] = []
  const totals = createDailyTotals({
    store,
    servers: { isPolling },
    clock,
    log: () => undefined,
    timeZone,
    onStoreFailure: (error) => failures.push(error),
  })
  return { store, clock, totals, failures }
}

type Totals = ReturnType<typeof totalsIn>['totals']

async function figuresOf(totals: Totals, first = from, last = to): Promise<Figures> {
  const sum = sumFigures(first, last)
  for await (const each of totals.read(first, last)) sum.add(each.day, each.totals)
  return sum.figures()
}

/** Takes the figures into the form of the plain count, and checks what it does not have. */
function plain(figures: Figures) {
  const { hours, weekdays, to_answer: toAnswer, to_ready: toReady, money, items, missing_items: missing } = figures
  const { orders, accepted, rejected, missed, waiting, other, asked, ready } = figures
  for (const sum of money.sums) expect(sum.payments.reduce((count, each) => count + each.orders, 0)).toBe(sum.orders)
  return {
    orders,
    accepted,
    rejected,
    missed,
    waiting,
    other,
    asked,
    ready,
    hours: hours.map((each) => each.orders),
    weekdays: weekdays.map((each) => each.orders),
    toAnswer,
    toReady,
    money: new Map(money.sums.map(({ currency, total }) => [currency, thousandths(total)])),
    unreadable: money.unreadable,
    sold: new Map(items.map(({ product_id: id, quantity }) => [id, quantity])),
    missing: new Map(missing.map(({ product_id: id, orders: count }) => [id, count])),
    reasons: new Map(figures.reasons.map(({ id, code, count }) => [`${id} ${code}`, count])),
    people: new Map(
      figures.people.map((person) => [
        `${person.name}, ${person.kind}`,
        { accepted: person.accepted, rejected: person.rejected, ready: person.ready },
      ]),
    ),
  }
}

function thousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(3, '0'))
}

test.each([
  ['Asia/Baghdad', '2026-11-19', 24],
  ['Europe/Paris', '2026-03-29', 23],
  ['Europe/Paris', '2026-10-25', 25],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Africa/Cairo', '2026-10-29', 25],
  ['America/Santiago', '2026-09-06', 23],
  ['America/Santiago', '2026-04-04', 25],
  ['Asia/Beirut', '2026-03-29', 23],
  ['Asia/Beirut', '2026-10-24', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
])(
  'counts what plain loops over the same orders count, in %s around %s',
  async (timeZone, middle, hours) => {
    const [first, last] = [addDays(middle, -1), addDays(middle, 1)]
    const receipts = receiptsAround(first, last, timeZone)
    expect(startOfDay(last, timeZone) - startOfDay(middle, timeZone)).toBe(hours * hour)
    await fc.assert(
      fc.asyncProperty(storedOrders(receipts), async (orders) => {
        const { store, totals } = totalsIn({ timeZone, now: receipts.before })
        await storeOrders(store, orders)
        // Also from long before the first order.
        for (const [begin, end] of [
          [first, last] as const,
          [middle, middle] as const,
          [addDays(first, -400), last] as const,
        ])
          expect(plain(await figuresOf(totals, begin, end))).toEqual(plainFigures(orders, begin, end, timeZone))
      }),
      { numRuns: 15 },
    )
  },
  60_000,
)

/** An order as it is when nothing but its notification has come. */
const unread = ({ record }: StoredOrder): StoredOrder => ({
  record: recordOfNotification(notificationOf(record.orderId, record), 1),
  log: [],
})

/** The customer changed an order, so that its total is another one. */
const repriced = ({ record, log }: StoredOrder): StoredOrder => {
  const wire = record.order as Order // as it was drawn
  const order = { ...wire, total: 7.125, currency: 'BHD' }
  return { record: { ...record, order }, log }
}

test('counts the same after any changes, on the server that polls and on another one', async () => {
  const steps = fc.array(
    fc.record({ changed: fc.uniqueArray(fc.nat(29)), isPolling: fc.boolean(), isSaved: fc.boolean() }),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(someOrders, steps, async (orders, all) => {
      const store = createMemoryStore()
      let isPolling = true
      const servers = [
        totalsIn({ store, isPolling: () => isPolling }),
        totalsIn({ store, isPolling: () => !isPolling }),
      ]
      await store.ingest(orders.map(({ record }) => record))
      let known = orders.map(unread)
      for (const step of all) {
        isPolling = step.isPolling
        known = await Promise.all(
          known.map(async (order, index) => {
            if (!step.changed.includes(index)) return order
            const isRead = order.record.order !== null
            const next = isRead ? repriced(order) : (orders[index] ?? order)
            await storeOrders(store, [isRead ? { ...next, log: [] } : next])
            return next
          }),
        )
        const expected = plainFigures(known, from, to, paris)
        if (step.isSaved) await servers[isPolling ? 0 : 1]?.totals.save()
        for (const { totals } of servers) expect(plain(await figuresOf(totals))).toEqual(expected)
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

/** An order of Sara's, received and accepted at a moment and closed an hour later. */
async function addOrder(store: Store, orderId: string, receivedAt: number): Promise<void> {
  await store.ingest([notificationOf(orderId, { receivedAt })])
  await store.appendLog(
    logEntryOf({ orderId, what: 'accept', outcome: 'done', at: receivedAt + 9000, tookMs: 1000, by: sara }),
  )
  const record = await store.find(orderId)
  const done = { action: 'accept', outcome: 'done', by: sara, at: receivedAt + 9000 }
  const order = { id: orderId, status: { key: 'delivered' }, items: [], total: 0.1, currency: 'KWD' }
  if (record)
    await store.save({
      ...record,
      lane: 'closed',
      closedFrom: 'ready',
      order,
      lastDone: done,
      closedAt: receivedAt + hour,
    })
}
const sara = { person: 'Sara', tablet: 'Counter' }

const noon = startOfDay(from, paris) + 12 * hour

test('keeps the figures of a day when its orders are gone, and drops who did what', async () => {
  const { store, totals } = totalsIn()
  await addOrder(store, '1', noon)
  await addOrder(store, '2', noon + day)
  const before = await figuresOf(totals)
  expect(before).toMatchObject({ orders: 2, accepted: 2, people: [{ name: 'Sara', accepted: 2 }], people_from: from })
  await totals.finish(noon + 2 * hour)
  await store.forget({ closedBefore: noon + 2 * hour, unreadableBefore: 0 })
  expect(await store.find('1')).toBeUndefined()
  const { people, people_from: since, ...after } = await figuresOf(totals)
  expect(after).toEqual({ ...before, people: undefined, people_from: undefined })
  expect([people.map(({ name, accepted }) => [name, accepted]), since]).toEqual([[['Sara', 1]], '2026-10-25'])
  expect(JSON.stringify(await store.reportDays({ from, to: from, limit: 1 }))).not.toContain('Sara')
})

test('never counts a final day again, whatever becomes of its other orders', async () => {
  const { store, totals } = totalsIn()
  await addOrder(store, 'old', noon)
  await addOrder(store, 'late', noon + hour)
  await totals.finish(noon + 2 * hour)
  await store.forget({ closedBefore: noon + 2 * hour, unreadableBefore: 0 })
  const late = await store.find('late')
  if (late) await store.save({ ...late, isDigital: true })
  expect(await figuresOf(totals)).toMatchObject({ orders: 2, accepted: 2 })
  expect(await figuresOf(totalsIn({ store, isPolling: () => false }).totals)).toMatchObject({ orders: 2 })
})

test('reads a day as another server made it final, whatever this one knows', async () => {
  const store = createMemoryStore()
  const [one, other] = [totalsIn({ store }).totals, totalsIn({ store, isPolling: () => false }).totals]
  await addOrder(store, '1', noon)
  expect(await figuresOf(other)).toMatchObject({ orders: 1, people: [{ name: 'Sara' }] })
  await one.finish(noon + 2 * hour)
  await store.forget({ closedBefore: noon + 2 * hour, unreadableBefore: 0 })
  expect(await figuresOf(other)).toMatchObject({ orders: 1, people: [], people_from: '2026-10-25' })
})

test('does not call a day final that another server has counted later', async () => {
  const { store, totals } = totalsIn({ isPolling: () => false })
  await addOrder(store, '1', noon)
  const refusing = { ...store, saveReportDay: () => Promise.resolve(false) }
  const refused = totalsIn({ store: refusing, isPolling: () => false }).totals
  await expect(refused.finish(noon + 2 * hour)).rejects.toThrow(StoreUnavailable)
  await totals.finish(noon + 2 * hour)
  await refused.finish(noon + 2 * hour)
})

test('makes days final that no server has counted yet', async () => {
  const { store, totals } = totalsIn({ isPolling: () => false })
  await addOrder(store, '1', noon)
  await totals.finish(noon + 2 * hour)
  expect(await store.reportDays({ from, to, limit: 9 })).toMatchObject([{ day: from, isFinal: true }])
})

test('reads people of days that an earlier version has stored', async () => {
  const { store, totals } = totalsIn()
  await addOrder(store, '1', noon + day)
  await totals.save()
  const [stored] = await store.reportDays({ from, to, limit: 1 })
  if (!stored) throw new Error('The day is not stored.')
  const people = ['Sara', automaticPerson, ''].map((name) => ({
    name,
    accepted: 1,
    rejected: 0,
    ready: 0,
    toAnswer: [],
  }))
  await store.saveReportDay({ ...stored, day: from, totals: { ...stored.totals, people } })
  expect((await figuresOf(totals)).people).toMatchObject([
    { name: '', kind: 'nobody', accepted: 1 },
    { name: automaticPerson, kind: 'rule', accepted: 1 },
    { name: 'Sara', kind: 'person', accepted: 2 },
  ])
})

test('loses nothing if it is killed at any write, before or after a day is final', async () => {
  for (let killedAt = 0; killedAt < 8; killedAt += 1) {
    const whole = createMemoryStore()
    await addOrder(whole, '1', noon)
    await addOrder(whole, '2', noon + day)
    let writes = 0
    const dies =
      <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        writes += 1
        if (writes > killedAt) throw new StoreUnavailable('killed')
        return work(...args)
      }
    const store = {
      ...whole,
      saveReportDay: dies(whole.saveReportDay),
      saveSetting: dies(whole.saveSetting),
      forget: dies(whole.forget),
    }
    const forgetOld = async (where: Store) => {
      const { totals } = totalsIn({ store: where })
      await totals.save()
      await totals.finish(noon + day + 2 * hour)
      await where.forget({ closedBefore: noon + day + 2 * hour, unreadableBefore: 0 })
      return totals
    }
    await forgetOld(store).catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable))
    const totals = await forgetOld(whole)
    expect(await whole.find('2'), `killed at write ${killedAt}`).toBeUndefined()
    expect(await figuresOf(totals), `killed at write ${killedAt}`).toMatchObject({ orders: 2, accepted: 2 })
  }
})

test('counts what may still change again in a new time zone, and leaves final days as they are', async () => {
  const store = createMemoryStore()
  await addOrder(store, 'old', noon - 5 * day)
  await addOrder(store, 'new', startOfDay(to, paris) - hour)
  const { totals } = totalsIn({ store })
  await figuresOf(totals)
  await totals.finish(noon - 4 * day)
  const tokyo = totalsIn({ store, timeZone: 'Asia/Tokyo' }).totals
  expect(await tokyo.timeZone()).toBe('Asia/Tokyo')
  expect(await figuresOf(tokyo, '2026-10-19', '2026-10-19')).toMatchObject({ orders: 1 })
  expect(await figuresOf(tokyo, '2026-10-25', '2026-10-25')).toMatchObject({ orders: 0 })
  expect(await figuresOf(tokyo, to, to)).toMatchObject({ orders: 1 })
  // Another server reads the days as they are stored.
  await tokyo.save()
  const other = totalsIn({ store, isPolling: () => false }).totals
  expect(await other.timeZone()).toBe('Asia/Tokyo')
  expect(await figuresOf(other, to, to)).toMatchObject({ orders: 1 })
})

test('forgets days that are older than a moment', async () => {
  const { store, totals } = totalsIn()
  await addOrder(store, '1', noon)
  await addOrder(store, '2', noon + day)
  expect(await totalsIn().totals.firstDay()).toBeUndefined()
  await totals.save()
  expect(await totals.firstDay()).toBe(from)
  expect(await totals.forget(noon + day)).toBe(1)
  expect(await totals.firstDay()).toBe('2026-10-25')
})

test('counts in the background on the server that polls, and after a failure of the store', async () => {
  let isPolling = false
  let isDown = true
  const whole = createMemoryStore()
  const version = () => (isDown ? Promise.reject(new StoreUnavailable('down')) : whole.version())
  const { store, clock, totals, failures } = totalsIn({ store: { ...whole, version }, isPolling: () => isPolling })
  await addOrder(store, '1', noon)
  const closing = new AbortController()
  const running = totals.run(closing.signal)
  const days = async () => (await store.reportDays({ from, to, limit: 9 })).length
  await clock.advance(hour)
  expect([await days(), failures.length]).toEqual([0, 0])
  isPolling = true
  await clock.advance(10 * 60_000)
  expect([await days(), failures.length]).toEqual([0, 1])
  isDown = false
  await clock.advance(10 * 60_000)
  expect(await days()).toBe(1)
  closing.abort()
  await running
})
