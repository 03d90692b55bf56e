import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { createTestClock } from '#testing/clock.ts'
import { newPlace, startPostgres, type TestPostgres } from '#testing/postgres.ts'
import { startRefusingPostgres } from '#testing/refusing-postgres.ts'
import { notificationOf } from '#testing/store-suite.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { openPostgresStore } from './store-postgres.ts'
import { storeRefusal } from './store-refusal.ts'

// Behaviour when the database fails and recovers. `store.test.ts` tests what every store does.

const database = inject('postgres')
const clock = createTestClock()
const timeouts = { timeout: 20_000, interval: 100 }

async function openStore(place: ReturnType<typeof newPlace>): Promise<Store> {
  const store = await openPostgresStore({ ...place, clock })
  onTestFinished(() => store.close())
  return store
}

async function run(place: ReturnType<typeof newPlace>, statement: string): Promise<void> {
  const pool = createPostgresPool(place)
  const connection = await pool.connect()
  await connection.query(statement, [])
  connection.release()
  await pool.end()
}

/** A fifth of the usual time limits: long enough for a busy machine. */
const briefly = (url: string) => ({ ...newPlace(url), secondMs: 200 })

describe.skipIf(database === undefined)('a failing database', () => {
  let postgres: TestPostgres | undefined
  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true })
  })
  afterAll(() => postgres?.remove())
  const running = (): TestPostgres => {
    if (!postgres) throw new Error('PostgreSQL is installed, and does not start.')
    return postgres
  }

  test('has everything stored after a power cut, and the store recovers by itself', async () => {
    const { url, kill, start } = running()
    const store = await openStore(briefly(url))
    await store.ingest([notificationOf('before')])
    await kill()
    await expect(store.ingest([notificationOf('meanwhile')])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.version()).rejects.toBeInstanceOf(StoreUnavailable)
    await start()
    await vi.waitFor(() => store.version(), timeouts)
    expect((await store.open()).map(({ orderId }) => orderId)).toEqual(['before'])
    expect(await store.ingest([notificationOf('after')])).toEqual([expect.any(Number)])
  }, 60_000)

  test('reports a gap in notifications after a reconnect, and then receives them again', async () => {
    const { url, kill, start } = running()
    const place = briefly(url)
    const [store, other] = [await openStore(place), await openStore(place)]
    const received: boolean[] = []
    const closing = new AbortController()
    onTestFinished(() => closing.abort())
    store.shared?.listen((isAfterGap) => received.push(isAfterGap), closing.signal)
    await vi.waitFor(() => expect(received).toEqual([true]), timeouts)
    await kill()
    await start()
    await vi.waitFor(() => expect(received.filter(Boolean).length).toBeGreaterThan(1), timeouts)
    received.length = 0
    await vi.waitFor(() => other.ingest([notificationOf(String(Math.random()))]), timeouts)
    await vi.waitFor(() => expect(received).toContain(false), timeouts)
  }, 60_000)

  test('fails in time if the database hangs, and uses it again once it continues', async () => {
    const { url, freeze, thaw } = running()
    const store = await openStore(briefly(url))
    await store.ingest([notificationOf('1')])
    freeze()
    onTestFinished(thaw)
    await expect(store.version()).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.ingest([notificationOf('2')])).rejects.toBeInstanceOf(StoreUnavailable)
    thaw()
    await vi.waitFor(() => store.version(), timeouts)
    expect(await store.ingest([notificationOf('3')])).toEqual([expect.any(Number)])
  }, 60_000)

  test('cuts off a client that holds a lock and is silent, and the others continue', async () => {
    const { url } = running()
    const place = briefly(url)
    const store = await openStore(place)
    const pool = createPostgresPool(place)
    onTestFinished(() => pool.end())
    const frozen = await pool.connect()
    await frozen.query('begin', [])
    await frozen.query(`update counters set latest = latest where name = 'version'`, [])
    await vi.waitFor(() => store.ingest([notificationOf('1')]), timeouts)
    await expect(frozen.query('select 1', [])).rejects.toBeInstanceOf(StoreUnavailable)
    frozen.release()
  }, 60_000)
})

