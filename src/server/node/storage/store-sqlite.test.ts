import { noMarks } from '#domain/order.ts'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { orderOutcomes } from '#contract/desk/order-outcome.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/node/config/config-values.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk } from '#testing/desk.ts'
import { tabletOf, notificationOf } from '#testing/store-suite.ts'
import { isSafeSqlite, seeThatItIsWritable } from './store-file.ts'
import { nameStore } from './store-refusal.ts'
import { openSqliteStore, type SqliteStoreDeps } from './store-sqlite.ts'

function createPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const clock = createTestClock()
  const file = join(folder, 'desk.db')
  return {
    folder,
    file,
    async open(deps: Partial<SqliteStoreDeps> = {}): Promise<Store> {
      const store = await openSqliteStore({ file, clock, log: () => {}, ...deps })
      onTestFinished(() => store.close())
      return store
    },
  }
}

test('refuses a read-only database before it takes an order, and explains it', async () => {
  const { file, open } = createPlace()
  await (await open()).close()
  // What SQLite makes of a file that belongs to another user.
  const database = new DatabaseSync(file, { readOnly: true })
  onTestFinished(() => database.close())
  let refusal: unknown
  try {
    seeThatItIsWritable(database)
  } catch (error) {
    refusal = nameStore(new StoreUnavailable('It cannot be opened.', { cause: error }))
  }
  expect(refusal).toEqual(
    new ConfigError('DATABASE_URL', 'names a file that this user may not write, or one in whose folder it may not (8)'),
  )
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test.skipIf(process.platform === 'win32')('creates a file and a folder that only the server can read', async () => {
  const { folder, open } = createPlace()
  const file = join(folder, 'new', 'deep', 'desk.db')
  const store = await open({ file })
  await store.ingest([notificationOf('1')])
  await store.backup(`${file}.backup`)
  expect([join(folder, 'new'), join(folder, 'new', 'deep')].map(modeOf)).toEqual(['700', '700'])
  expect([file, `${file}-wal`, `${file}-shm`, `${file}.backup`].map(modeOf)).toEqual(['600', '600', '600', '600'])
})

test('refuses a second server on the same file until the first has ended', async () => {
  const { open, folder } = createPlace()
  const first = await open()
  await expect(open()).rejects.toBeInstanceOf(ConfigError)
  await expect(open({ file: join(folder, '.', 'x', '..', 'desk.db') })).rejects.toThrow('in use by another server')
  await first.ingest([notificationOf('1')])
  await first.close()
  expect(await (await open()).open()).toHaveLength(1)
})

test('works beside the server, and both see each other’s changes at once', async () => {
  const { open } = createPlace()
  const server = await open()
  const command = await open({ exclusive: false })
  await command.addEnrolmentCode('code', 10)
  await command.addPerson({ id: 'p1', name: 'Mona', isManager: true, pinHash: 'x' })
  expect(await server.enrolDevice('code', tabletOf('d1', 1))).toBe('Counter')
  expect(await command.enrolDevice('code', tabletOf('d1', 1))).toBeUndefined()
  expect(await server.people()).toHaveLength(1)
  const bothAtOnce = Array.from({ length: 100 }, (_, id) =>
    (id % 2 ? server : command).ingest([notificationOf(`o${id}`)]),
  )
  await Promise.all(bothAtOnce)
  const versions = (await server.open()).map(({ version }) => version)
  expect(new Set(versions).size).toBe(100)
  await command.close()
  expect(await server.ingest([notificationOf('after')])).toEqual([expect.any(Number)])
})

test('refuses an SQLite version that may damage its file', () => {
  const versions = ['3.50.4', '3.51.2', '', '3.51.3', '3.51.10', '3.53.4', '4.0.0']
  expect(versions.map(isSafeSqlite)).toEqual([false, false, false, true, true, true, true])
})

const withoutKeys = 'drop table api_keys'
const withoutRoles =
  'alter table devices drop column role; alter table devices drop column category_ids; alter table enrolment_codes drop column role'
const withoutWebhooks = 'drop table webhook_deliveries; drop table outgoing_webhooks'
const withoutPrinters =
  'drop table printers; drop table print_jobs; drop table settings; drop table alerts; drop table phones; drop table report_days'
const withoutOutcomes = `${withoutKeys}; ${withoutWebhooks}; ${withoutRoles}; ${withoutPrinters}; drop index orders_outcome; alter table orders drop column outcome`

test('upgrades data from before tries were counted, and requires a new sign-in', async () => {
  const { file, open } = createPlace()
  const first = await open()
  await first.addDevice({
    id: 'd1',
    name: 'Counter',
    tokenHash: 'd',
    enrolledAt: 1,
    lastSeenAt: 1,
    role: 'counter',
    categoryIds: null,
  })
  await first.addPerson({ id: 'p1', name: 'Sara', isManager: true, pinHash: 'p' })
  await first.addSignIn({ tokenHash: 's1', personId: 'p1', deviceId: 'd1', expiresAt: 9, usedAt: 9 })
  await first.close()
  const database = new DatabaseSync(file)
  database.exec('drop table servers; drop table watches; drop index orders_version; drop table rumours')
  database.exec(withoutOutcomes)
  database.exec('drop table tries; alter table sign_ins drop column used_at; delete from migrations where number > 2')
  database.close()
  const store = await open()
  expect(await store.findSignIn('s1')).toMatchObject({ personId: 'p1', usedAt: 0 })
  const limit = { subject: 'x', most: 1, withinMs: 10, waitsMs: [] }
  expect(await store.beginTry([limit], 5)).toBeUndefined()
  expect(await store.beginTry([limit], 5)).toEqual({ subject: 'x', until: 15 })
})

test('sorts no waiting deliveries to find those that are due, also in data from before that', async () => {
  const { file, open } = createPlace()
  await (await open()).close()
  const old = new DatabaseSync(file)
  old.exec('drop index webhook_deliveries_due; delete from migrations where number > 14')
  old.exec('create index webhook_deliveries_due on webhook_deliveries (webhook_id, state, due_at)')
  old.close()
  await (await open()).close()
  const database = new DatabaseSync(file)
  const due = `select * from webhook_deliveries where webhook_id = 'w' and state = 'waiting' and due_at <= 5`
  const plan = database.prepare(`explain query plan ${due} order by due_at, number limit 4`).all()
  database.close()
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH .* USING INDEX webhook_deliveries_due/),
  ])
})

