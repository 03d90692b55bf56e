import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { orderEvents, outgoingEvents } from '#contract/desk/outgoing-webhooks.ts'
import { openPostgresStore } from '#server/node/storage/store-postgres.ts'
import { openSqliteStore } from '#server/node/storage/store-sqlite.ts'
import { createTestClock } from '#testing/clock.ts'
import { newPlace } from '#testing/postgres.ts'
import { notificationOf } from '#testing/store-suite.ts'
import { eventOf, webhookOf } from '#testing/webhook-store-suite.ts'
import { createMemoryStore } from './store-memory.ts'
import type { Store } from './store.ts'

const clock = createTestClock()
const database = inject('postgres')

// Few names and timestamps, so that steps collide.
const id = fc.constantFrom('a', 'b')
const at = fc.nat(6)
const failing = fc.record({
  since: at,
  status: fc.constant(500),
  problem: fc.constant(null),
  failures: fc.constantFrom(1, 3),
})
const health = fc.record({ endedAt: fc.option(at, { freq: 5 }), failing: fc.option(failing, { freq: 1 }) })
const webhook = fc
  .record({
    id,
    events: fc.uniqueArray(fc.constantFrom(...outgoingEvents), { minLength: 1 }),
    createdAt: at,
    isPaused: fc.boolean(),
    health,
  })
  .map((each) => webhookOf(each.id, each))

type Step = (store: Store) => Promise<unknown>
const step = <T>(arbitrary: fc.Arbitrary<T>, act: (store: Store, value: T) => Promise<unknown>): fc.Arbitrary<Step> =>
  arbitrary.map((value) =>
    Object.assign((store: Store) => act(store, value), {
      [fc.toStringMethod]: () => `${act.toString()} ${fc.stringify(value)}`,
    }),
  )

const due = (store: Store, webhookId: string, now: number) =>
  store.dueDeliveries({ webhookId, now, until: now + 4, limit: 3 })

/** The id of the delivery in that place, among the latest of a webhook. */
const idAt = async (store: Store, webhookId: string, place: number) =>
  (await store.latestDeliveries(webhookId, 9))[place]?.id ?? 'unknown'

const steps: fc.Arbitrary<Step> = fc.oneof(
  step(fc.array(fc.tuple(id, at), { maxLength: 3 }), (store, words) =>
    store.ingest(words.map(([orderId, receivedAt]) => notificationOf(orderId, { receivedAt }))),
  ),
  {
    weight: 3,
    arbitrary: step(
      fc.tuple(id, fc.array(fc.record({ type: fc.constantFrom(...orderEvents), at }), { maxLength: 2 })),
      async (store, [orderId, events]) => {
        const record = await store.find(orderId)
        return record && store.save(record, { events })
      },
    ),
  },
  step(webhook, (store, each) => store.addWebhook(each)),
  step(
    fc.tuple(id, at, fc.record({ isPaused: fc.boolean(), health, url: fc.webUrl() }, { requiredKeys: [] })),
    (store, [each, now, changes]) => store.changeWebhook(each, now, (stored) => ({ ...stored, ...changes })),
  ),
  step(id, (store, each) => store.removeWebhook(each)),
  step(fc.array(fc.tuple(id, at), { maxLength: 2 }), (store, events) =>
    store.addDeliveries(events.map(([each, when]) => eventOf(each, { at: when }))),
  ),
  {
    weight: 3,
    arbitrary: step(
      fc.tuple(id, at, fc.constantFrom('delivered', 'parked', 'waiting'), at, fc.nat(1)),
      async (store, [each, now, state, dueAt, late]) => {
        const [delivery] = await due(store, each, now)
        const next = { state, dueAt: state === 'waiting' ? dueAt : null } as const
        return delivery && store.saveDelivery({ ...delivery, ...next, revision: delivery.revision - late }, now)
      },
    ),
  },
  step(fc.tuple(id, at), (store, [each, now]) => due(store, each, now)),
  step(id, (store, each) => store.nextDueAt(each)),
  step(fc.tuple(id, fc.nat(4), at), async (store, [each, place, now]) =>
    store.resendDelivery(each, await idAt(store, each, place), now),
  ),
  step(id, (store, each) => store.countDeliveries(each)),
  step(fc.record({ now: at, deliveredBefore: at, allBefore: at }), (store, options) => store.forgetDeliveries(options)),
)

/** Everything that is visible of webhooks. */
const all = async (store: Store) => [
  await store.webhooks(),
  await Promise.all(['a', 'b'].map((each) => store.latestDeliveries(each, 999))),
  await Promise.all(['a', 'b'].map((each) => due(store, each, 5))),
]

/** Whatever is done to it, a store gives the same answers as the one in memory. */
async function isLikeMemory(open: () => Promise<Store>, numRuns: number): Promise<void> {
  const isLike = fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (acts) => {
    const memory = createMemoryStore()
    const store = await open()
    try {
      for (const each of [memory, store]) await each.addWebhook(webhookOf('a', { events: [...outgoingEvents] }))
      for (const act of acts) expect(await act(store)).toEqual(await act(memory))
      expect(await all(store)).toEqual(await all(memory))
    } finally {
      await store.close()
    }
  })
  await fc.assert(isLike, { numRuns })
}

test('gives the same deliveries from a file as from memory, whatever is done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let run = 0
  const open = () => openSqliteStore({ file: join(folder, `${(run += 1)}.db`), clock, log: () => undefined })
  await expect(isLikeMemory(open, 75)).resolves.toBeUndefined()
}, 60_000)

test.skipIf(database === undefined)(
  'gives the same deliveries from PostgreSQL, whatever is done',
  async () => {
    const open = () => openPostgresStore({ ...newPlace(database ?? ''), clock })
    await expect(isLikeMemory(open, 40)).resolves.toBeUndefined()
  },
  60_000,
)
