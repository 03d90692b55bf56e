import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#contract/system-clock.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { freePort } from '#testing/free-port.ts'
import { holdSocket } from '#testing/held-socket.ts'
import { startRefusingPostgres, secretText } from '#testing/refusing-postgres.ts'

// A bad setting ends the start of the real server before anything is built or requested.

const folder = mkdtempSync(join(tmpdir(), 'desk-server-'))
afterAll(() => rmSync(folder, { recursive: true }))

const server = fileURLToPath(new URL('start.js', import.meta.url))
const live = {
  VENDOR_BASE_URL: 'https://vendor.test',
  VENDOR_TOKEN: 'the-token-of-this-test',
  WEBHOOK_SECRET: 'x7Kq2mW9pR4vT8yB3nZ6cD1f',
  DATABASE_URL: `file:${join(folder, 'desk.db')}`,
  PORT: '0',
}

/** The result of a start; kills one that does not end. */
async function startWith(env: Readonly<Record<string, string>>, flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, server], {
    env: { PATH: process.env['PATH'], ...env },
    timeout: 20_000,
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

const { VENDOR_TOKEN: _token, ...withoutToken } = live

test('refuses to start with a Node without TypeScript, in one line that names it', async () => {
  const { code, err } = await startWith(live, ['--no-experimental-strip-types'])
  expect(code).toBe(1)
  expect(err).toMatch(/^Node\.js: .+\n$/)
})

test.each<[name: string, env: Readonly<Record<string, string>>]>([
  ['VENDOR_TOKEN', { VENDOR_TOKEN: 'Bearer this-must-not-be-repeated' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user:password@db.test/desk' }],
  ['DATABASE_URL', { DATABASE_URL: 'file:/proc/nothing/can/be/made/here.db' }],
  ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
])('refuses to start with a bad %s: %j', async (name, env) => {
  const { code, out, err } = await startWith({ ...live, ...env })
  expect(code).toBe(1)
  // Node itself warns about its own variable first.
  const complaint = err
    .split('\n')
    .filter((line) => line !== '' && !line.includes('Warning') && !line.startsWith('(Use'))
  expect(complaint).toEqual([expect.stringMatching(new RegExp(`^${name}: .+$`))])
  expect(out).toBe('')
  for (const value of Object.values(env)) if (value.length > 8) expect(out + err).not.toContain(value)
})

test('caches compiled code for the next start, and starts without the cache too', async () => {
  const bad = { ...live, PORT: 'bad', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const start = async (place: string) => (await startWith({ ...bad, CACHE_DIRECTORY: join(folder, place) })).err
  const isKept = /retrieving transpile cache for StrippedTypeScript \S+\/src\/server\.ts\.+success/
  expect(await start('compiled')).not.toMatch(isKept)
  expect(await start('compiled')).toMatch(isKept)
  writeFileSync(join(folder, 'no-folder'), '')
  expect(await start('no-folder')).toMatch(/^PORT: /m)
})

test('refuses to start without a token, and with a folder as the token file', async () => {
  expect((await startWith(withoutToken)).err).toMatch(/^VENDOR_TOKEN: /)
  expect((await startWith({ ...withoutToken, VENDOR_TOKEN_FILE: folder })).err).toMatch(/^VENDOR_TOKEN_FILE: /)
})

test('refuses to start with a folder as the database', async () => {
  const taken = join(folder, 'taken.db')
  mkdirSync(taken)
  const { code, err } = await startWith({ ...live, DATABASE_URL: `file:${taken}` })
  expect([code, err]).toEqual([1, 'DATABASE_URL: is no file\n'])
})

test('refuses to start with a wrong database password, and never prints it', async () => {
  const postgres = await startRefusingPostgres('28P01')
  const { code, out, err } = await startWith({ ...live, DATABASE_URL: postgres.url })
  await postgres.stop()
  expect([code, err]).toEqual([1, 'DATABASE_URL: names a user or a password that the database refuses (28P01)\n'])
  expect(out).not.toContain(secretText)
})

test('ends without an error while it waits for its database', async () => {
  const env = { ...live, DATABASE_URL: `postgres://desk:${secretText}@127.0.0.1:${await freePort()}/desk` }
  const child = spawn(process.execPath, [server], { env: { PATH: process.env['PATH'], ...env }, timeout: 20_000 })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
    if (said.includes('store_awaited')) child.kill('SIGTERM')
  })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(said).toContain('store_awaited')
  expect(said).not.toMatch(new RegExp(`^DATABASE_URL|${secretText}`, 'm'))
})

test('answers browsers during the start with a page that reloads, and programs in JSON', async () => {
  const port = await freePort()
  const env = { ...live, PORT: String(port), DATABASE_URL: `postgres://desk@127.0.0.1:${await freePort()}/desk` }
  const child = spawn(process.execPath, [server], { env: { PATH: process.env['PATH'], ...env }, timeout: 20_000 })
  onTestFinished(() => void child.kill())
  const ask = (path: string, accept: string) =>
    fetch(`http://localhost:${port}${path}`, { headers: { Accept: accept } })
  const page = await vi.waitFor(() => ask('/', 'text/html,*/*;q=0.8'), 20_000)
  expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect([page.headers.get('Refresh'), page.headers.get('Retry-After')]).toEqual(['3', '3'])
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  expect(await page.text()).toContain('Vendor Desk is starting.')
  const answer = await ask('/api/desk/session', 'application/json')
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '3'])
  expect(await answer.json()).toMatchObject({ code: 'store_unavailable' })
})

