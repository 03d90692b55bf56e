import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '#contract/system-clock.ts'
import { argonPins } from '#server/node/hashes.ts'
import { noteOrigin, notedOrigin } from '#server/node/config/start-notes.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import { createSha256 } from '#server/runtime/credentials.ts'
import { createSessions, type Sessions } from '#server/auth/session.ts'
import type { Store } from '#server/storage/store.ts'
import { freePort } from '#testing/free-port.ts'
import { runDesk } from './desk-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'desk-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sha256 = createSha256(crypto.subtle)
const command = fileURLToPath(new URL('desk-command.ts', import.meta.url))

interface ChangeRecords {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command in this process. */
async function runHere(args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<ChangeRecords> {
  let [out, err] = ['', '']
  const code = await runDesk([...args], env, {
    out: (line) => void (out += `${line}\n`),
    complain: (line) => void (err += `${line}\n`),
    input: Readable.from([Buffer.from(input)]) as unknown as ReadStream, // A pipe is no terminal.
    prompts: { write: () => true },
  })
  return { code, out, err }
}

/** Runs the command on its own database: in this process, or in one of its own as a person does. */
function createTestCommand(name: string, env: Record<string, string> = {}) {
  const file = join(folder, name, 'desk.db')
  const live = { VENDOR_BASE_URL: 'https://vendor.test', DATABASE_URL: `file:${file}`, ...env }
  const desk = (args: readonly string[], input?: string) => runHere(args, live, input)
  const deskProcess: typeof desk = (args, input = '') =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [command, ...args], { env: { PATH: process.env['PATH'], ...live } })
      let [out, err] = ['', '']
      child.stdout.on('data', (chunk) => (out += String(chunk)))
      child.stderr.on('data', (chunk) => (err += String(chunk)))
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, out, err }))
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
    })
  return { desk, deskProcess, file }
}

