import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Clock } from '#contract/clock.ts'
import { ConfigError, readDatabase } from '#server/node/config/config-values.ts'
import { createTestClock } from '#testing/clock.ts'
import { freePort } from '#testing/free-port.ts'
import { openLink } from '#testing/link.ts'
import { newPlace } from '#testing/postgres.ts'
import { startRefusingPostgres, secretText } from '#testing/refusing-postgres.ts'
import { openStore } from './open-store.ts'

/** Opens a store as a server does. Sleeps end at once, after `whileAsleep`. */
async function openAsServer(url: string, whileAsleep: (slept: number) => unknown = () => undefined) {
  const testClock = createTestClock()
  const slept: number[] = []
  const logged: unknown[][] = []
  const sleep: Clock['sleep'] = async (ms) => {
    slept.push(ms)
    await testClock.advance(ms)
    await whileAsleep(slept.length)
  }
  const log = (...entry: unknown[]) => logged.push(entry)
  const deps = { clock: { ...testClock, sleep }, log, exclusive: true }
  const store = await openStore(readDatabase(url), deps).catch((error: unknown) => error)
  if (store instanceof Error) return { failure: store, slept, logged, close: async () => undefined }
  const { close } = store as Awaited<ReturnType<typeof openStore>> // or it were an error
  onTestFinished(close)
  return { failure: undefined, slept, logged, close }
}

async function refusing(code: string) {
  const postgres = await startRefusingPostgres(code)
  onTestFinished(postgres.stop)
  return postgres
}

const nobodyThere = async () => `postgres://desk:${secretText}@127.0.0.1:${await freePort()}/desk`

test.each([
  ['28P01', 'names a user or a password that the database refuses (28P01)'],
  ['28000', 'names a user or a password that the database refuses (28000)'],
  ['3D000', 'names a database that is not there (3D000)'],
  ['XX000', 'cannot be used: XX000'],
])('reports a refusal with %s by the name of the setting, without a retry', async (code, words) => {
  const { url, asked } = await refusing(code)
  const { failure, slept } = await openAsServer(url)
  expect(failure).toBeInstanceOf(ConfigError)
  expect(failure?.message).toBe(`DATABASE_URL: ${words}`)
  expect(slept).toEqual([])
  expect(asked()).toBe(1)
})

test('waits 30 s for an unreachable database, says so once, and ends', async () => {
  const { failure, slept, logged } = await openAsServer(await nobodyThere())
  expect(failure).toBeInstanceOf(ConfigError)
  expect(failure?.message).toBe('DATABASE_URL: names a database that cannot be reached (ECONNREFUSED)')
  expect(slept).toEqual(Array(30).fill(1000))
  expect(logged).toEqual([['store_awaited', { message: failure?.message }, 'warn']])
})

test('waits for a database that is starting', async () => {
  const { url, asked } = await refusing('57P03')
  const { failure } = await openAsServer(url)
  expect(failure?.message).toBe('DATABASE_URL: names a database that still starts (57P03)')
  expect(asked()).toBe(31)
})

const database = inject('postgres')

test.skipIf(database === undefined)('uses a database that starts while it waits', async () => {
  const { url, schema } = newPlace(database ?? '')
  const address = new URL(url)
  const link = await openLink(Number(address.port))
  onTestFinished(() => link.stop())
  await link.break('refused')
  address.port = String(link.port)
  address.searchParams.set('schema', schema)
  const opened = await openAsServer(address.href, (count) => (count === 2 ? link.heal() : undefined))
  expect(opened).toMatchObject({ failure: undefined, slept: [1000, 1000] })
  expect(opened.logged.map(([event]) => event)).toEqual(['store_awaited', 'store_made'])
})

test('fails at once for other programs than a server if the database is unreachable', async () => {
  const slept: number[] = []
  const clock = { ...createTestClock(), sleep: async (ms: number) => void slept.push(ms) }
  const place = readDatabase(await nobodyThere())
  await expect(openStore(place, { clock, log: () => undefined, exclusive: false })).rejects.toThrow(
    'DATABASE_URL: names a database that cannot be reached (ECONNREFUSED)',
  )
  expect(slept).toEqual([])
})

test('reports a new file once, because its name may be mistyped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-made-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'desk.db')
  const { logged, close } = await openAsServer(`file:${file}`)
  await close()
  expect(logged).toEqual([['store_made', { store: file }]])
  expect(await openAsServer(`file:${file}`)).toMatchObject({ failure: undefined, logged: [] })
})

test.skipIf(database === undefined)('reports a new schema once', async () => {
  const { url, schema } = newPlace(database ?? '')
  const address = `${url}?schema=${schema}`
  expect((await openAsServer(address)).logged).toEqual([['store_made', { store: `schema ${schema}` }]])
  expect(await openAsServer(address)).toMatchObject({ failure: undefined, logged: [] })
})

test('reports a file locked by another program by the name of the setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-locked-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'desk.db')
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  other.exec('create table theirs (number integer); begin exclusive')
  const { failure } = await openAsServer(`file:${file}`)
  expect(failure).toBeInstanceOf(ConfigError)
  expect(failure?.message).toBe('DATABASE_URL: is locked by another program (5)')
})