describe.skipIf(database === undefined)('a schema in a database', () => {
  test('creates tables once for servers that start together', async () => {
    const place = newPlace(database ?? '')
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(place)))
    await stores[0]?.ingest([notificationOf('1')])
    for (const store of stores) expect(await store.open()).toHaveLength(1)
  })

  test('separates shops in schemas of one database', async () => {
    const [one, two] = [await openStore(newPlace(database ?? '')), await openStore(newPlace(database ?? ''))]
    const received: boolean[] = []
    const closing = new AbortController()
    onTestFinished(() => closing.abort())
    two.shared?.listen((isAfterGap) => received.push(isAfterGap), closing.signal)
    await vi.waitFor(() => expect(received).toEqual([true]), timeouts)
    await one.ingest([notificationOf('1')])
    expect(await two.open()).toEqual([])
    expect(await two.ingest([notificationOf('1')])).toEqual([1])
    expect(received).toEqual([true])
  })

  test('refuses tables of a newer version', async () => {
    const place = newPlace(database ?? '')
    await (await openStore(place)).close()
    await run(place, 'insert into migrations values (999, 1)')
    await expect(openPostgresStore({ ...place, clock })).rejects.toThrow(/^DATABASE_URL: holds data of a newer version/)
  })

  test('upgrades older tables only for a server', async () => {
    const place = newPlace(database ?? '')
    await (await openStore(place)).close()
    const changes = ['drop table servers', 'drop table watches', 'drop index orders_version', 'drop table rumours']
    changes.push(
      'drop table printers',
      'drop table print_jobs',
      'drop table settings',
      'drop table alerts',
      'drop table phones',
      'drop table webhook_deliveries',
      'drop table outgoing_webhooks',
      'drop table report_days',
      'drop table api_keys',
    )
    for (const [table, column] of [
      ['devices', 'role'],
      ['devices', 'category_ids'],
      ['enrolment_codes', 'role'],
    ])
      changes.push(`alter table ${table} drop column ${column}`)
    changes.push('drop index orders_outcome', 'alter table orders drop column outcome')
    for (const change of [...changes, 'delete from migrations where number > 3']) await run(place, change)
    const asGuest = () => openPostgresStore({ ...place, clock, isGuest: true })
    await expect(asGuest()).rejects.toThrow(/^DATABASE_URL: holds data of an older version/)
    await openStore(place)
    await (await asGuest()).close()
  })

  test('explains a missing permission for the schema, without an address', async () => {
    const place = newPlace(database ?? '')
    await run(place, `create role ${place.schema} login`)
    const url = (database ?? '').replace('desk@', `${place.schema}@`)
    const failure: unknown = await openPostgresStore({ url, schema: place.schema, clock }).catch((error) => error)
    expect(failure).toBeInstanceOf(StoreUnavailable)
    expect(storeRefusal(failure as StoreUnavailable, '--to').message).toBe(
      // As in the step above.
      '--to: is of a user who may not make its schema, or use what is in it (42501)',
    )
  })

  test('refuses or ends a sign-in on a tablet that another server removes meanwhile', async () => {
    const place = newPlace(database ?? '')
    const [store, other] = [await openStore(place), await openStore(place)]
    await store.addPerson({ id: 'sara', name: 'Sara', isManager: true, pinHash: '' })
    const tablets = Array.from({ length: 40 }, (_, number) => `tablet ${number}`)
    const rest = { enrolledAt: 1, lastSeenAt: 1, role: 'counter' as const, categoryIds: null }
    for (const id of tablets) await store.addDevice({ id, name: id, tokenHash: id, ...rest })
    const signIn = { personId: 'sara', expiresAt: 2, usedAt: 1 }
    await Promise.all(
      tablets.flatMap((id) => [store.addSignIn({ tokenHash: id, deviceId: id, ...signIn }), other.removeDevice(id)]),
    )
    expect(await Promise.all(tablets.map((id) => store.findSignIn(id)))).toEqual(tablets.map(() => undefined))
  })

  test('refuses to make a copy', async () => {
    const store = await openStore(newPlace(database ?? ''))
    await expect(store.backup('copy.db')).rejects.toThrow('pg_dump')
  })
})

test('reports a missing database, without an address', async () => {
  const place = { url: 'postgres://desk:secret@127.0.0.1:1/desk', schema: 'shop' }
  const failure: unknown = await openPostgresStore({ ...place, clock }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect(String(failure)).not.toMatch(/secret|127\.0\.0\.1/)
})

test('is unavailable if the database closes a connection right after accepting it', async () => {
  const postgres = await startRefusingPostgres('57P01', true)
  onTestFinished(postgres.stop)
  const pool = createPostgresPool({ url: postgres.url, schema: 'shop' })
  onTestFinished(() => pool.end())
  const connection = await pool.connect()
  await expect(connection.query('select 1', [])).rejects.toBeInstanceOf(StoreUnavailable)
  connection.release()
  expect(postgres.asked()).toBe(1)
})
