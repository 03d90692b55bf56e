import { recordOfNotification, type OrderRecord } from '#domain/order.ts'
import { tabletRoles } from '#contract/desk/tablet-role.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { orderOutcomes } from '#contract/desk/order-outcome.ts'
import { printerConditions } from '#contract/desk/printers.ts'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '#server/node/storage/store-postgres.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createTestClock } from '#testing/clock.ts'
import {
  doneAttemptOf,
  logEntryOf,
  sentAttemptOf,
  testActionStore,
  testLastingActions,
} from '#testing/action-store-suite.ts'
import { newPlace } from '#testing/postgres.ts'
import { apiKeyOf, testApiKeyStore, testLastingApiKeys } from '#testing/api-key-store-suite.ts'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { alertOf, phoneOf, testAlertStore, testLastingAlerts } from '#testing/alert-store-suite.ts'
import { testSettingStore } from '#testing/setting-store-suite.ts'
import { printerOf, printJobOf, testLastingPrinters, testPrinterStore } from '#testing/printer-store-suite.ts'
import { testReportRetention } from '#testing/report-retention-suite.ts'
import { reportDayOf, testReportStore } from '#testing/report-store-suite.ts'
import { testSharedStore } from '#testing/shared-store-suite.ts'
import { testLastingStore, testStore, notificationOf } from '#testing/store-suite.ts'
import { testWebhookChanges } from '#testing/webhook-change-suite.ts'
import { testLastingWebhooks, testWebhookStore } from '#testing/webhook-store-suite.ts'
import { createMemoryStore } from './store-memory.ts'
import type { Store, ChangeRecords } from './store.ts'

async function sqlitePlace() {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const clock = createTestClock()
  return (name = 'desk') => openSqliteStore({ file: join(folder, `${name}.db`), clock, log: () => {} })
}

const database = inject('postgres')

async function postgresPlace() {
  const place = newPlace(database ?? '')
  const clock = createTestClock()
  return () => openPostgresStore({ ...place, clock })
}

testStore('memory', async () => createMemoryStore())
testStore('sqlite', async () => (await sqlitePlace())())
testLastingStore('sqlite', sqlitePlace)
testActionStore('memory', async () => createMemoryStore())
testActionStore('sqlite', async () => (await sqlitePlace())())
testLastingActions('sqlite', sqlitePlace)
testPrinterStore('memory', async () => createMemoryStore())
testPrinterStore('sqlite', async () => (await sqlitePlace())())
testAlertStore('memory', async () => createMemoryStore())
testAlertStore('sqlite', async () => (await sqlitePlace())())
testLastingAlerts('sqlite', sqlitePlace)
testApiKeyStore('memory', async () => createMemoryStore())
testApiKeyStore('sqlite', async () => (await sqlitePlace())())
testLastingApiKeys('sqlite', sqlitePlace)
testSettingStore('memory', async () => createMemoryStore())
testSettingStore('sqlite', async () => (await sqlitePlace())())
testLastingPrinters('sqlite', sqlitePlace)
testWebhookStore('memory', async () => createMemoryStore())
testWebhookChanges('memory', async () => createMemoryStore())
testWebhookStore('sqlite', async () => (await sqlitePlace())())
testWebhookChanges('sqlite', async () => (await sqlitePlace())())
testLastingWebhooks('sqlite', sqlitePlace)
testReportStore('memory', async () => createMemoryStore())
testReportStore('sqlite', async () => (await sqlitePlace())())
testReportRetention('memory', async () => createMemoryStore(), 60)
testReportRetention('sqlite', async () => (await sqlitePlace())(), 10)

testSharedStore('memory', async () => {
  const store = createMemoryStore(createTestClock())
  return async () => store
})

describe.skipIf(database === undefined)('postgres', () => {
  testStore('postgres', async () => (await postgresPlace())())
  testLastingStore('postgres', postgresPlace)
  testActionStore('postgres', async () => (await postgresPlace())())
  testLastingActions('postgres', postgresPlace)
  testPrinterStore('postgres', async () => (await postgresPlace())())
  testAlertStore('postgres', async () => (await postgresPlace())())
  testLastingAlerts('postgres', postgresPlace)
  testApiKeyStore('postgres', async () => (await postgresPlace())())
  testLastingApiKeys('postgres', postgresPlace)
  testSettingStore('postgres', async () => (await postgresPlace())())
  testReportStore('postgres', async () => (await postgresPlace())())
  testReportRetention('postgres', async () => (await postgresPlace())(), 4)
  testLastingPrinters('postgres', postgresPlace)
  testWebhookStore('postgres', async () => (await postgresPlace())())
  testWebhookChanges('postgres', async () => (await postgresPlace())())
  testLastingWebhooks('postgres', postgresPlace)
  testSharedStore('postgres', postgresPlace)
})

