import { expect, test } from 'vitest'
import { automaticPerson } from '#contract/desk/action.ts'
import { addDays, startOfDay } from '#domain/calendar-day.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { logEntryOf } from '#testing/action-store-suite.ts'
import { figuresOf, totalsIn } from '#testing/daily-totals.ts'
import { notificationOf } from '#testing/store-suite.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const paris = 'Europe/Paris'

/** Summer time ends in the middle. */
const [from, to] = ['2026-10-24', '2026-10-26']
const now = startOfDay(addDays(to, 1), paris)

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
  const { store, totals } = totalsIn({ now })
  await addOrder(store, '1', noon)
  await addOrder(store, '2', noon + day)
  const before = await figuresOf(totals, from, to)
  expect(before).toMatchObject({ orders: 2, accepted: 2, people: [{ name: 'Sara', accepted: 2 }], people_from: from })
  await totals.finish(noon + 2 * hour)
  await store.forget({ closedBefore: noon + 2 * hour, unreadableBefore: 0 })
  expect(await store.find('1')).toBeUndefined()
  const { people, people_from: since, ...after } = await figuresOf(totals, from, to)
  expect(after).toEqual({ ...before, people: undefined, people_from: undefined })
  expect([people.map(({ name, accepted }) => [name, accepted]), since]).toEqual([[['Sara', 1]], '2026-10-25'])
  expect(JSON.stringify(await store.reportDays({ from, to: from, limit: 1 }))).not.toContain('Sara')
})

test('never counts a final day again, whatever becomes of its other orders', async () => {
  const { store, totals } = totalsIn({ now })
  await addOrder(store, 'old', noon)
  await addOrder(store, 'late', noon + hour)
  await totals.finish(noon + 2 * hour)
  await store.forget({ closedBefore: noon + 2 * hour, unreadableBefore: 0 })
  const late = await store.find('late')
  if (late) await store.save({ ...late, isDigital: true })
  expect(await figuresOf(totals, from, to)).toMatchObject({ orders: 2, accepted: 2 })
  expect(await figuresOf(totalsIn({ now, store, isPolling: () => false }).totals, from, to)).toMatchObject({
    orders: 2,
  })
})

test('reads a day as another server made it final, whatever this one knows', async () => {
  const store = createMemoryStore()
  const [one, other] = [totalsIn({ now, store }).totals, totalsIn({ now, store, isPolling: () => false }).totals]
  await addOrder(store, '1', noon)
  expect(await figuresOf(other, from, to)).toMatchObject({ orders: 1, people: [{ name: 'Sara' }] })
  await one.finish(noon + 2 * hour)
  await store.forget({ closedBefore: noon + 2 * hour, unreadableBefore: 0 })
  expect(await figuresOf(other, from, to)).toMatchObject({ orders: 1, people: [], people_from: '2026-10-25' })
})

test('does not call a day final that another server has counted later', async () => {
  const { store, totals } = totalsIn({ now, isPolling: () => false })
  await addOrder(store, '1', noon)
  const refusing = { ...store, saveReportDay: () => Promise.resolve(false) }
  const refused = totalsIn({ now, store: refusing, isPolling: () => false }).totals
  await expect(refused.finish(noon + 2 * hour)).rejects.toThrow(StoreUnavailable)
  await totals.finish(noon + 2 * hour)
  await refused.finish(noon + 2 * hour)
})

test('makes days final that no server has counted yet', async () => {
  const { store, totals } = totalsIn({ now, isPolling: () => false })
  await addOrder(store, '1', noon)
  await totals.finish(noon + 2 * hour)
  expect(await store.reportDays({ from, to, limit: 9 })).toMatchObject([{ day: from, isFinal: true }])
})

test('reads people of days that an earlier version has stored', async () => {
  const { store, totals } = totalsIn({ now })
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
  expect((await figuresOf(totals, from, to)).people).toMatchObject([
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
      const { totals } = totalsIn({ now, store: where })
      await totals.save()
      await totals.finish(noon + day + 2 * hour)
      await where.forget({ closedBefore: noon + day + 2 * hour, unreadableBefore: 0 })
      return totals
    }
    await forgetOld(store).catch((error: unknown) => expect(error).toBeInstanceOf(StoreUnavailable))
    const totals = await forgetOld(whole)
    expect(await whole.find('2'), `killed at write ${killedAt}`).toBeUndefined()
    expect(await figuresOf(totals, from, to), `killed at write ${killedAt}`).toMatchObject({ orders: 2, accepted: 2 })
  }
})

test('counts what may still change again in a new time zone, and leaves final days as they are', async () => {
  const store = createMemoryStore()
  await addOrder(store, 'old', noon - 5 * day)
  await addOrder(store, 'new', startOfDay(to, paris) - hour)
  const { totals } = totalsIn({ now, store })
  await figuresOf(totals, from, to)
  await totals.finish(noon - 4 * day)
  const tokyo = totalsIn({ now, store, timeZone: 'Asia/Tokyo' }).totals
  expect(await tokyo.timeZone()).toBe('Asia/Tokyo')
  expect(await figuresOf(tokyo, '2026-10-19', '2026-10-19')).toMatchObject({ orders: 1 })
  expect(await figuresOf(tokyo, '2026-10-25', '2026-10-25')).toMatchObject({ orders: 0 })
  expect(await figuresOf(tokyo, to, to)).toMatchObject({ orders: 1 })
  // Another server reads the days as they are stored.
  await tokyo.save()
  const other = totalsIn({ now, store, isPolling: () => false }).totals
  expect(await other.timeZone()).toBe('Asia/Tokyo')
  expect(await figuresOf(other, to, to)).toMatchObject({ orders: 1 })
})

test('forgets days that are older than a moment', async () => {
  const { store, totals } = totalsIn({ now })
  await addOrder(store, '1', noon)
  await addOrder(store, '2', noon + day)
  expect(await totalsIn({ now }).totals.firstDay()).toBeUndefined()
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
  const { store, clock, totals, failures } = totalsIn({ now, store: { ...whole, version }, isPolling: () => isPolling })
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