/** The store and the sessions of a server on the same database. */
async function withServer(file: string, work: (sessions: Sessions, store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore({ file, clock: systemClock, log: () => undefined })
  const deps = { store, clock: systemClock, randomBytes, sha256, pins: argonPins, isSecure: false }
  try {
    await work(createSessions({ ...deps, mode: 'live' }), store)
  } finally {
    await store.close()
  }
}

const done = { code: 0, err: '' }

test('adds and removes a tablet and a person while the server runs', async () => {
  const { desk, deskProcess, file } = createTestCommand('beside', { PUBLIC_ORIGIN: 'https://desk.test' })
  await withServer(file, async (sessions) => {
    const enrolled = await deskProcess(['enrol', '--json'])
    expect(enrolled).toMatchObject(done)
    const { code, url, expires_at, ...more } = JSON.parse(enrolled.out) as Record<string, string>
    expect(more).toEqual({})
    expect(url).toBe(`https://desk.test/enrol#${code}`)
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeGreaterThan(590_000)
    expect(Date.parse(expires_at ?? '') - Date.now()).toBeLessThanOrEqual(600_000)
    const { who: device, cookies } = await sessions.enrol(code ?? '', 'Counter')
    const jar = createCookieJar(cookies)

    expect(await deskProcess(['staff', 'add', 'Sara', '--manager', '--pin-stdin'], '٤٨٢١\n')).toMatchObject(done)
    ;(await sessions.signIn(device, 'sara', '4821')).cookies.forEach(jar.keep)
    expect((await sessions.identify(jar.header())).person).toMatchObject({ name: 'Sara', isManager: true })

    expect(await desk(['staff', 'pin', ' SARA ', '--pin-stdin'], '٧٧٧٧\n')).toEqual({
      ...done,
      out: 'Sara has a new PIN, and is signed out everywhere.\n',
    })
    expect(await sessions.identify(jar.header())).toMatchObject({ device, person: null })
    await expect(sessions.signIn(device, 'sara', '4821')).rejects.toMatchObject({ code: 'bad_credentials' })
    ;(await sessions.signIn(device, 'sara', '7777')).cookies.forEach(jar.keep)
    expect((await sessions.identify(jar.header())).person).toMatchObject({ name: 'Sara', isManager: true })

    expect(await desk(['staff', 'remove', ' SARA '])).toMatchObject(done)
    expect(await sessions.identify(jar.header())).toMatchObject({ device, person: null })
    const forDisplay = JSON.parse((await desk(['pair', '--role', 'display', '--json'])).out) as Record<string, string>
    expect(Object.keys(forDisplay)).toEqual(['code', 'url', 'expires_at'])
    const display = await sessions.enrol(forDisplay['code'] ?? '', 'Window')
    expect((await sessions.identify(createCookieJar(display.cookies).header())).device).toMatchObject({
      role: 'display',
    })
    await desk(['tablets', 'remove', display.who.id])
    const { out } = await desk(['devices'])
    expect(out.split('\t').slice(0, 3)).toEqual([device.id, 'Counter', 'counter'])
    expect(await desk(['tablets'])).toEqual({ ...done, out })
    expect(await desk(['tablets', 'role', device.id, 'station'])).toEqual({
      ...done,
      out: 'Counter is a station now.\n',
    })
    expect((await sessions.identify(jar.header())).device).toMatchObject({ role: 'station' })
    expect((await desk(['devices'])).out.split('\t')[2]).toBe('station')
    const lacking = { code: 1, out: '', err: 'There is no tablet of that id; "tablets" lists them.\n' }
    expect(await desk(['devices', 'role', 'nobody', 'display'])).toEqual(lacking)
    expect(await desk(['devices', 'role', device.id, 'kiosk'])).toMatchObject({ code: 2 })
    expect(await desk(['tablets', 'remove', device.id])).toEqual({
      ...done,
      out: 'Counter was removed: it no longer shows orders or rings.\n',
    })
    expect((await sessions.identify(jar.header())).device).toBeNull()
  })
}, 90_000)

test('makes, lists and removes API keys while the server runs', async () => {
  const { desk, deskProcess, file } = createTestCommand('keys')
  await withServer(file, async (_sessions, store) => {
    const added = await deskProcess(['api-key', 'add', 'Till', '--scope', 'orders:read, orders:answer', '--json'])
    expect(added).toMatchObject(done)
    const { id, key, ...more } = JSON.parse(added.out) as Record<string, string>
    expect(more).toEqual({})
    expect(key).toMatch(new RegExp(`^vd_${id}_[\\w-]{43}$`))
    expect(await store.findApiKey(await sha256(key ?? ''))).toMatchObject({
      id,
      name: 'Till',
      scopes: ['orders:read', 'orders:answer'],
      createdBy: null,
    })
    expect((await desk(['api-key', 'add', 'Books', '--scope', 'reports:read'])).out).toMatch(
      /^vd_\w{10}_[\w-]{43}\nIt will not be shown again\./,
    )
    await store.touchApiKey(id ?? '', Date.parse('2026-11-20T12:00:00Z'))
    const list = (await desk(['api-key', 'list'])).out.split('\n')
    expect(list[0]).toMatch(
      new RegExp(`^${id}\tTill\torders:read,orders:answer\tcreated 20.*\tlast used 2026-11-20T12:00`),
    )
    expect(list[1]).toMatch(/\tBooks\treports:read\tcreated 20.*\tnever used$/)
    expect(list.join()).not.toContain(key?.slice(-43))
    expect(await desk(['api-key', 'remove', id ?? ''])).toEqual({
      ...done,
      out: 'The key Till was removed: no program can use it any more.\n',
    })
    expect(await store.apiKeys()).toHaveLength(1)
    const log = (await desk(['log'])).out.replaceAll(/^[\d-]{10}T[\d:.]{12}Z\t/gm, '')
    expect(log.split('\n').toReversed()).toEqual([
      '',
      'add key done\tTill: orders:read, orders:answer\tdesk command',
      'add key done\tBooks: reports:read\tdesk command',
      'remove key done\tTill\tdesk command',
    ])
  })
}, 60_000)

test('creates the database if there is none and no server', async () => {
  const { desk } = createTestCommand('first')
  // For a live shop it may be another file than its server's.
  const first = await desk(['staff', 'add', 'Omar', '--pin-stdin'], '5678\r\n')
  expect(first).toMatchObject({ ...done, err: expect.stringMatching(/^There was no store \(\/.*first.*DATABASE_URL/) })
  expect(await desk(['staff', 'add', 'Sara', '--pin-stdin', '--manager'], '1234')).toMatchObject(done)
  expect(await desk(['staff', 'list'])).toEqual({ ...done, out: 'Omar\nSara\tmanager\n' })
  const { out } = await desk(['enrol'])
  expect(await desk(['staff', 'pin', 'Omar', '--pin-stdin'], '8888')).toMatchObject(done)
  const removed = await desk(['staff', 'remove', 'Sara'])
  expect(removed).toMatchObject(done)
  expect(removed.out).toMatch(/^Sara may no longer .*\nNobody is a manager now: .*\n$/)
  const log = (await desk(['log'])).out.replaceAll(/^[\d-]{10}T[\d:.]{12}Z\t/gm, '')
  expect(log.split('\n').toReversed()).toEqual([
    '',
    'add person done\tOmar\tdesk command',
    'add person done\tSara\tdesk command',
    'make code done\tdesk command',
    'new pin done\tOmar\tdesk command',
    'remove person done\tSara\tdesk command',
  ])
  expect((await desk(['log', '--csv'])).out).toContain(
    '"remove person","","desk command","","","","","done","","","","Sara",""',
  )
  expect(out).toMatch(/ http:\/\/localhost:3000\/enrol#([\w-]{14})\n.* \1\n/)
}, 90_000)

test('explains in a sentence what it refuses, with its exit code', async () => {
  const { desk } = createTestCommand('refused')
  await desk(['staff', 'add', 'Sara', '--pin-stdin'], '1234')
  for (const [args, input, err] of [
    [['staff', 'add', 'sara', '--pin-stdin'], '5678', 'Somebody has that name already.\n'],
    [['staff', 'add', ' ', '--pin-stdin'], '5678', 'A name has 1 to 60 characters.\n'],
    [['staff', 'add', 'Omar', '--pin-stdin'], '123', 'A PIN has 4 to 12 digits.\n'],
    [['staff', 'add', 'Omar', '--pin-stdin'], '', 'A PIN has 4 to 12 digits.\n'],
    [['staff', 'add', 'Omar', '--pin-stdin'], '1234\n5678\n', 'A PIN has 4 to 12 digits.\n'],
    [['staff', 'add', 'Omar'], '5678', expect.stringContaining('--pin-stdin')],
    [['staff', 'pin', 'Sara', '--pin-stdin'], '123', 'A PIN has 4 to 12 digits.\n'],
    [['staff', 'pin', 'Omar', '--pin-stdin'], '5678', 'There is nobody of that name.\n'],
    [['staff', 'pin', 'Sara'], '5678', expect.stringContaining('--pin-stdin')],
    [['staff', 'remove', 'Omar'], '', 'There is nobody of that name.\n'],
    [
      ['api-key', 'add', 'Till', '--scope', 'orders:read,log'],
      '',
      expect.stringMatching(/^A key has one or more of the scopes orders:read, /),
    ],
    [['api-key', 'add', ' ', '--scope', 'orders:read'], '', 'A name has 1 to 60 characters.\n'],
    [['api-key', 'remove', 'nothing'], '', expect.stringMatching(/^There is no key of that id/)],
    [['devices', 'revoke', 'nothing'], '', expect.stringMatching(/^There is no tablet of that id/)],
  ] as const) {
    expect(await desk(args, input), args.join(' ')).toEqual({ code: 1, out: '', err })
  }
  expect((await desk(['staff', 'list'])).out).toBe('Sara\n')
  expect(await desk(['devices'])).toMatchObject({ code: 0, out: '' })
}, 90_000)

const list = /^Usage: desk (?:staff )?COMMAND\n[^]*COMMAND --help says more/

test.each<[usage: RegExp, ...args: string[]]>([
  [list],
  [/^Usage: desk pair \[--role ROLE\] \[--json\]\ndesk pair --help says more\.$/, 'enrol', 'now'],
  [/^Usage: desk pair /, 'enrol', '--manager'],
  [list, 'staff'],
  [/^Usage: desk staff add NAME \[--manager\] \[--pin-stdin\]\n/, 'staff', 'add'],
  [/^Usage: desk staff add /, 'staff', 'add', 'Sara', 'Omar'],
  [/^Usage: desk staff list\n/, 'staff', 'list', '--json'],
  [/^Usage: desk staff pin /, 'staff', 'pin'],
  [/^Usage: desk staff pin /, 'staff', 'pin', 'Sara', '--manager'],
  [/^Usage: desk tablets remove ID\n/, 'devices', 'revoke'],
  [/^Usage: desk backup FILE\n/, 'backup'],
  [/^Usage: desk move --to postgres:/, 'move'],
  [/^Usage: desk api-key add NAME --scope SCOPE,… \[--json\]\n/, 'api-key', 'add', 'Till'],
  [/^Usage: desk api-key remove ID\n/, 'api-key', 'remove'],
  [/^Usage: desk log /, 'log', '--order'],
  [/^Usage: desk pair /, 'enrol', '--pin', '1234'],
  [/^There is no command "sale": desk --help lists them\.$/, 'sale'],
  [/^There is no command "sale": desk --help lists them\.$/, 'sale', '--help'],
  [/^There is no command "staff lunch": desk --help lists them\.$/, 'staff', 'lunch'],
])('answers with %s to "%s %s %s", which it does not understand', async (usage, ...args) => {
  expect(await runHere(args.filter(Boolean), { VENDOR_BASE_URL: 'https://vendor.test' })).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(new RegExp(usage.source.replace(/\$$/, '\n$'))),
  })
})

test.each([
  ['pair', 'enrol'],
  ['tablets', 'devices'],
  ['tablets role', 'devices role'],
  ['tablets remove', 'devices revoke'],
  ['staff add'],
  ['staff list'],
  ['staff pin'],
  ['staff remove'],
  ['api-key add'],
  ['api-key list'],
  ['api-key remove'],
  ['log'],
  ['unreadable'],
  ['backup'],
  ['move'],
])('explains %s alone, by each of its names, without a database', async (...names) => {
  const asked = names.flatMap((name) => [
    [...name.split(' '), '--help'],
    [...name.split(' '), '-h'],
    ['help', ...name.split(' ')],
  ])
  for (const args of asked) {
    const { code, out, err } = await runHere(args, { npm_lifecycle_event: 'desk' })
    expect([code, err]).toEqual([0, ''])
    expect(out.startsWith(`Usage: npm run -s desk -- ${names[0]}`)).toBe(true)
    expect(out).toContain(`\nExample:\n  npm run -s desk -- ${names[0]}`)
    for (const option of /Usage:.*/.exec(out)?.[0].match(/--\w[\w-]*/g) ?? []) expect(out).toContain(`\n  ${option}`)
    expect(out.match(/Usage:/g)).toHaveLength(1)
  }
  const all = await runHere(['--help'], {})
  expect(all).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`\n  ${names[0]} `) })
})