test('refuses to copy a store in memory', async () => {
  await expect(createMemoryStore().backup('copy.db')).rejects.toThrow('no file')
})

// Few names and timestamps, so that steps collide.
const id = fc.constantFrom('a', 'b', 'C', 'd1')
const name = fc.constantFrom('Mona', 'MONA', 'zoé', 'ZOE\u0301', 'سلمى', '')
const at = fc.nat(6)
const word = fc
  .record({ orderId: id, toldId: fc.option(fc.string()), receivedAt: at })
  .map((each) => notificationOf(each.orderId, each))
const role = fc.constantFrom(...tabletRoles)
const categoryIds = fc.option(fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }))
const device = fc.record({ id, name, tokenHash: id, enrolledAt: at, lastSeenAt: at, role, categoryIds })
const deviceChange = fc.record({ role, categoryIds }, { requiredKeys: [] })
const person = fc.record({ id, name, isManager: fc.boolean(), pinHash: fc.string() })
const signIn = fc.record({ tokenHash: id, personId: id, deviceId: id, expiresAt: at, usedAt: at })
const tryLimits = fc.uniqueArray(
  fc.record({
    subject: id,
    most: fc.integer({ min: 1, max: 3 }),
    withinMs: fc.integer({ min: 1, max: 5 }),
    waitsMs: fc.array(at, { maxLength: 2 }),
  }),
  { selector: ({ subject }) => subject, maxLength: 2 },
)
const entry = fc.record({
  at,
  what: fc.string(),
  detail: fc.option(fc.string({ unit: 'binary' })),
  by: fc.constant(null),
})
const notice = fc.record({ receivedAt: at, contentType: fc.string(), body: fc.string({ unit: 'binary' }) })
const closed = fc.record(
  {
    search: fc.array(fc.array(fc.string({ maxLength: 2 }), { maxLength: 3 }), { maxLength: 2 }),
    outcome: fc.constantFrom(...orderOutcomes),
    from: at,
    before: at,
    limit: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['limit'] },
)
const sentAttempt = fc.tuple(id, id, at).map(([key, orderId, when]) => sentAttemptOf(key, orderId, when))
const doneAttempt = fc.tuple(id, id, at).map(([key, orderId, when]) => doneAttemptOf(key, orderId, when))
const logEntry = fc.record({ at, what: fc.string(), orderId: fc.option(id) }).map(logEntryOf)
const maybeEntry = fc.option(logEntry, { nil: undefined })
const logOptions = fc.record(
  { orderId: id, before: fc.nat(9).map(String), limit: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: ['limit'] },
)
const printer = fc.record({ name, keyHash: fc.option(id), opensDrawer: fc.boolean(), setUpAt: at })
const printerState = fc.record({ is: fc.constantFrom(...printerConditions), since: at, seenAt: fc.option(at) })
const printJob = fc
  .record({
    id,
    occasion: id,
    orderId: fc.option(id),
    state: fc.constantFrom('queued', 'sending', 'printed'),
    createdAt: at,
    revision: fc.nat(2),
  })
  .map((job) => printJobOf(job.id, job))
const alert = fc
  .record({
    id,
    occasion: id,
    at,
    ended: fc.option(at.map((when) => ({ at: when, how: 'over' as const, by: null }))),
    revision: fc.nat(2),
  })
  .map((each) => alertOf(each.id, each))
const phone = fc
  .record({ id, personId: id, deviceId: id, endpoint: id, createdAt: at, deliveredAt: fc.option(at) })
  .map((each) => phoneOf(each.id, each))
const reportDay = fc
  .record({ day: fc.constantFrom('2026-10-31', '2026-11-01'), version: at, isFinal: fc.boolean() })
  .map((each) => reportDayOf(each.day, each))
const apiKey = fc
  .record({
    name,
    scopes: fc.subarray([...apiScopes]),
    keyHash: id,
    createdAt: at,
    createdBy: fc.option(name),
    lastUsedAt: fc.option(at),
  })
  .chain((rest) => id.map((each) => apiKeyOf(each, rest)))
const statusOrder = fc
  .constantFrom('cancelled', 'rejected', 'delivered', 'unheard-of')
  .map((key) => ({ status: { key }, items: [{ product: { name: 'Ab', barcode: '1-2' } }] }))