test('makes counters of the tablets and codes from before roles', async () => {
  const { file, open } = createPlace()
  const first = await open()
  const rest = { enrolledAt: 1, lastSeenAt: 1, role: 'display' as const, categoryIds: ['7'] }
  await first.addDevice({ id: 'd1', name: 'Counter', tokenHash: 'd', ...rest })
  await first.addEnrolmentCode('code', 9, undefined, 'display')
  await first.close()
  const database = new DatabaseSync(file)
  database.exec(
    `${withoutKeys}; ${withoutWebhooks}; ${withoutRoles}; drop table report_days; delete from migrations where number > 10`,
  )
  database.close()
  const store = await open()
  expect(await store.findDevice('d')).toMatchObject({ id: 'd1', role: 'counter', categoryIds: null })
  await store.enrolDevice('code', tabletOf('d2', 1))
  expect(await store.findDevice('hash-d2')).toMatchObject({ role: 'counter' })
})

test('shows the least to a tablet whose role this program does not know', async () => {
  const { file, open } = createPlace()
  const store = await open()
  await store.addDevice(tabletOf('d1', 1))
  const database = new DatabaseSync(file)
  database.exec(`update devices set role = 'kiosk'`)
  database.close()
  expect(await store.findDevice('hash-d1')).toMatchObject({ role: 'display' })
})