test('refuses to work on the practice store', async () => {
  const { desk, file } = createTestCommand('practice', { VENDOR_BASE_URL: '' })
  expect(await desk(['enrol', '--json'])).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^[^\n]*VENDOR_BASE_URL[^\n]*practice store[^\n]*\n$/),
  })
  expect(existsSync(file)).toBe(false)
})

test('names an unusable setting', async () => {
  const { desk } = createTestCommand('settings', { DATABASE_URL: 'mysql://somewhere' })
  expect(await desk(['devices'])).toEqual({ code: 1, out: '', err: expect.stringMatching(/^DATABASE_URL: [^\n]*\n$/) })
})

test('fails at once if the database is unreachable', async () => {
  const DATABASE_URL = `postgres://desk:secret@127.0.0.1:${await freePort()}/desk`
  const { desk } = createTestCommand('away', { DATABASE_URL })
  const err = 'DATABASE_URL: names a database that cannot be reached (ECONNREFUSED)\n'
  const began = performance.now()
  expect(await desk(['devices'])).toEqual({ code: 1, out: '', err })
  // An upper bound, well below the 30 s that a server would wait.
  expect(performance.now() - began).toBeLessThan(20_000)
})

test('prints a link without a dead address if only the server knows its port', async () => {
  const { desk } = createTestCommand('any-port', { PORT: '0' })
  const { out } = await desk(['enrol'])
  expect(out).toMatch(/^On the tablet, open {2}\/enrol#([\w-]{14})\n.*PORT=0.*PUBLIC_ORIGIN.*\n.* \1\n/)
  const { code, url, expires_at, ...more } = JSON.parse((await desk(['enrol', '--json'])).out) as Record<string, string>
  expect([url, typeof expires_at, more]).toEqual([`/enrol#${code}`, 'string', {}])
}, 60_000)

test('finds the address of a server on a port that the system chose', async () => {
  const { desk, file } = createTestCommand('noted', { PORT: '0' })
  const place = { kind: 'file', file } as const
  expect(await desk(['staff', 'list'])).toMatchObject({ code: 0 })
  const takeBack = noteOrigin(place, 'http://localhost:45678')
  const { code, url } = JSON.parse((await desk(['enrol', '--json'])).out) as Record<string, string>
  expect(url).toBe(`http://localhost:45678/enrol#${code}`)
  expect((await desk(['enrol'])).out).toMatch(
    /^On the tablet, open {2}http:\/\/localhost:45678\/enrol#[\w-]{14}\nor type/,
  )
  // Anything else there is no address.
  writeFileSync(`${file}.origin`, 'javascript:alert(1)')
  expect(notedOrigin(place)).toBeUndefined()
  takeBack()
  takeBack()
  expect(existsSync(`${file}.origin`)).toBe(false)
  expect(notedOrigin(place)).toBeUndefined()
}, 60_000)

test('backs up into a separate database, and never overwrites a file', async () => {
  const { desk, file } = createTestCommand('backup')
  const [copy, taken] = [join(folder, 'copy.db'), join(folder, 'taken.db')]
  writeFileSync(taken, 'mine')
  await withServer(file, async () => {
    await desk(['staff', 'add', 'Sara', '--pin-stdin'], '1234')
    expect(await desk(['backup', copy])).toMatchObject(done)
    expect(await desk(['backup', taken])).toMatchObject({ code: 1, out: '' })
  })
  expect(statSync(taken).size).toBe(4)
  expect(statSync(copy).mode & 0o077).toBe(0)
  const opened = await openSqliteStore({ file: copy, clock: systemClock, log: () => undefined })
  expect((await opened.people()).map(({ name }) => name)).toEqual(['Sara'])
  await opened.close()
}, 90_000)

test('prints unreadable notifications without terminal controls', async () => {
  const { desk, file } = createTestCommand('unreadable')
  expect(await desk(['unreadable'])).toMatchObject({ code: 0, out: '', err: expect.stringContaining('could be read') })
  await withServer(file, async (_sessions, store) => {
    await store.saveUnreadable({ receivedAt: 0, contentType: 'text/plain', body: 'Ö "\u001b[2J\u009b1m' })
    expect(await desk(['unreadable'])).toEqual({
      code: 0,
      out: '1970-01-01T00:00:00.000Z\t"text/plain"\t"Ö \\"\\u001b[2J\\u009b1m"\n',
      err: '',
    })
  })
}, 60_000)

/** The common fields of a log row. */
const common = {
  by: { person: 'Sara', tablet: 'Counter' },
  sent: null,
  vendor: null,
  outcome: 'done',
  settledBy: 'answer',
  tookMs: 210,
  posts: 1,
} as const

/** Runs the command in this process and returns its output and errors. */
async function print(file: string, ...args: string[]) {
  const out: string[] = []
  const complaints: string[] = []
  const env = { VENDOR_BASE_URL: 'https://vendor.test', DATABASE_URL: `file:${file}` }
  const streams = { input: process.stdin, prompts: process.stderr }
  const terminal = {
    ...streams,
    out: (text: string) => out.push(text),
    complain: (text: string) => complaints.push(text),
  }
  return { code: await runDesk(args, env, terminal), out, complaints }
}

test('prints the log, of one order or of all, as lines or as CSV', async () => {
  const { file } = createTestCommand('log')
  await withServer(file, async (_sessions, store) => {
    await store.appendLog({ ...common, at: Date.parse('2026-11-20T12:00:00Z'), what: 'accept', orderId: 'A1' })
    const vendor = { status: 400, message: '\u001b[2J no' }
    await store.appendLog({ ...common, vendor, at: Date.parse('2026-11-20T12:01:00Z'), what: 'ready', orderId: 'A2' })
  })
  const line = '2026-11-20T12:00:00.000Z\taccept done\torder A1\tSara (Counter)\tsettled by answer\t210 ms'
  expect(await print(file, 'log', '--order', 'A1')).toEqual({ code: 0, out: [line], complaints: [] })
  expect((await print(file, 'log')).out).toEqual([expect.stringMatching(/\t400 \uFFFD\[2J no$/), line])
  const csv = await print(file, 'log', '--order', 'A2', '--csv')
  expect(csv.out).toEqual([expect.stringContaining('"time"'), expect.stringContaining('"ready","A2","Sara"')])
  expect(await print(file, 'log', '--order', 'A9')).toMatchObject({
    code: 0,
    out: [],
    complaints: [expect.any(String)],
  })
  expect(await print(file, 'log', '--order', 'a b')).toMatchObject({ code: 1, out: [] })
  expect(await print(file, 'staff', 'add', 'Omar', '--csv')).toMatchObject({ code: 2, out: [] })
})

test('finds an order by its id, or by a number on its ticket', async () => {
  const { file } = createTestCommand('numbers')
  await withServer(file, async (_sessions, store) => {
    let at = Date.parse('2026-11-20T12:00:00Z')
    /** Stores an order received a second after the one before, and accepted at once. */
    async function keep(orderId: string, number: string | undefined, isOpen = false) {
      at += 1000
      const [version] = await store.ingest([{ orderId, toldId: null, itemIds: [], source: 'webhook', receivedAt: at }])
      const record = await store.find(orderId)
      const order = { id: orderId, ...(number !== undefined && { print_order_number: number }) }
      const numbers = [orderId, ...(number === undefined ? [] : [number.toLowerCase()])].join(' ')
      if (version && record) await store.save({ ...record, order, numbers, closedAt: isOpen ? null : at })
      await store.appendLog({ ...common, at, what: 'accept', orderId })
    }
    await keep('A1', 'S-12')
    await keep('A2', 'S-12')
    await keep('A3', 'S-123')
    for (let index = 0; index < 150; index += 1) await keep(`B${index}`, `S-12${index}x`)
    await keep('C1', 'S-7', true)
    await keep('C2', 'S-7')
    await keep('C3', 'S-8')
    await keep('C4', 'S-8', true)
    await keep('S-9', undefined)
    await keep('C5', 'S-9')
    // The log is stored longer than the orders.
    await store.appendLog({ ...common, at, what: 'ready', orderId: 'S-10' })
    await keep('C6', 'S-10')
    await keep('C7', '#\u001b[2J')
  })
  const ofOrder = async (named: string) =>
    (await print(file, 'log', '--order', named)).out.map((line) => line.split('\t')[2])
  expect(await ofOrder('S-12')).toEqual(['order A2 (S-12)'])
  expect(await ofOrder('s-\u0661\u0662')).toEqual(['order A2 (S-12)'])
  expect(await ofOrder('A1')).toEqual(['order A1 (S-12)'])
  expect(await ofOrder('S-7')).toEqual(['order C2 (S-7)'])
  expect(await ofOrder('S-8')).toEqual(['order C4 (S-8)'])
  expect(await ofOrder('S-9')).toEqual(['order S-9'])
  expect(await ofOrder('S-10')).toEqual(['order S-10'])
  expect(await ofOrder('#\u001b[2J')).toEqual(['order C7 (#\uFFFD[2J)'])
  expect((await print(file, 'log', '--order', 'S-12', '--csv')).out.at(-1)).toMatch(
    /"A2",.*,"S-12","[\d-]{10} [\d:]{8}"$/,
  )
  expect(await print(file, 'log', '--order', 'S-1')).toEqual({ code: 0, out: [], complaints: [expect.any(String)] })
  expect(await print(file, 'log', '--order', '')).toMatchObject({ code: 1, out: [] })
})