const record = fc
  .tuple(
    word,
    fc.record({
      closedAt: fc.option(at),
      lane: fc.constantFrom('answer', 'closed'),
      closedFrom: fc.constantFrom(null, 'answer', 'ready'),
      order: fc.oneof(fc.jsonValue(), statusOrder),
      numbers: fc.string().map((text) => text.toLowerCase()),
    }),
  )
  .map(([each, change]) => ({ ...recordOfNotification(each, 0), ...change }))

/** Overwrites the current record, or an outdated one, which is refused. */
async function overwrite(store: Store, record: OrderRecord, isLate: boolean, told?: ChangeRecords) {
  const known = await store.find(record.orderId)
  return store.save({ ...record, version: (known?.version ?? 0) - (isLate ? 1 : 0) }, told)
}

type Step = (store: Store) => Promise<unknown>
const step = <T>(arbitrary: fc.Arbitrary<T>, act: (store: Store, value: T) => Promise<unknown>): fc.Arbitrary<Step> =>
  arbitrary.map((value) =>
    Object.assign((store: Store) => act(store, value), {
      [fc.toStringMethod]: () => `${act.toString()} ${fc.stringify(value)}`,
    }),
  )

const steps: fc.Arbitrary<Step> = fc.oneof(
  step(fc.array(word), (store, words) => store.ingest(words)),
  step(fc.tuple(record, fc.boolean()), (store, [each, isLate]) => overwrite(store, each, isLate)),
  step(fc.tuple(record, entry, maybeEntry), (store, [each, note, told]) =>
    overwrite(store, each, false, { notes: [note], ...(told && { entry: told }) }),
  ),
  step(id, (store, each) => store.find(each)),
  step(closed, (store, options) => store.closed(options)),
  step(fc.tuple(fc.array(id), at), (store, [ids, when]) => store.saveUnconfirmed(ids, when)),
  step(fc.record({ orderId: id, mentionedAt: at }), (store, each) => store.dropUnconfirmed(each)),
  step(at, (store, when) => store.forgetUnconfirmed(when)),
  step(notice, (store, each) => store.saveUnreadable(each)),
  step(fc.record({ closedBefore: at, unreadableBefore: at }), (store, before) => store.forget(before)),
  step(fc.tuple(device, maybeEntry), (store, [each, note]) => store.addDevice(each, note)),
  step(id, (store, each) => store.findDevice(each)),
  step(fc.tuple(id, at), (store, [each, when]) => store.touchDevice(each, when)),
  step(fc.tuple(id, fc.string(), maybeEntry), (store, [each, name, note]) =>
    store.renameDevice(each, name, note && (() => note)),
  ),
  step(fc.tuple(id, deviceChange, maybeEntry), (store, [each, change, note]) => store.changeDevice(each, change, note)),
  step(fc.tuple(id, maybeEntry), (store, [each, note]) => store.removeDevice(each, note)),
  step(fc.tuple(person, maybeEntry), (store, [each, note]) => store.addPerson(each, note)),
  step(fc.tuple(id, fc.boolean()), (store, [each, keepsManager]) => store.removePerson(each, { keepsManager })),
  step(fc.tuple(id, fc.string(), id, maybeEntry), (store, [each, pinHash, staying, note]) =>
    store.changePin(each, pinHash, { staying, ...(note && { entry: note }) }),
  ),
  step(fc.tuple(signIn, maybeEntry), (store, [each, note]) => store.addSignIn(each, note)),
  step(fc.tuple(id, at), (store, [each, when]) => store.touchSignIn(each, when)),
  step(id, (store, each) => store.removeSignIn(each)),
  step(fc.tuple(id, at, maybeEntry, role), (store, [each, until, note, ofRole]) =>
    store.addEnrolmentCode(each, until, note, ofRole),
  ),
  step(fc.tuple(tryLimits, at), (store, [limits, now]) => store.beginTry(limits, now)),
  step(fc.tuple(fc.uniqueArray(id), at), (store, [subjects, when]) => store.takeBackTry(subjects, when)),
  step(fc.tuple(id, device, maybeEntry, fc.option(id, { nil: undefined })), (store, [code, each, note, formerId]) =>
    store.enrolDevice(code, each, note && (() => note), formerId),
  ),
  step(at, (store, when) => store.forgetExpired(when)),
  step(sentAttempt, (store, each) => store.beginAttempt(each)),
  step(doneAttempt, async (store, each) => {
    // An attempt is overwritten only for its own order.
    const known = await store.findAttempt(each.key)
    return !known || known.orderId === each.orderId ? store.writeAttempt(each) : undefined
  }),
  step(at, (store, when) => store.forgetAttempts(when)),
  step(logEntry, (store, each) => store.appendLog(each)),
  step(logOptions, (store, options) => store.readLog(options)),
  step(at, (store, when) => store.forgetLog(when)),
  step(fc.tuple(id, printer, printerState, maybeEntry), (store, [each, rest, state, note]) =>
    store.savePrinter(printerOf(each, { ...rest, state }), note),
  ),
  step(fc.tuple(id, printerState), (store, [each, state]) => store.savePrinterState(each, state)),
  step(fc.tuple(id, maybeEntry), (store, [each, note]) => store.removePrinter(each, note)),
  step(fc.uniqueArray(printJob, { selector: (job) => job.id, maxLength: 4 }), (store, jobs) =>
    store.addPrintJobs(jobs),
  ),
  step(printJob, async (store, job) => {
    // A job keeps its occasion.
    const { occasion } = (await store.findPrintJob(job.id)) ?? job
    return store.savePrintJob({ ...job, occasion })
  }),
  step(at, (store, when) => store.forgetPrintJobs(when)),
  step(alert, (store, each) => store.beginAlert(each)),
  step(alert, async (store, each) => {
    // An alert keeps its occasion.
    const { occasion } = (await store.findAlert(each.id)) ?? each
    return store.saveAlert({ ...each, occasion })
  }),
  step(at, (store, when) => store.forgetAlerts(when)),
  step(fc.tuple(phone, maybeEntry), async (store, [each, note]) => {
    // An id belongs to one endpoint.
    const other = (await store.phones()).some(({ id, endpoint }) => id === each.id && endpoint !== each.endpoint)
    return other ? undefined : store.savePhone(each, note)
  }),
  step(fc.tuple(id, at), (store, [each, when]) => store.touchPhone(each, when)),
  step(fc.tuple(id, maybeEntry), (store, [each, note]) => store.removePhone(each, note)),
  step(fc.tuple(at, at, id, fc.integer({ min: 1, max: 3 })), (store, [from, before, orderId, limit]) =>
    store.ordersReceived({ from, before, limit, after: { receivedAt: from, orderId } }),
  ),
  step(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 3 })), (store, [version, limit]) =>
    store.changedAfter(version, limit),
  ),
  step(fc.array(id), (store, ids) => store.logOf(ids)),
  step(reportDay, (store, each) => store.saveReportDay(each)),
  step(fc.constantFrom('2026-10-31', '2026-11-01'), (store, day) => store.forgetReportDays(day)),
  step(fc.tuple(apiKey, maybeEntry), (store, [each, note]) => store.addApiKey(each, note)),
  step(fc.tuple(id, at), (store, [each, when]) => store.touchApiKey(each, when)),
  step(fc.tuple(id, maybeEntry), (store, [each, note]) => store.removeApiKey(each, note)),
)

