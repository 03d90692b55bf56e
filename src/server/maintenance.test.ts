import { recordOfNotification } from '#domain/order.ts'
import { expect, test } from 'vitest'
import type { Mode } from '#contract/desk/session.ts'
import { createAlarms } from '#server/feed/alarms.ts'
import type { TryLimit } from '#server/storage/people-store.ts'
import { createDailyTotals } from '#server/reports/daily-totals.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { doneAttemptOf, logEntryOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { createTestClock } from '#testing/clock.ts'
import { printJobOf } from '#testing/printer-store-suite.ts'
import { runMaintenance } from './maintenance.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

async function startHouse(
  freeBytes: () => Promise<number>,
  mode: Mode = 'live',
  aheadMs: () => number | undefined = () => undefined,
) {
  const clock = createTestClock()
  const store: { -readonly [Name in keyof Store]: Store[Name] } = { ...createMemoryStore() }
  const alarms = createAlarms({ clock, emit: () => undefined, peers: () => [], log: () => undefined })
  const closing = new AbortController()
  const log = () => undefined
  const servers = { isPolling: () => true }
  const reports = createDailyTotals({ store, servers, clock, log, timeZone: 'Asia/Baghdad', onStoreFailure: log })
  const parts = { store, reports, clock, serviceClock: { aheadMs }, alarms, mode, log: () => undefined, freeBytes }
  const running = runMaintenance(parts, closing.signal)
  return { clock, store, alarms, closing, running }
}

test('deletes closed orders and print jobs after 90 days, and open orders never', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  const notification = { toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() } as const
  const [version = 0] = await store.ingest([
    { ...notification, orderId: 'closed-1' },
    { ...notification, orderId: 'open-1' },
  ])
  await store.save({
    ...recordOfNotification({ ...notification, orderId: 'closed-1' }, version),
    lane: 'closed',
    closedAt: clock.now(),
  })
  await store.addPrintJobs([printJobOf('1', { createdAt: clock.now() })])
  await clock.advance(89 * day)
  expect([await store.find('closed-1'), await store.findPrintJob('1')]).not.toContain(undefined)
  await clock.advance(2 * day)
  expect([await store.find('closed-1'), await store.findPrintJob('1')]).toEqual([undefined, undefined])
  expect(await store.find('open-1')).toBeDefined()
  closing.abort()
  await running
})

test('totals the days of orders before it deletes them, and keeps the totals for three years after them', async () => {
  const { clock, store, closing, running } = await startHouse(
    async () => 1e12,
    'live',
    () => 0,
  )
  const notification = { orderId: '1', toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() } as const
  const [version = 0] = await store.ingest([notification])
  await store.save({ ...recordOfNotification(notification, version), lane: 'closed', closedAt: clock.now() })
  const days = () => store.reportDays({ from: '2026-01-01', to: '2030-01-01', limit: 9 })
  const saveReportDay = store.saveReportDay
  store.saveReportDay = () => Promise.reject(new StoreUnavailable('Locked.'))
  clock.set(91 * day)
  await clock.advance(3 * hour)
  expect([await store.find('1'), await days()]).toMatchObject([{ orderId: '1' }, []])
  store.saveReportDay = saveReportDay
  await clock.advance(2 * hour)
  expect(await store.find('1')).toBeUndefined()
  expect(await days()).toMatchObject([{ day: '2026-11-20', isFinal: true, totals: { hours: [[15, [0, 0, 0, 0, 1]]] } }])
  clock.set(1094 * day)
  await clock.advance(3 * hour)
  expect(await days()).toHaveLength(1)
  clock.set(3 * day)
  await clock.advance(3 * hour)
  expect(await days()).toEqual([])
  closing.abort()
  await running
})

test('deletes unconfirmed orders after a day', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  await store.saveUnconfirmed(['A1'], clock.now())
  await clock.advance(23 * hour)
  expect(await store.unconfirmedOrders()).toHaveLength(1)
  await clock.advance(2 * hour)
  expect(await store.unconfirmedOrders()).toEqual([])
  closing.abort()
  await running
})

test('deletes unreadable notifications after 30 days', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  await store.saveUnreadable({ receivedAt: clock.now(), contentType: 'text/plain', body: 'order!' })
  await clock.advance(29 * day)
  expect(await store.unreadable()).toHaveLength(1)
  await clock.advance(2 * day)
  expect(await store.unreadable()).toEqual([])
  closing.abort()
  await running
})

test('deletes reconciled attempts after 90 days, others never, and the log after 400 days', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  await store.beginAttempt(sentAttemptOf('unsettled', '1', clock.now()))
  await store.writeAttempt(doneAttemptOf('settled', '2', clock.now()), logEntryOf({ at: clock.now() }))
  await clock.advance(89 * day)
  expect(await store.findAttempt('settled')).toBeDefined()
  await clock.advance(2 * day)
  expect(await store.findAttempt('settled')).toBeUndefined()
  await clock.advance(308 * day)
  expect((await store.readLog({ limit: 1 })).entries).toHaveLength(1)
  await clock.advance(2 * day)
  expect((await store.readLog({ limit: 1 })).entries).toEqual([])
  expect(await store.findAttempt('unsettled')).toBeDefined()
  closing.abort()
  await running
})