test('copies a file before an upgrade, usable by the older program', async () => {
  const { file, open } = createPlace()
  await (await open()).close()
  expect(existsSync(`${file}.before-15`)).toBe(false)
  const database = new DatabaseSync(file)
  database.exec(`${withoutOutcomes}; delete from migrations where number > 5`)
  database.close()
  for (const _ of ['upgraded', 'rolled back by hand and upgraded anew']) {
    const written: string[] = []
    const store = await open({ log: (event) => void written.push(event) })
    expect(written).toEqual(['store_kept_before'])
    await store.close()
    const before = new DatabaseSync(`${file}.before-15`)
    expect(before.prepare('select max(number) as number from migrations').get()).toEqual({ number: 5 })
    before.close()
    copyFileSync(`${file}.before-15`, file)
  }
})

test('finds orders closed before names or digits of every script were searchable', async () => {
  const { file, open } = createPlace()
  const first = await open()
  await first.ingest([notificationOf('1'), notificationOf('2')])
  for (const record of await first.open()) {
    const order = { id: record.orderId, customer: { name: 'Layla Hassan' } }
    await first.save({ ...record, order, numbers: `a-٧٢${record.orderId}`, lane: 'closed', closedAt: 1 })
  }
  await first.close()
  const database = new DatabaseSync(file)
  database.exec(`update orders set numbers = 'a-٧٢' || order_id; ${withoutOutcomes}`)
  database.exec('delete from migrations where number > 5')
  database.close()
  const store = await open()
  const found = async (text: string) =>
    (await store.closed({ search: [[text]], limit: 5 })).map(({ orderId }) => orderId)
  expect((await found('layla')).toSorted()).toEqual(['1', '2'])
  expect(await found('a-722')).toEqual(['2'])
})

test('tells from the timelines of an older version how its orders ended', async () => {
  const { file, open } = createPlace()
  const first = await open()
  const at = (number: number, what: string, detail: string) => ({ at: number, what, detail, by: null })
  const asked = { action: 'reject', outcome: 'done', by: null, at: 10 }
  const accepted = { action: 'accept', outcome: 'done', by: null, at: 10 }
  const olderOrders = [
    ['missed', 'cancelled', null, []],
    ['cancelled', 'cancelled', accepted, [at(10, 'accept', 'done'), at(11, 'lane', 'preparing')]],
    ['cancelled-elsewhere', 'cancelled', null, [at(11, 'lane', 'preparing')]],
    ['cancelled-when-asked', 'cancelled', asked, [at(10, 'reject', 'asked'), at(11, 'lane', 'contact')]],
    [
      'missed-when-back',
      'cancelled',
      asked,
      [at(10, 'reject', 'asked'), at(11, 'lane', 'contact'), at(12, 'lane', 'answer')],
    ],
    ['rejected', 'cancelled', asked, [at(10, 'reject', 'done')]],
    ['completed', 'gone', null, [at(11, 'lane', 'ready')]],
    ['other', 'gone', null, []],
  ] as const
  await first.ingest(olderOrders.map(([orderId]) => notificationOf(orderId)))
  for (const [orderId, key, lastDone, notes] of olderOrders) {
    const record = await first.find(orderId)
    const order = { id: orderId, status: { key }, items: [{ product: { name: 'Basmati Rice' } }] }
    if (record)
      await first.save(
        { ...record, order, lastDone, lane: 'closed', closedAt: 20 },
        { notes: [...notes, at(20, 'lane', 'closed')] },
      )
  }
  await first.close()
  const database = new DatabaseSync(file)
  database.exec("update orders set numbers = order_id, record = json_remove(record, '$.closedFrom', '$.backAt')")
  database.exec(`${withoutOutcomes}; delete from migrations where number > 6`)
  database.close()
  const store = await open()
  const ended = await Promise.all(
    orderOutcomes.map(async (outcome) => [
      outcome,
      (await store.closed({ outcome, limit: 9 })).map(({ orderId }) => orderId).toSorted(),
    ]),
  )
  expect(Object.fromEntries(ended)).toEqual({
    completed: ['completed'],
    rejected: ['rejected'],
    cancelled: ['cancelled', 'cancelled-elsewhere', 'cancelled-when-asked'],
    missed: ['missed', 'missed-when-back'],
    other: ['other'],
  })
  expect(await store.closed({ search: [['basmati']], limit: 9 })).toHaveLength(8)
})