test('ends during the start with an inherited socket too', async () => {
  const env = { ...live, DATABASE_URL: `postgres://desk:${secretText}@127.0.0.1:${await freePort()}/desk` }
  const socket = await holdSocket([process.execPath, server], { PATH: process.env['PATH'], ...env })
  onTestFinished(() => socket.release())
  const { pid, ended } = await socket.start()
  await vi.waitFor(() => expect(socket.lines.join()).toContain('store_awaited'), 20_000)
  process.kill(pid, 'SIGTERM')
  expect(await ended).toBe(0)
  expect(socket.lines.join('\n')).not.toMatch(new RegExp(`^DATABASE_URL|${secretText}`, 'm'))
})

test('refuses a descriptor that is no socket or belongs to another process', async () => {
  const { code, err } = await startWith({ ...live, LISTEN_FDS: '1', LISTEN_PID: '1' })
  expect([code, err]).toEqual([1, expect.stringMatching(/^LISTEN_PID: names another process/)])
  const noSocket = spawn('sh', [
    '-c',
    'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$1" 3</dev/null',
    process.execPath,
    server,
  ])
  let said = ''
  noSocket.stderr.on('data', (chunk) => (said += String(chunk)))
  await once(noSocket, 'close')
  expect(said).toMatch(/^LISTEN_FDS: is no socket\n$/)
})

test('warns at any log level that no notification will be accepted', async () => {
  const { WEBHOOK_SECRET: _secret, ...withoutSecret } = live
  // It listens before it finds that its database is a folder.
  const { out } = await startWith({ ...withoutSecret, LOG_LEVEL: 'error', DATABASE_URL: `file:${folder}` })
  expect(JSON.parse(out)).toMatchObject({
    event: 'configuration',
    level: 'warn',
    message: 'WEBHOOK_SECRET: is missing: every notification is refused',
  })
})

/** A pipe without a reader, and a full disk. */
const unwritable = ['pipe', '/dev/full'].filter((name) => name === 'pipe' || existsSync(name))

test.each(unwritable)('goes on without a writable log: %s', async (name) => {
  const { WEBHOOK_SECRET: _secret, ...withoutSecret } = live
  const postgres = await startRefusingPostgres('57P03')
  onTestFinished(() => postgres.stop())
  const port = await freePort()
  const env = { PATH: process.env['PATH'], ...withoutSecret, PORT: String(port), DATABASE_URL: postgres.url }
  const out = name === 'pipe' ? name : openSync(name, 'w')
  const child = spawn(process.execPath, [server], { env, stdio: ['ignore', out, 'ignore'], timeout: 20_000 })
  const ended = once(child, 'close')
  child.stdout?.destroy()
  // By the second attempt it has logged that it has no secret and waits for its database.
  const goesOn = vi.waitUntil(() => postgres.asked() > 1, 15_000)
  expect(await Promise.race([goesOn, ended])).toBe(true)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(503)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('refuses to start on a taken port, and names what to change', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, err } = await startWith({ ...live, PORT: String(port) })
  other.close()
  expect([code, err]).toEqual([
    1,
    'HOST, PORT: another program listens there already: choose another PORT (EADDRINUSE)\n',
  ])
})

test('logs a refused start without the value', async () => {
  const file = join(folder, 'kept.db')
  const open = () => openSqliteStore({ file, clock: systemClock, log: () => undefined, exclusive: false })
  await (await open()).close()
  const { code } = await startWith({ ...live, DATABASE_URL: `file:${file}`, PORT: '80-and-more' })
  expect(code).toBe(1)
  const store = await open()
  const { entries } = await store.readLog({ limit: 9 })
  await store.close()
  expect(entries).toMatchObject([
    { what: 'start', outcome: 'failed', about: expect.stringMatching(/^PORT: /) as string },
  ])
  expect(JSON.stringify(entries)).not.toContain('80-and-more')
})
