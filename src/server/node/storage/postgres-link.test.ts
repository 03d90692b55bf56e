import { describe, expect, inject, test, vi, type TestContext } from 'vitest'
import { StoreUnavailable } from '#server/storage/store.ts'
import { openLink } from '#testing/link.ts'
import { createTestClock } from '#testing/clock.ts'
import { newPlace } from '#testing/postgres.ts'
import { notificationOf } from '#testing/store-suite.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { openPostgresStore } from './store-postgres.ts'

// Behaviour when the connection between a server and its database breaks.

const database = inject('postgres')
const timeouts = { timeout: 20_000, interval: 50 }
/** A fifth of the usual time limits: long enough for a busy machine. */
const secondMs = 200

async function setUp({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const address = new URL(database ?? '')
  const link = await openLink(Number(address.port))
  const { schema } = newPlace('')
  const open = async (port: number) => {
    address.port = String(port)
    const store = await openPostgresStore({ url: address.href, schema, secondMs, clock: createTestClock() })
    onTestFinished(() => store.close())
    return store
  }
  const other = await open(Number(address.port))
  const pool = createPostgresPool({ url: address.href, schema, secondMs })
  onTestFinished(() => pool.end())
  const store = await open(link.port)
  onTestFinished(() => link.stop())
  return { link, store, other, pool }
}

describe.skipIf(database === undefined).concurrent('connection to the database', () => {
  for (const fault of ['refused', 'silent', 'silent there', 'silent back', 'lost'] as const) {
    test(`fails in time if it is ${fault}, and is used again once it recovers`, async (context) => {
      const { link, store, other } = await setUp(context)
      await Promise.all([store.ingest([notificationOf('before')]), store.version(), store.people(), store.open()])
      await link.break(fault)
      const asked = [store.ingest([notificationOf('meanwhile')]), store.version(), store.addPerson(person('Omar'))]
      for (const result of await Promise.allSettled(asked)) {
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) })
      }
      await link.heal()
      await vi.waitFor(() => store.ingest([notificationOf('after')]), timeouts)
      const known = (await other.open()).map(({ orderId }) => orderId)
      expect(known).toEqual(expect.arrayContaining(['before', 'after']))
    }, 60_000)
  }

  test('fails in the same time if it is lost during a transaction', async (context) => {
    const { link, store, pool } = await setUp(context)
    const [busy, looker] = [await pool.connect(), await pool.connect()]
    context.onTestFinished(() => looker.release())
    await busy.query('begin', [])
    await busy.query(`update counters set latest = latest where name = 'version'`, [])
    const ingested = store.ingest([notificationOf('1')]).catch((error: unknown) => error)
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%counters%'`
    await vi.waitFor(async () => expect((await looker.query(isWaiting, [])).rows).toHaveLength(1), timeouts)
    await link.break('lost')
    await busy.query('commit', [])
    busy.release()
    expect(await ingested).toBeInstanceOf(StoreUnavailable)
  }, 60_000)

  for (const fault of ['cut', 'lost'] as const) {
    test(`receives notifications of other servers again after it was ${fault}`, async (context) => {
      const { link, store, other } = await setUp(context)
      const ingested: boolean[] = []
      const closing = new AbortController()
      context.onTestFinished(() => closing.abort())
      store.shared?.listen((isAfterGap) => ingested.push(isAfterGap), closing.signal)
      await vi.waitFor(() => expect(ingested).toEqual([true]), timeouts)
      await link.break(fault)
      await link.heal()
      // First the gap, then a notification.
      await vi.waitFor(() => expect(ingested).toEqual([true, true]), timeouts)
      await vi.waitFor(() => other.ingest([notificationOf(String(Math.random()))]), timeouts)
      await vi.waitFor(() => expect(ingested).toContain(false), timeouts)
    }, 60_000)
  }

  test('closes the store although the connection is lost', async (context) => {
    const { link, store } = await setUp(context)
    store.shared?.listen(() => undefined, new AbortController().signal)
    await Promise.all([store.version(), store.people()])
    await link.break('lost')
    await store.close()
    await expect(store.version()).rejects.toThrow('The store is closed.')
  })
})

const person = (name: string) => ({ id: name, name, isManager: false, pinHash: '' })