test('upgrades orders from before marks, without marks', async () => {
  const { file, open } = createPlace()
  const first = await open()
  await first.ingest([notificationOf('1')])
  await first.close()
  const database = new DatabaseSync(file)
  database.exec("update orders set record = json_remove(record, '$.marks', '$.answering')")
  database.close()
  const store = await open()
  const [record] = await store.open()
  expect(record).toMatchObject({ answering: null, marks: noMarks })
  expect(await store.find('1')).toEqual(record)
})

test('refuses data of a newer version', async () => {
  const { file, open } = createPlace()
  await (await open()).close()
  const database = new DatabaseSync(file)
  database.exec('insert into migrations values (99, 0)')
  database.close()
  await expect(open()).rejects.toThrow('newer version')
  await expect(open()).rejects.toBeInstanceOf(ConfigError)
})

test('upgrades older data only for a server, because another one may be using it', async () => {
  const { file, open } = createPlace()
  await (await open()).close()
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec('drop table servers; drop table watches; drop index orders_version; drop table rumours')
  database.exec(withoutOutcomes)
  database.exec('delete from migrations where number > 3')
  const migrated = () => database.prepare('select max(number) as number from migrations').get()?.['number']
  await expect(open({ exclusive: false })).rejects.toThrow('DATABASE_URL: holds data of an older version')
  expect(migrated()).toBe(3)
  await open()
  expect(migrated()).toBe(15)
  await open({ exclusive: false })
})

test('refuses to start on what can be no database, without its path', async () => {
  const { folder, open } = createPlace()
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'file'), '')
  for (const path of ['folder', 'file/desk.db', `${'x'.repeat(300)}.db`]) {
    const error: unknown = await open({ file: join(folder, path) }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).not.toContain(folder)
  }
})

test('stores nothing while another process locks the file, and then continues', async () => {
  const { file, open } = createPlace()
  const store = await open()
  await store.ingest([notificationOf('1')])
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  const record = await store.find('1')
  if (!record) throw new Error('Reading should go on.')
  const failed = await Promise.allSettled([store.ingest([notificationOf('2')]), store.ingest([notificationOf('3')])])
  expect(failed.map((each) => each.status === 'rejected' && each.reason instanceof StoreUnavailable)).toEqual([
    true,
    true,
  ])
  await expect(store.save(record)).rejects.toThrow('locked')
  await expect(store.addEnrolmentCode('x', 1)).rejects.toBeInstanceOf(StoreUnavailable)
  other.exec('rollback')
  other.close()
  expect(await store.ingest([notificationOf('2'), notificationOf('1')])).toEqual([expect.any(Number), undefined])
  expect(await store.find('3')).toBeUndefined()
})

test('refuses writes after the file was moved away, because they would be lost', async () => {
  const { file, open } = createPlace()
  const store = await open()
  renameSync(file, `${file}.moved`)
  await expect(store.ingest([notificationOf('1')])).rejects.toBeInstanceOf(StoreUnavailable)
  renameSync(`${file}.moved`, file)
  expect(await store.ingest([notificationOf('1')])).toEqual([expect.any(Number)])
})

/** What a crash now would leave on the disk, as opened by the next server. */
async function afterCrash(folder: string): Promise<readonly string[]> {
  const left = `${folder}-left`
  // Another process copies, because closing the file here would drop this process's locks.
  execFileSync('cp', ['-r', folder, left])
  try {
    const store = await openSqliteStore({ file: join(left, 'desk.db'), clock: createTestClock(), log: () => {} })
    const ids = (await store.open()).map(({ orderId }) => orderId)
    await store.close()
    return ids.toSorted()
  } finally {
    rmSync(left, { recursive: true })
  }
}

