import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { doneAttemptOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { alertOf, phoneOf } from '#testing/alert-store-suite.ts'
import { apiKeyOf } from '#testing/api-key-store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'
import { printerOf, printJobOf } from '#testing/printer-store-suite.ts'
import { reportDayOf } from '#testing/report-store-suite.ts'
import { noteOn, notificationOf } from '#testing/store-suite.ts'
import { openSqliteStore } from './store-sqlite.ts'

const hourMs = 3_600_000
const device = {
  id: 'd1',
  name: 'Counter',
  tokenHash: 'hash-d1',
  enrolledAt: 1,
  lastSeenAt: 2,
  role: 'counter' as const,
  categoryIds: null,
}
const entry = {
  at: 5,
  what: 'accept',
  by: null,
  sent: {},
  vendor: null,
  outcome: 'done',
  settledBy: 'answer',
  tookMs: 3,
  posts: 1,
} as const
const person = { id: 'p1', name: 'Mona', isManager: true, pinHash: 'pin-1' }

function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const clock = createTestClock()
  const file = join(folder, 'desk.db')
  const logged: { readonly event: string; readonly level: string; readonly fields: unknown }[] = []
  let listeners: (() => void)[] = []
  return {
    folder,
    file,
    clock,
    logged,
    copies: () =>
      readdirSync(folder)
        .filter((name) => name.includes('.copy-'))
        .toSorted(),
    /** Advances time, and waits until a copy was made or failed, which takes real time. */
    async passUntilCopy(ms: number): Promise<void> {
      const copied = new Promise<void>((resolve) => listeners.push(resolve))
      await clock.advance(ms)
      await copied
      await clock.advance(0)
    },
    async open(at = file): Promise<Store> {
      const store = await openSqliteStore({
        file: at,
        clock,
        log: (event, fields, level = 'info') => {
          logged.push({ event, level, fields })
          if (event.startsWith('store_cop')) for (const listener of listeners.splice(0)) listener()
        },
      })
      onTestFinished(() => store.close())
      return store
    },
  }
}

const idsOf = async (store: Store) => (await store.open()).map(({ orderId }) => orderId)

test('backs up into a store with everything of that moment', async () => {
  const { folder, open } = createPlace()
  const store = await open()
  await store.ingest([notificationOf('1'), notificationOf('2')])
  await store.addDevice(device)
  await store.addPerson(person)
  await noteOn(store, '1', { at: 1, what: 'heard', detail: null, by: null })
  const backup = store.backup(join(folder, 'backup.db'))
  const meanwhile = await store.ingest([notificationOf('3')])
  await backup
  expect(meanwhile).toEqual([expect.any(Number)])
  const restored = await open(join(folder, 'backup.db'))
  expect(await idsOf(restored)).toEqual(expect.arrayContaining(['1', '2']))
  expect(await restored.devices()).toEqual([device])
  expect(await restored.people()).toEqual([person])
  expect(await restored.timeline('1')).toHaveLength(1)
  expect(await restored.ingest([notificationOf('1'), notificationOf('4')])).toEqual([undefined, expect.any(Number)])
})

