import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '#testing/clock.ts'
import { testLastingStore, testStore, wordOf } from '#testing/store-suite.ts'
import { openSqliteStore } from './node/store-sqlite.ts'
import { recordOfWord } from './order-record.ts'
import { createMemoryStore } from './store-memory.ts'
import type { Store } from './store.ts'

async function sqlitePlace() {
  const folder = await mkdtemp(join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const clock = createTestClock()
  return (name = 'desk') => openSqliteStore({ file: join(folder, `${name}.db`), clock, log: () => {} })
}

testStore('memory', async () => createMemoryStore())
testStore('sqlite', async () => (await sqlitePlace())())
testLastingStore('sqlite', sqlitePlace)

test('a store in memory says that it cannot be copied', async () => {
  await expect(createMemoryStore().backup('copy.db')).rejects.toThrow('no file')
})

// Few names and few moments, so that steps meet.
const id = fc.constantFrom('a', 'b', 'C', 'd1')
const name = fc.constantFrom('Mona', 'MONA', 'zoé', 'ZOE\u0301', 'سلمى', '')
const at = fc.nat(6)
const word = fc
  .record({ orderId: id, toldId: fc.option(fc.string()), receivedAt: at })
  .map((each) => wordOf(each.orderId, each))
const device = fc.record({ id, name, tokenHash: id, enrolledAt: at, lastSeenAt: at })
const person = fc.record({ id, name, isManager: fc.boolean(), pinHash: fc.string() })
const signIn = fc.record({ tokenHash: id, personId: id, deviceId: id, expiresAt: at })
const entry = fc.record({
  at,
  what: fc.string(),
  detail: fc.option(fc.string({ unit: 'binary' })),
  by: fc.constant(null),
})
const notice = fc.record({ receivedAt: at, contentType: fc.string(), body: fc.string({ unit: 'binary' }) })
const closed = fc.record(
  { search: fc.string({ maxLength: 2 }), before: at, limit: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: ['limit'] },
)
const record = fc
  .tuple(
    word,
    fc.record({
      closedAt: fc.option(at),
      order: fc.jsonValue(),
      numbers: fc.string().map((text) => text.toLowerCase()),
    }),
  )
  .map(([each, change]) => ({ ...recordOfWord(each, 0), ...change }))

type Step = (store: Store) => Promise<unknown>
const step = <T>(arbitrary: fc.Arbitrary<T>, act: (store: Store, value: T) => Promise<unknown>): fc.Arbitrary<Step> =>
  arbitrary.map((value) =>
    Object.assign((store: Store) => act(store, value), {
      [fc.toStringMethod]: () => `${act.toString()} ${fc.stringify(value)}`,
    }),
  )

const steps: fc.Arbitrary<Step> = fc.oneof(
  step(fc.array(word), (store, words) => store.hear(words)),
  step(record, (store, each) => store.save(each)),
  step(id, (store, each) => store.find(each)),
  step(closed, (store, options) => store.closed(options)),
  step(fc.tuple(id, entry), (store, [each, what]) => store.note(each, what)),
  step(notice, (store, each) => store.keepUnreadable(each)),
  step(fc.record({ closedBefore: at, unreadableBefore: at }), (store, before) => store.forget(before)),
  step(device, (store, each) => store.addDevice(each)),
  step(id, (store, each) => store.findDevice(each)),
  step(fc.tuple(id, at), (store, [each, when]) => store.touchDevice(each, when)),
  step(id, (store, each) => store.removeDevice(each)),
  step(person, (store, each) => store.addPerson(each)),
  step(id, (store, each) => store.removePerson(each)),
  step(signIn, (store, each) => store.addSignIn(each)),
  step(id, (store, each) => store.removeSignIn(each)),
  step(fc.tuple(id, at), (store, [each, until]) => store.addEnrolmentCode(each, until)),
  step(fc.tuple(id, at), (store, [each, now]) => store.useEnrolmentCode(each, now)),
)

/** All that can be seen of a store. */
const all = async (store: Store) => [
  await store.version(),
  await store.open(),
  await store.closed({ limit: 100 }),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.timeline(each))),
  await store.unreadable(),
  await store.devices(),
  await store.people(),
  await Promise.all(['a', 'b', 'C', 'd1'].map((each) => store.findSignIn(each))),
]

test('whatever is done to them, both stores give the same answers', async () => {
  const open = await sqlitePlace()
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (acts) => {
      const memory = createMemoryStore()
      const sqlite = await open(`run-${(run += 1)}`)
      try {
        for (const act of acts) expect(await act(sqlite)).toEqual(await act(memory))
        expect(await all(sqlite)).toEqual(await all(memory))
      } finally {
        await sqlite.close()
      }
    }),
    { numRuns: 150 },
  )
}, 60_000)