const harms: readonly (readonly [string, (file: string) => void])[] = [
  ['whose write-ahead log was removed', (file) => rmSync(`${file}-wal`)],
  ['whose index of the log was removed', (file) => rmSync(`${file}-shm`)],
  ['of which both were removed', (file) => ['-wal', '-shm'].forEach((end) => rmSync(file + end))],
  ['whose log was moved away', (file) => renameSync(`${file}-wal`, `${file}-wal.moved`)],
  ['whose log is another file', (file) => (rmSync(`${file}-wal`), writeFileSync(`${file}-wal`, ''))],
  ['whose log was emptied', (file) => truncateSync(`${file}-wal`)],
  ['whose log was cut off', (file) => truncateSync(`${file}-wal`, 5000)],
]

test.each(harms)(
  'refuses one notification for a database %s, rewrites it in full, and continues',
  async (_what, harm) => {
    const { file, folder, open } = createPlace()
    const logged: string[] = []
    const store = await open({ log: (event) => void logged.push(event) })
    for (const id of ['1', '2', '3']) await store.ingest([notificationOf(id)])
    harm(file)
    await expect(store.ingest([notificationOf('4')])).rejects.toBeInstanceOf(StoreUnavailable)
    expect(logged).toEqual(['store_written_anew'])
    expect(await afterCrash(folder)).toEqual(['1', '2', '3'])
    expect(await store.ingest([notificationOf('4'), notificationOf('1')])).toEqual([expect.any(Number), undefined])
    expect(await afterCrash(folder)).toEqual(['1', '2', '3', '4'])
    expect(modeOf(file)).toBe('600')
    await store.close()
    expect(await (await open()).open()).toHaveLength(4)
  },
)

test('answers a notification with 503 and an alarm after the log was lost, and stores the retry', async () => {
  const { file, folder, open } = createPlace()
  const desk = createTestDesk({ store: await open() })
  const notify = async (id: string) => (await desk.notify(`{"id":"${id}"}`)).status
  expect(await notify('1')).toBe(202)
  rmSync(`${file}-wal`)
  expect(await notify('2')).toBe(503)
  const board: unknown = await (await desk.ask('/api/desk/orders')).json()
  expect(board).toMatchObject({ meta: { alarms: [{ code: 'store_unavailable' }] } })
  expect(await notify('2')).toBe(202)
  expect(await afterCrash(folder)).toEqual(['1', '2'])
})

test('notices a log lost during a commit before the answer, and keeps the commit', async () => {
  const { file, folder, open } = createPlace()
  const logged: string[] = []
  const store = await open({ log: (event) => void logged.push(event) })
  await store.ingest([notificationOf('1')])
  const record = await store.find('1')
  if (!record) throw new Error('It was heard of.')
  // It is read while the transaction is under way.
  const harmful = {
    ...record,
    get closedAt() {
      rmSync(`${file}-wal`, { force: true })
      return null
    },
    readAt: 7,
  }
  expect(await store.save(harmful)).toMatchObject({ readAt: 7 })
  expect(logged).toEqual(['store_written_anew'])
  expect(await afterCrash(folder)).toEqual(['1'])
  await store.close()
  expect(await (await open()).find('1')).toMatchObject({ readAt: 7 })
})

test('accepts a log that another program truncated as SQLite does', async () => {
  const { file, open } = createPlace()
  const store = await open({ log: () => expect.unreachable() })
  await store.ingest([notificationOf('1')])
  const other = new DatabaseSync(file)
  other.exec('pragma wal_checkpoint(truncate)')
  other.close()
  expect(statSync(`${file}-wal`).size).toBe(0)
  expect(await store.ingest([notificationOf('2')])).toEqual([expect.any(Number)])
  expect(await store.open()).toHaveLength(2)
})

test('stores nothing until a lost log can be rewritten', async () => {
  const { file, folder, open } = createPlace()
  const store = await open()
  await store.ingest([notificationOf('1')])
  rmSync(`${file}-wal`)
  mkdirSync(`${file}.repair`)
  for (const id of ['2', '3']) await expect(store.ingest([notificationOf(id)])).rejects.toBeInstanceOf(StoreUnavailable)
  rmdirSync(`${file}.repair`)
  await expect(store.ingest([notificationOf('4')])).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await store.ingest([notificationOf('5')])).toEqual([expect.any(Number)])
  expect(await afterCrash(folder)).toEqual(['1', '5'])
})