test('overwrites nothing in a backup, and leaves no partial file', async () => {
  const { folder, file, open } = createPlace()
  const store = await open()
  const taken = join(folder, 'taken')
  writeFileSync(taken, 'mine')
  await expect(store.backup(taken)).rejects.toEqual(
    new StoreUnavailable('The copy needs a file that is not there yet.'),
  )
  expect(readFileSync(taken, 'utf8')).toBe('mine')
  await expect(store.backup(file)).rejects.toBeInstanceOf(StoreUnavailable)
  const nowhere = store.backup(join(folder, 'none', 'copy.db'))
  await expect(nowhere).rejects.toEqual(new StoreUnavailable('The copy needs a folder that is there.'))
  await expect(store.backup('/proc/copy.db')).rejects.toBeInstanceOf(StoreUnavailable)
  const both = await Promise.allSettled([store.backup(join(folder, 'b')), store.backup(join(folder, 'b'))])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('copies every hour, keeps a day of copies, and is not delayed by a restart', async () => {
  const { file, clock, copies, open, passUntilCopy } = createPlace()
  const store = await open()
  await passUntilCopy(60_000)
  expect(copies()).toEqual(['desk.db.copy-2026-11-20T12-01-00.000Z'])
  await passUntilCopy(hourMs)
  expect(copies()).toHaveLength(2)
  await clock.advance(hourMs - 60_000)
  await store.close()
  const again = await open()
  await passUntilCopy(60_000)
  expect(copies()).toHaveLength(3)
  for (let hour = 0; hour < 24; hour += 1) await passUntilCopy(hourMs)
  expect(copies()).toHaveLength(24)
  expect((statSync(`${file}.copy-2026-11-21T14-01-00.000Z`).mode & 0o077).toString(8)).toBe('0')
  await again.close()
})

test('takes the newest copy by name, also after the clock was years ahead', async () => {
  const { file, clock, copies, open, passUntilCopy } = createPlace()
  const ahead = 5 * 365 * 24 * hourMs
  clock.set(ahead)
  const store = await open()
  for (let hour = 0; hour < 24; hour += 1) await passUntilCopy(hourMs)
  clock.set(-ahead)
  await store.ingest([notificationOf('1')])
  await passUntilCopy(hourMs)
  expect(copies()).toHaveLength(24)
  await store.close()
  writeFileSync(file, 'damaged')
  expect(await idsOf(await open())).toEqual(['1'])
})

test('reports a failed copy, and retries soon', async () => {
  const { file, copies, logged, open, passUntilCopy } = createPlace()
  const store = await open()
  const areFailing = () => store.copies?.areFailing()
  expect(areFailing()).toBe(false)
  const blocked = `${file}.copy-draft`
  mkdirSync(blocked)
  await passUntilCopy(60_000)
  expect(logged).toMatchObject([{ event: 'store_copy_failed', level: 'error' }])
  expect(areFailing()).toBe(true)
  rmSync(blocked, { recursive: true })
  await passUntilCopy(600_000)
  expect(copies()).toEqual(['desk.db.copy-2026-11-20T12-11-00.000Z'])
  expect(areFailing()).toBe(false)
})

/** A store with a copy of two orders, and a third order that came later. */
async function createPlaceWithCopy() {
  const place = createPlace()
  const store = await place.open()
  await store.addDevice(device)
  await store.addPerson(person)
  await store.addSignIn({ tokenHash: 's1', personId: 'p1', deviceId: 'd1', expiresAt: 1e15, usedAt: 1 })
  await store.addEnrolmentCode('used', device.enrolledAt + 600_000)
  await store.ingest([notificationOf('1'), notificationOf('2')])
  await place.passUntilCopy(60_000)
  expect(await store.enrolDevice('used', device)).toBe(device.name)
  await store.ingest([notificationOf('3')])
  const version = await store.version()
  await store.close()
  return { ...place, version }
}

const damages: readonly (readonly [string, (file: string) => void, readonly string[]])[] = [
  ['is no database', (file) => writeFileSync(file, 'x'.repeat(8192)), ['1', '2']],
  ['is empty', (file) => truncateSync(file), ['1', '2']],
  ['is cut short', (file) => truncateSync(file, 4096 * 3), ['1', '2']],
  ['has a damaged index', (file) => damageIndex(file), ['1', '2', '3']],
]

/** Swaps entries of an index, so that it contradicts its table. */
function damageIndex(file: string): void {
  const bytes = readFileSync(file)
  const pages = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096)
  // Leaf pages of indexes begin with 10; the index of order ids is the first with content.
  const index = pages.find((page) => bytes[page] === 10 && bytes.readUInt16BE(page + 3) === 3)
  if (index === undefined) throw new Error('There is no index page.')
  bytes.fill(0xff, index + 4096 - 12, index + 4096)
  writeFileSync(file, bytes)
}

test.each(damages)(
  'sets aside a file that %s, and continues with its tablets, people and orders',
  async (_name, damage, orders) => {
    const { file, folder, version, logged, open } = await createPlaceWithCopy()
    damage(file)
    const store = await open()
    expect(store.wasRepaired).toBe(true)
    expect(logged.filter(({ event }) => event === 'store_damaged')).toMatchObject([{ level: 'error' }])
    expect(readdirSync(folder).filter((name) => name.startsWith('desk.db.damaged-'))).not.toEqual([])
    expect(await store.devices()).toEqual([device])
    expect(await store.people()).toEqual([person])
    expect((await idsOf(store)).toSorted()).toEqual(orders)
    // What ended or was used up since the copy stays so.
    expect(await store.findSignIn('s1')).toBeUndefined()
    expect(await store.enrolDevice('used', device)).toBeUndefined()
    await store.ingest([notificationOf('9')])
    expect((await store.find('9'))?.version).toBeGreaterThan(version)
    await store.close()
    const sound = await open()
    expect([sound.wasRepaired, await idsOf(sound)]).toEqual([false, expect.arrayContaining(['9'])])
  },
)

test('keeps removed people, printers and API keys out, and knows later attempts, print jobs, settings, alerts, phones, deliveries and days of reports, after a repair', async () => {
  const { file, logged, passUntilCopy, open } = createPlace()
  const store = await open()
  await store.addPerson(person)
  await store.addPerson({ ...person, id: 'p2', name: 'Gone' })
  await store.addDevice(device)
  await store.addDevice({ ...device, id: 'd2', tokenHash: 'hash-d2' })
  for (const id of ['kitchen', 'bar', 'gone']) await store.savePrinter(printerOf(id))
  const owners = { personId: person.id, deviceId: device.id }
  for (const id of ['a', 'b']) await store.savePhone(phoneOf(id, owners))
  await store.savePhone(phoneOf('of gone', { ...owners, personId: 'p2' }))
  await store.beginAlert(alertOf('of the copy'))
  await store.addPrintJobs([printJobOf('j1')])
  await store.saveSetting('rules', 'of the copy', 0)
  for (const id of ['till', 'gone']) await store.addWebhook(webhookOf(id))
  for (const id of ['till', 'ended']) await store.addApiKey(apiKeyOf(id))
  await store.ingest([notificationOf('1')])
  await passUntilCopy(60_000)
  await store.savePrinter(printerOf('bar', { name: 'Grill' }))
  await store.removePrinter('gone')
  await store.removeWebhook('gone')
  const [told] = await store.latestDeliveries('till', 1)
  if (told) await store.saveDelivery({ ...told, state: 'delivered', dueAt: null }, 1)
  await store.savePrintJob(printJobOf('j1', { state: 'printed' }))
  await store.addPrintJobs([printJobOf('j2')])
  await store.saveSetting('rules', 'later', 1)
  await store.removePhone('b')
  await store.removeApiKey('ended')
  await store.addApiKey(apiKeyOf('books'))
  await store.savePhone(phoneOf('c', owners))
  await store.beginAlert(alertOf('later'))
  await store.saveReportDay(reportDayOf('2026-11-20', { isFinal: true }))
  await store.removePerson('p2')
  await store.removeDevice('d2')
  await store.beginAttempt(sentAttemptOf('under-way', '1'))
  await store.beginAttempt(sentAttemptOf('done', '2'))
  await store.writeAttempt(doneAttemptOf('done', '2'), { ...entry, orderId: '2' })
  await store.ingest([notificationOf('2'), notificationOf('3')])
  await store.saveUnconfirmed(['4'], 7)
  await store.close()
  damageIndex(file)
  const again = await open()
  expect(again.wasRepaired).toBe(true)
  expect(logged.at(-1)).toMatchObject({ event: 'store_damaged', fields: { isAccessKnown: true, taps: 2 } })
  expect([await again.people(), await again.devices()]).toEqual([[person], [device]])
  expect(await again.unreconciledAttempts()).toMatchObject([{ key: 'under-way' }])
  expect(await again.findAttempt('done')).toMatchObject({ state: 'done' })
  expect(await again.unconfirmedOrders()).toEqual([{ orderId: '4', mentionedAt: 7 }])
  expect((await again.printers()).map(({ name }) => name)).toEqual(['Grill', 'Printer kitchen'])
  expect(await again.printJobsOf('1')).toMatchObject([{ state: 'printed' }, { id: 'j2', state: 'queued' }])
  expect(await again.readSetting('rules')).toEqual({ value: 'later', revision: 2 })
  expect((await again.phones()).map(({ id }) => id)).toEqual(['a', 'c'])
  expect((await again.webhooks()).map(({ id }) => id)).toEqual(['till'])
  // Told before the damage, and not again.
  expect(await again.findDelivery('till', told?.id ?? '')).toMatchObject({ orderId: '1', state: 'delivered' })
  expect(await again.countDeliveries('till')).toEqual({ waiting: 2, parked: 0 })
  const days = await again.reportDays({ from: '2026-01-01', to: '2027-01-01', limit: 9 })
  expect(days).toEqual([reportDayOf('2026-11-20', { isFinal: true })])
  expect((await again.apiKeys()).map(({ id }) => id)).toEqual(['books', 'till'])
  expect((await again.latestAlerts(9)).map(({ id }) => id)).toEqual(['of the copy', 'later'])
  expect((await again.readLog({ limit: 9 })).entries).toMatchObject([{ orderId: '2', outcome: 'done' }])
})

test('sets aside a damaged file without copies, and starts anew with later versions', async () => {
  const { file, logged, open } = createPlace()
  const store = await open()
  await store.ingest([notificationOf('1')])
  const version = await store.version()
  await store.close()
  writeFileSync(file, 'x'.repeat(8192))
  const again = await open()
  expect(logged).toMatchObject([{ event: 'store_damaged', level: 'error', fields: { copy: null } }])
  expect(await again.open()).toEqual([])
  expect(await again.version()).toBeGreaterThan(version)
})

test('does not touch a file that is no database and was never used by a server', async () => {
  const { file, folder, open } = createPlace()
  writeFileSync(file, 'root:x:0:0')
  for (const _time of [1, 2]) await expect(open()).rejects.toThrow(/^DATABASE_URL: names a file that is no database/)
  expect(readFileSync(file, 'utf8')).toBe('root:x:0:0')
  expect(readdirSync(folder)).toEqual(['desk.db'])
})

test('skips a damaged copy for the one before it', async () => {
  const { file, copies, clock, open, passUntilCopy } = createPlace()
  const store = await open()
  await store.addDevice(device)
  await passUntilCopy(60_000)
  await passUntilCopy(hourMs)
  await store.close()
  await clock.advance(1)
  for (const path of [file, join(file, '..', copies().at(-1) ?? '')]) writeFileSync(path, 'x'.repeat(8192))
  expect(await (await open()).devices()).toEqual([device])
})

test('finishes or restarts an interrupted repair at the next start', async () => {
  const { file, folder, open } = createPlace()
  const store = await open()
  await store.ingest([notificationOf('1')])
  await store.close()
  renameSync(file, `${file}.repair`)
  const again = await open()
  expect(await idsOf(again)).toEqual(['1'])
  await again.close()
  writeFileSync(`${file}.repair`, 'half')
  writeFileSync(file, 'x'.repeat(8192))
  expect(await (await open()).ingest([notificationOf('2')])).toEqual([expect.any(Number)])
  expect(readdirSync(folder).filter((name) => name.includes('.repair'))).toEqual([])
})

test('has an order that came back since the copy open, or asks for it, after a repair', async () => {
  const place = createPlace()
  const store = await place.open()
  await store.addDevice(device)
  await store.addPerson(person)
  await store.ingest([notificationOf('1'), notificationOf('2'), notificationOf('3')])
  const first = await store.find('1')
  if (!first) throw new Error('No order.')
  const closed = await store.save({ ...first, lane: 'closed', closedAt: 5 })
  await place.passUntilCopy(60_000)
  // The service mentioned it again and showed it: it waits for an answer.
  if (closed) await store.save({ ...closed, lane: 'answer', closedAt: null })
  expect((await idsOf(store)).toSorted()).toEqual(['1', '2', '3'])
  await store.close()
  damageIndex(place.file)
  const repaired = await place.open()
  expect(repaired.wasRepaired).toBe(true)
  const asked = (await repaired.unconfirmedOrders()).map(({ orderId }) => orderId)
  expect([...(await idsOf(repaired)), ...asked].toSorted()).toEqual(['1', '2', '3'])
})
