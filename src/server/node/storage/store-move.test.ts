import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { runDesk } from '#server/node/command/desk-run.ts'
import type { Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { doneAttemptOf, logEntryOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { newPlace } from '#testing/postgres.ts'
import { apiKeyOf } from '#testing/api-key-store-suite.ts'
import { alertOf, phoneOf } from '#testing/alert-store-suite.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'
import { printerOf, printJobOf } from '#testing/printer-store-suite.ts'
import { reportDayOf } from '#testing/report-store-suite.ts'
import { tabletOf, notificationOf } from '#testing/store-suite.ts'
import { openPostgresStore } from './store-postgres.ts'
import { openSqliteStore } from './store-sqlite.ts'

const database = inject('postgres')
const clock = createTestClock()
const folder = mkdtempSync(join(tmpdir(), 'move-'))
afterAll(() => rmSync(folder, { recursive: true }))

const openFile = (file: string) => openSqliteStore({ file, clock, log: () => undefined })
const addressOf = ({ url, schema }: ReturnType<typeof newPlace>) => `${url}?schema=${schema}`

async function move(file: string, to: string) {
  const [out, complaints]: string[][] = [[], []]
  const streams = { input: process.stdin, prompts: process.stderr }
  const terminal = {
    ...streams,
    out: (line: string) => out?.push(line),
    complain: (line: string) => complaints?.push(line),
  }
  const code = await runDesk(['move', '--to', to], { DATABASE_URL: `file:${file}` }, terminal)
  return { code, out, complaints }
}

/** Fills a shop with every kind of row, and more orders than fit in one statement. */
async function fill(file: string): Promise<void> {
  const store = await openFile(file)
  await store.ingest(Array.from({ length: 1200 }, (_, at) => notificationOf(`O${at}`, { receivedAt: 1000 + at })))
  await store.ingest([notificationOf('odd', { toldId: 'Ö/../%\u0000\uD800 1' })])
  const first = await store.find('O1')
  const notes = [{ at: 1, what: 'read', detail: '\u0000', by: null }]
  if (first) await store.save({ ...first, lane: 'closed', closedAt: 9, order: { name: 'طلب 😀 \uD800' } }, { notes })
  await store.saveUnreadable({ receivedAt: 1, contentType: 'a/b', body: '\u0000' })
  await store.saveUnconfirmed(['spoken of', 'O1'], 7)
  await store.addDevice({
    id: 'd1',
    name: 'Counter',
    tokenHash: 'hash',
    enrolledAt: 1,
    lastSeenAt: 2,
    role: 'station',
    categoryIds: ['3'],
  })
  await store.addPerson({ id: 'p1', name: 'سارة', isManager: true, pinHash: 'pin' })
  await store.addSignIn({ tokenHash: 's1', personId: 'p1', deviceId: 'd1', expiresAt: 9, usedAt: 1 })
  await store.addEnrolmentCode('code', 9)
  await store.beginTry([{ subject: 'x', most: 1, withinMs: 900, waitsMs: [] }], 50)
  await store.beginAttempt(sentAttemptOf('k1', 'O2'))
  await store.writeAttempt(doneAttemptOf('k2', 'O3'), logEntryOf())
  await store.savePrinter(printerOf('p1', { name: 'مطبخ' }))
  await store.addPrintJobs([printJobOf('j1', { number: '\u0000' })])
  await store.saveSetting('rules', { name: '\u0000' }, 0)
  await store.savePhone(phoneOf('phone'))
  await store.addApiKey(apiKeyOf('key', { name: 'صندوق' }))
  await store.beginAlert(alertOf('alert', { about: ['\u0000'] }))
  await store.addWebhook(webhookOf('webhook'))
  await store.ingest([notificationOf('told', { receivedAt: 900 })])
  await store.saveReportDay(reportDayOf('2026-11-20', { isFinal: true }))
  await store.close()
}

const seen = async (store: Store) => [
  await store.open(),
  await store.closed({ limit: 10 }),
  await store.version(),
  await store.timeline('O1'),
  await store.unreadable(),
  await store.unconfirmedOrders(),
  await store.devices(),
  await store.people(),
  await store.findSignIn('s1'),
  await store.unreconciledAttempts(),
  await store.lastCompletedAttempt('O3'),
  await store.readLog({ limit: 9 }),
  await store.printers(),
  await store.latestPrintJobs(9),
  await store.readSetting('rules'),
  await store.phones(),
  await store.openAlerts(),
  await store.webhooks(),
  await store.latestDeliveries('webhook', 9),
  await store.reportDays({ from: '2000-01-01', to: '2030-01-01', limit: 9 }),
  await store.apiKeys(),
]

describe.skipIf(database === undefined)('moving a shop to PostgreSQL', () => {
  test('copies everything, goes on from there, and keeps the file', async () => {
    const file = join(folder, 'whole.db')
    await fill(file)
    const place = newPlace(database ?? '')
    const { code, out } = await move(file, addressOf(place))
    expect([code, out?.at(-2)]).toEqual([0, expect.stringMatching(/^Moved: 1\d{3} rows, each read back/)])
    const [before, after] = [await openFile(file), await openPostgresStore({ ...place, clock })]
    expect(await seen(after)).toEqual(await seen(before))
    expect(await after.ingest([notificationOf('O5'), notificationOf('next')])).toEqual([
      undefined,
      (await before.version()) + 1,
    ])
    expect(await after.enrolDevice('code', tabletOf('d9', 8))).toBe('Counter 2')
    await before.close()
    await after.close()
  })

  test('refuses to overwrite another shop, or to move half', async () => {
    const file = join(folder, 'taken.db')
    await fill(file)
    const place = newPlace(database ?? '')
    const other = await openPostgresStore({ ...place, clock })
    await other.addPerson({ id: 'p9', name: 'Omar', isManager: false, pinHash: '' })
    expect(await move(file, addressOf(place))).toMatchObject({
      code: 1,
      complaints: [expect.stringContaining('already')],
    })
    expect([await other.open(), (await other.people()).length]).toEqual([[], 1])
    await other.close()
  })

  test('refuses while a server uses it', async () => {
    const file = join(folder, 'busy.db')
    const store = await openFile(file)
    const answer = await move(file, addressOf(newPlace(database ?? '')))
    expect(answer).toMatchObject({ code: 1, complaints: ['DATABASE_URL: is in use by another server'] })
    await store.close()
  })
})

test.each([
  ['postgres://127.0.0.1', /^--to: names no database$/],
  ['file:other.db', /^It moves from a file/],
  ['postgres://desk:secret@127.0.0.1:1/desk', /^There is no database at /],
])('refuses to move to %s', async (to, why) => {
  const { code, complaints } = await move(join(folder, 'none.db'), to)
  expect([code, complaints]).toEqual([1, [expect.stringMatching(why)]])
  expect(complaints?.join()).not.toContain('secret')
})

test('does not change a file of an older version', async () => {
  const file = join(folder, 'older.db')
  await fill(file)
  const opened = new DatabaseSync(file)
  opened.exec('drop table servers; drop table watches; drop index orders_version; drop table rumours')
  opened.exec('delete from migrations where number > 3')
  const { code, complaints } = await move(file, 'postgres://desk@127.0.0.1:1/desk')
  expect([code, complaints]).toEqual([1, [expect.stringContaining('holds data of an older version')]])
  expect(opened.prepare('select max(number) as number from migrations').get()).toEqual({ number: 3 })
  opened.close()
})

test('leaves the file unchanged if the database is missing', async () => {
  const file = join(folder, 'alone.db')
  await fill(file)
  const before = readFileSync(file)
  const { code, complaints } = await move(file, 'postgres://desk:secret@127.0.0.1:1/desk')
  expect([code, complaints?.join()]).toEqual([1, expect.stringMatching(/^--to: .* \(ECONNREFUSED\)$/)])
  expect(readFileSync(file).equals(before)).toBe(true)
})