/** Everything that is visible of a store. */
const all = async (store: Store) => [
  await store.version(),
  await store.open(),
  await store.closed({ limit: 100 }),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.timeline(each))),
  await store.unreadable(),
  await store.unconfirmedOrders(),
  await store.devices(),
  await store.people(),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.findSignIn(each))),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.findAttempt(each))),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.lastCompletedAttempt(each))),
  await store.unreconciledAttempts(),
  await store.readLog({ limit: 100 }),
  await store.printers(),
  await store.openAlerts(),
  await store.latestAlerts(100),
  await store.phones(),
  await store.reportDays({ from: '2000-01-01', to: '2030-01-01', limit: 9 }),
  await store.openReportDays('2030-01-01'),
  await store.apiKeys(),
  await store.pendingPrintJobs(),
  await store.latestPrintJobs(100),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.printJobsOf(each))),
]

/** Whatever is done to it, a store gives the same answers as the one in memory. */
async function isLikeMemory(open: () => Promise<Store>, numRuns: number): Promise<void> {
  const isLike = fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (acts) => {
    const memory = createMemoryStore()
    const store = await open()
    try {
      for (const act of acts) expect(await act(store)).toEqual(await act(memory))
      expect(await all(store)).toEqual(await all(memory))
    } finally {
      await store.close()
    }
  })
  await fc.assert(isLike, { numRuns })
}

test('gives the same answers from a file as from memory, whatever is done', async () => {
  const open = await sqlitePlace()
  let run = 0
  await expect(isLikeMemory(() => open(`run-${(run += 1)}`), 75)).resolves.toBeUndefined()
}, 60_000)

test.skipIf(database === undefined)(
  'gives the same answers from PostgreSQL, whatever is done',
  async () => {
    await expect(isLikeMemory(async () => (await postgresPlace())(), 50)).resolves.toBeUndefined()
  },
  60_000,
)
