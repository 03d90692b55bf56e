import { expect, test } from 'vitest'
import { healthy, manyFailures, type WebhookHealth, type WebhookRecord } from '#domain/outgoing-event.ts'
import type { Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'
import { notificationOf } from './store-suite.ts'
import { allDue, changeOrder, openStoreWith, webhookOf } from './webhook-store-suite.ts'

// The contract of every store for changes of webhooks, and for what they mean to waiting deliveries.

const failingOf = (failures: number): WebhookHealth => ({
  endedAt: null,
  failing: { since: 5, status: 500, problem: null, failures },
})

/** Tests changes of webhooks of a store; `create` makes a new, empty one. */
export function testWebhookChanges(name: string, create: () => Promise<Store>): void {
  const openStore = (...webhooks: readonly WebhookRecord[]) => openStoreWith(create, webhooks)

  test(`${name}: adds, changes and removes webhooks, and logs changes`, async () => {
    const store = await openStore()
    await store.addWebhook(webhookOf('b', { createdAt: 2 }), logEntryOf({ what: 'add webhook' }))
    await store.addWebhook(webhookOf('a', { createdAt: 1 }))
    await store.addWebhook(webhookOf('a', { isPaused: true }), logEntryOf({ what: 'not logged' }))
    const b = webhookOf('b', { createdAt: 2, isPaused: true, health: failingOf(1) })
    const entry = ({ id }: WebhookRecord) => logEntryOf({ what: 'change webhook', about: id })
    expect(await store.changeWebhook('b', 1, (stored) => ({ ...b, events: stored.events }), entry)).toEqual(b)
    expect(await store.changeWebhook('b', 1, () => undefined, entry)).toBeUndefined()
    expect(await store.changeWebhook('unknown', 1, (stored) => stored, entry)).toBeUndefined()
    const refuse = () => {
      throw new RangeError('This is refused.')
    }
    await expect(store.changeWebhook('b', 1, refuse, entry)).rejects.toBeInstanceOf(RangeError)
    expect(await store.webhooks()).toEqual([webhookOf('a', { createdAt: 1 }), b])
    expect(await store.removeWebhook('b', logEntryOf({ what: 'remove webhook' }))).toBe(true)
    expect(await store.removeWebhook('b', logEntryOf({ what: 'not logged' }))).toBe(false)
    expect((await store.webhooks()).map(({ id }) => id)).toEqual(['a'])
    const logged = (await store.readLog({ limit: 9 })).entries.map(({ what, about }) => `${what} ${about ?? ''}`.trim())
    expect(logged).toEqual(['remove webhook', 'change webhook b', 'add webhook'])
  })

  test(`${name}: loses none of many changes of a webhook at once`, async () => {
    const store = await openStore(webhookOf('w', { secrets: [] }))
    const until = Array.from({ length: 10 }, (_, number) => number)
    await Promise.all([
      ...until.map((each) => {
        const secret = { secret: 'whsec_c2VjcmV0', until: each }
        return store.changeWebhook('w', 1, (stored) => ({ ...stored, secrets: [...stored.secrets, secret] }))
      }),
      store.changeWebhook('w', 1, (stored) => ({ ...stored, isPaused: true })),
      store.changeWebhook('w', 1, (stored) => ({ ...stored, health: failingOf(1) })),
    ])
    const [webhook] = await store.webhooks()
    expect(webhook).toMatchObject({ isPaused: true, health: failingOf(1) })
    expect(webhook?.secrets.map((each) => each.until).toSorted()).toEqual(until)
  })

  test(`${name}: makes all due when a receiver that failed often is back, and not when it failed once`, async () => {
    const store = await openStore(webhookOf('w', { health: failingOf(manyFailures - 1) }))
    await store.ingest([notificationOf('1')])
    const [due] = await allDue(store, 'w')
    if (!due) throw new Error('Nothing is due.')
    const waiting = await store.saveDelivery({ ...due, dueAt: 90_000, tries: 1 }, 8)
    await store.changeWebhook('w', 100, (stored) => ({ ...stored, health: healthy }))
    expect(await store.nextDueAt('w')).toBe(90_000)
    await store.changeWebhook('w', 100, (stored) => ({ ...stored, health: failingOf(manyFailures) }))
    await store.changeWebhook('w', 100, (stored) => ({ ...stored, health: healthy }))
    expect(await allDue(store, 'w', 100)).toEqual([{ ...waiting, dueAt: 100 }])
  })

  test(`${name}: sends to another address all that waits, and what is being sent to the former one`, async () => {
    const store = await openStore(webhookOf('w'))
    await store.ingest([notificationOf('1'), notificationOf('2')])
    await changeOrder(store, '1')
    const [underWay, later] = await allDue(store, 'w')
    if (!underWay || !later) throw new Error('Nothing is due.')
    await store.saveDelivery({ ...later, dueAt: 90_000, tries: 1 }, 8)
    await store.changeWebhook('w', 5000, (stored) => ({ ...stored, url: 'https://new.test/' }))
    expect(await store.saveDelivery({ ...underWay, state: 'parked', dueAt: null, tries: 1 }, 8)).toBeUndefined()
    expect((await allDue(store, 'w')).map(({ id, dueAt }) => [id, dueAt])).toEqual([
      [underWay.id, 1000],
      [later.id, 5000],
    ])
  })
}