test('refuses to write beside a server without the log, and leaves the repair to the server', async () => {
  const { file, open } = createPlace()
  const server = await open()
  const command = await open({ exclusive: false })
  await command.addEnrolmentCode('one', 10)
  rmSync(`${file}-wal`)
  await expect(command.addEnrolmentCode('two', 10)).rejects.toThrow('log')
  await expect(server.ingest([notificationOf('1')])).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await server.ingest([notificationOf('1')])).toEqual([expect.any(Number)])
  await command.close()
})

test('stores nothing in a renamed folder until it has its name again', async () => {
  const { folder, open } = createPlace()
  const file = join(folder, 'shop', 'desk.db')
  const store = await open({ file })
  await store.ingest([notificationOf('1')])
  renameSync(join(folder, 'shop'), join(folder, 'moved'))
  await expect(store.ingest([notificationOf('2')])).rejects.toThrow('moved away')
  renameSync(join(folder, 'moved'), join(folder, 'shop'))
  expect(await store.ingest([notificationOf('2')])).toEqual([expect.any(Number)])
})

/** A small disk, if it can be mounted here. */
function mountDisk(folder: string): string | undefined {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
  return disk
}

test('acknowledges nothing unstored on a full disk, and continues once there is room', async ({ skip }) => {
  const { folder, open } = createPlace()
  const disk = mountDisk(folder)
  if (!disk) return skip()
  const file = join(disk, 'desk.db')
  const store = await open({ file })
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(300_000))
  const stored: string[] = []
  let failures = 0
  for (let round = 0; round < 2000 && failures < 20; round += 1) {
    const ids = Array.from({ length: 5 }, (_, index) => `o${round}-${index}`)
    const received = await Promise.allSettled(ids.map((id) => store.ingest([notificationOf(id)])))
    for (const [index, each] of received.entries()) {
      if (each.status === 'fulfilled') stored.push(ids[index] ?? '')
      else expect(each.reason).toBeInstanceOf(StoreUnavailable)
      if (each.status === 'rejected') failures += 1
    }
  }
  expect(failures).toBeGreaterThanOrEqual(20)
  expect(stored.length).toBeGreaterThan(20)
  await expect(store.saveUnreadable({ receivedAt: 1, contentType: '', body: 'x'.repeat(900_000) })).rejects.toThrow(
    'full',
  )
  await expect(store.backup(join(disk, 'copy.db'))).rejects.toBeInstanceOf(StoreUnavailable)
  expect(existsSync(join(disk, 'copy.db'))).toBe(false)
  expect((await store.open()).map(({ orderId }) => orderId).toSorted()).toEqual(stored.toSorted())
  rmSync(join(disk, 'ballast'))
  expect(await store.ingest([notificationOf('after')])).toEqual([expect.any(Number)])
  await store.close()
  const again = await open({ file })
  expect((await again.open()).map(({ orderId }) => orderId).toSorted()).toEqual([...stored, 'after'].toSorted())
  await again.close()
  return undefined
}, 60_000)

test('refuses to start on a read-only disk', async ({ skip }) => {
  const { folder, open } = createPlace()
  const disk = mountDisk(folder)
  if (!disk) return skip()
  chmodSync(disk, 0o700)
  execFileSync('mount', ['-o', 'remount,ro', disk])
  await expect(open({ file: join(disk, 'desk.db') })).rejects.toThrow('EROFS')
  return undefined
})

test('refuses to start on a file whose disk became read-only', async ({ skip }) => {
  const { folder, open } = createPlace()
  const disk = mountDisk(folder)
  if (!disk) return skip()
  const file = join(disk, 'desk.db')
  await (await open({ file })).close()
  execFileSync('mount', ['-o', 'remount,ro', disk])
  await expect(open({ file })).rejects.toThrow(/DATABASE_URL|cannot be opened/)
  execFileSync('mount', ['-o', 'remount,rw', disk])
  expect(await (await open({ file })).ingest([notificationOf('1')])).toEqual([expect.any(Number)])
  return undefined
})