test('deletes old data of a practice store after two days', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12, 'practice')
  const notification = { orderId: '1', toldId: null, itemIds: [], source: 'webhook', receivedAt: clock.now() } as const
  const [version = 0] = await store.ingest([notification])
  await store.save({ ...recordOfNotification(notification, version), lane: 'closed', closedAt: clock.now() })
  await store.writeAttempt(doneAttemptOf('settled', '2', clock.now()), logEntryOf({ at: clock.now() }))
  await store.addPrintJobs([printJobOf('1', { createdAt: clock.now() })])
  await clock.advance(47 * hour)
  expect([await store.find('1'), await store.findPrintJob('1')]).not.toContain(undefined)
  await clock.advance(2 * hour)
  expect([await store.find('1'), await store.findPrintJob('1')]).toEqual([undefined, undefined])
  expect(await store.findAttempt('settled')).toBeUndefined()
  expect((await store.readLog({ limit: 1 })).entries).toEqual([])
  closing.abort()
  await running
})

test('deletes nothing by a clock set within the hour, or ahead at the start', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  await store.writeAttempt(doneAttemptOf('settled', '2', clock.now() - 100 * day), logEntryOf({ at: clock.now() }))
  await clock.advance(hour / 2)
  expect(await store.findAttempt('settled')).toBeDefined()
  await store.writeAttempt(doneAttemptOf('recent', '3', clock.now()), logEntryOf({ at: clock.now() }))
  clock.set(3650 * day)
  await clock.advance(hour)
  expect(await store.findAttempt('settled')).toBeDefined()
  clock.set(-3650 * day)
  await clock.advance(hour)
  expect(await store.findAttempt('settled')).toBeDefined()
  await clock.advance(hour)
  expect([await store.findAttempt('settled'), await store.findAttempt('recent')]).toMatchObject([
    undefined,
    { key: 'recent' },
  ])
  closing.abort()
  await running
})

test.each([
  ['nobody knows the clock of the service', () => undefined],
  ['the clock of the service disagrees', () => -2 * 365 * day],
])('deletes nothing by a clock that stays two years ahead: %s', async (_, aheadMs) => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12, 'live', aheadMs)
  await store.writeAttempt(doneAttemptOf('recent', '3', clock.now()), logEntryOf({ at: clock.now() }))
  await clock.advance(hour)
  clock.set(2 * 365 * day)
  await clock.advance(3 * day)
  expect(await store.findAttempt('recent')).toMatchObject({ key: 'recent' })
  closing.abort()
  await running
})

test('deletes old data if the service’s clock agrees, though the clock was wrong at the start', async () => {
  const { clock, store, closing, running } = await startHouse(
    async () => 1e12,
    'live',
    () => 2000,
  )
  await store.writeAttempt(doneAttemptOf('recent', '3', clock.now()), logEntryOf({ at: clock.now() }))
  clock.set(2 * 365 * day)
  await clock.advance(3 * hour)
  expect(await store.findAttempt('recent')).toBeUndefined()
  closing.abort()
  await running
})

test('raises an alarm for a failed write until it succeeds', async () => {
  const { clock, store, alarms, closing, running } = await startHouse(async () => 1e12)
  const forget = store.forget
  store.forget = () => Promise.reject(new StoreUnavailable('Locked.'))
  await clock.advance(hour)
  expect(alarms.current()).toMatchObject([{ code: 'store_unavailable' }])
  store.forget = forget
  await clock.advance(61_000)
  expect(alarms.current()).toEqual([])
  closing.abort()
  await running
})

test('raises an alarm while the disk is full', async () => {
  let free = 1e6
  const { clock, alarms, closing, running } = await startHouse(async () => free)
  await clock.advance(1)
  expect(alarms.current()).toMatchObject([{ code: 'disk_low' }])
  free = 1e12
  await clock.advance(2 * 60 * 60 * 1000)
  expect(alarms.current()).toEqual([])
  closing.abort()
  await running
})

test('raises an alarm while copies fail', async () => {
  const { clock, store, alarms, closing, running } = await startHouse(async () => 1e12)
  let areFailing = true
  store.copies = { areFailing: () => areFailing }
  await clock.advance(hour)
  expect(alarms.current()).toMatchObject([{ code: 'copies_failing' }])
  areFailing = false
  await clock.advance(hour)
  expect(alarms.current()).toEqual([])
  closing.abort()
  await running
})

test('ignores an unreadable disk', async () => {
  const looks = [() => Promise.resolve(1), () => Promise.reject(new Error('EIO')), () => Promise.resolve(1e12)]
  const { clock, alarms, closing, running } = await startHouse(() => looks.shift()?.() ?? Promise.resolve(1e12))
  const counts = []
  for (let hours = 0; hours < 3; hours += 1) {
    await clock.advance(hours === 0 ? 1 : hour)
    counts.push(alarms.current().length)
  }
  expect(counts).toEqual([1, 1, 0])
  closing.abort()
  await running
})

test('deletes sign-ins and tries a day after they expire', async () => {
  const { clock, store, closing, running } = await startHouse(async () => 1e12)
  await store.addDevice({
    id: 'd1',
    name: 'Counter',
    tokenHash: 'd',
    enrolledAt: 0,
    lastSeenAt: 0,
    role: 'counter',
    categoryIds: null,
  })
  await store.addPerson({ id: 'p1', name: 'Sara', isManager: true, pinHash: 'p' })
  const now = clock.now()
  await store.addSignIn({ tokenHash: 's1', personId: 'p1', deviceId: 'd1', expiresAt: now, usedAt: now })
  const limit: TryLimit = { subject: 'tablet', most: 1, withinMs: 10 * day, waitsMs: [] }
  await store.beginTry([limit], now)
  await clock.advance(23 * hour)
  expect(await store.findSignIn('s1')).toBeDefined()
  expect(await store.beginTry([limit], now)).toBeDefined()
  await clock.advance(2 * hour)
  expect(await store.findSignIn('s1')).toBeUndefined()
  expect(await store.beginTry([limit], now)).toBeUndefined()
  closing.abort()
  await running
})
