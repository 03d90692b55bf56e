import { expect, onTestFinished, test } from 'vitest'
import type { CompletedAttempt, FailedAttempt, SentAttempt } from '#domain/action-attempt.ts'
import { StoreUnavailable, type LogEntry, type Store } from '#server/storage/store.ts'

// The contract of every store for attempts and the action log.

const who = { person: 'Mona', tablet: 'Counter' }

export const sentAttemptOf = (key: string, orderId: string, at = 1000): SentAttempt => ({
  state: 'sent',
  key,
  action: 'accept',
  orderId,
  by: who,
  digest: `digest of ${key}`,
  at,
  sent: { codes: 2 },
  sentAt: at + 1,
  before: { statusKey: 'pending', isActive: true, canMarkAsReady: null, lines: null },
  isGranted: false,
  posts: 1,
})

const itself = (key: string, orderId: string) => {
  const { action, by, digest, at } = sentAttemptOf(key, orderId)
  return { key, orderId, action, by, digest, at }
}

export const doneAttemptOf = (key: string, orderId: string, settledAt = 2000): CompletedAttempt => ({
  ...itself(key, orderId),
  state: 'done',
  settledAt,
  statusKey: 'preparing',
})

const failedAttemptOf = (key: string, orderId: string, settledAt = 2000): FailedAttempt => ({
  ...itself(key, orderId),
  state: 'failed',
  settledAt,
  failure: {
    status: 409,
    code: 'already_answered',
    message: 'Schön \u0000 \uD800 طلب',
    data: { at: '2026', by: null },
  },
})

export const logEntryOf = (entry: Partial<LogEntry> = {}): LogEntry => ({
  at: 1000,
  what: 'accept',
  orderId: '1',
  by: who,
  sent: { reason_id: 3, item_ids: [5, 6] },
  vendor: { status: 400, message: 'No' },
  outcome: 'failed',
  settledBy: 'answer',
  tookMs: 12,
  posts: 1,
  ...entry,
})

/** Tests attempts and the log of a store; `create` makes a new, empty one. */
export function testActionStore(name: string, create: () => Promise<Store>): void {
  async function openStore(): Promise<Store> {
    const store = await create()
    onTestFinished(() => store.close())
    return store
  }

  test(`${name}: finds an attempt by its key, as it was written`, async () => {
    const store = await openStore()
    const tap = sentAttemptOf('k1', '1')
    expect(await store.beginAttempt(tap)).toBeUndefined()
    expect(await store.findAttempt('k1')).toEqual(tap)
    expect(await store.findAttempt('K1')).toBeUndefined()
    Object.assign(tap, { digest: 'changed' })
    expect(await store.findAttempt('k1')).toEqual(sentAttemptOf('k1', '1'))
    await store.writeAttempt(failedAttemptOf('k1', '1'))
    expect(await store.findAttempt('k1')).toEqual(failedAttemptOf('k1', '1'))
  })

  test(`${name}: begins no second attempt of an order before the first is resolved`, async () => {
    const store = await openStore()
    const first = sentAttemptOf('k1', '1')
    await store.beginAttempt(first)
    expect(await store.beginAttempt(sentAttemptOf('k2', '1'))).toEqual(first)
    const unknown = { ...first, state: 'unknown', readableFrom: 5, isRecovered: false } as const
    await store.writeAttempt(unknown)
    expect(await store.beginAttempt(sentAttemptOf('k3', '1'))).toEqual(unknown)
    expect(await store.findAttempt('k3')).toBeUndefined()
    expect(await store.beginAttempt(sentAttemptOf('k4', '2'))).toBeUndefined()
    await store.writeAttempt(doneAttemptOf('k1', '1'))
    expect(await store.beginAttempt(sentAttemptOf('k2', '1'))).toBeUndefined()
  })

  test(`${name}: resolves an attempt once and keeps the outcome`, async () => {
    const store = await openStore()
    await store.beginAttempt(sentAttemptOf('k1', '1'))
    const outcomes = [doneAttemptOf('k1', '1', 500), failedAttemptOf('k1', '1', 600), doneAttemptOf('k1', '1', 700)]
    const stands: unknown[] = []
    for (const tap of outcomes) stands.push(await store.writeAttempt(tap, logEntryOf({ at: 500 })))
    expect(stands).toEqual([undefined, outcomes[0], outcomes[0]])
    expect(await store.findAttempt('k1')).toEqual(outcomes[0])
    expect((await store.readLog({ limit: 9 })).entries).toHaveLength(1)
  })

  test(`${name}: does not overwrite an attempt sent by another server with one refused before sending`, async () => {
    const store = await openStore()
    const sent = sentAttemptOf('k1', '1')
    await store.beginAttempt(sent)
    expect(await store.refuseAttempt(failedAttemptOf('k1', '1'))).toEqual(sent)
    expect(await store.findAttempt('k1')).toEqual(sent)
    expect(await store.refuseAttempt(failedAttemptOf('k2', '1'))).toBeUndefined()
    expect(await store.refuseAttempt(failedAttemptOf('k2', '1', 900))).toEqual(failedAttemptOf('k2', '1'))
    expect(await store.findAttempt('k2')).toEqual(failedAttemptOf('k2', '1'))
  })

  test(`${name}: begins a key once, whatever its outcome and order`, async () => {
    const store = await openStore()
    await store.writeAttempt(doneAttemptOf('k1', '1'))
    expect(await store.beginAttempt(sentAttemptOf('k1', '2'))).toEqual(doneAttemptOf('k1', '1'))
    expect(await store.findAttempt('k1')).toEqual(doneAttemptOf('k1', '1'))
  })

  test(`${name}: begins one of many simultaneous attempts of an order`, async () => {
    const store = await openStore()
    const begun = await Promise.all(
      Array.from({ length: 50 }, (_, id) => store.beginAttempt(sentAttemptOf(`k${id}`, '1'))),
    )
    expect(begun.filter((inTheWay) => inTheWay === undefined)).toHaveLength(1)
    expect(await store.unreconciledAttempts()).toHaveLength(1)
  })

  test(`${name}: lists unresolved attempts, oldest first`, async () => {
    const store = await openStore()
    for (const [key, at] of Object.entries({ k1: 300, k2: 100, k3: 200 })) {
      await store.beginAttempt(sentAttemptOf(key, `o-${key}`, at))
    }
    await store.writeAttempt(failedAttemptOf('k3', 'o-k3'))
    await store.writeAttempt(failedAttemptOf('k4', 'o-k4'))
    expect((await store.unreconciledAttempts()).map(({ key }) => key)).toEqual(['k2', 'k1'])
  })

  test(`${name}: returns the latest attempt of an order`, async () => {
    const store = await openStore()
    expect(await store.lastCompletedAttempt('1')).toBeUndefined()
    await store.writeAttempt(doneAttemptOf('k1', '1', 500))
    await store.writeAttempt(doneAttemptOf('k2', '1', 900))
    await store.writeAttempt(doneAttemptOf('k3', '1', 700))
    await store.writeAttempt(failedAttemptOf('k4', '1', 1000))
    await store.writeAttempt(doneAttemptOf('k5', '2', 1000))
    expect(await store.lastCompletedAttempt('1')).toEqual(doneAttemptOf('k2', '1', 900))
  })

  test(`${name}: drops old resolved attempts, and never unresolved ones`, async () => {
    const store = await openStore()
    await store.beginAttempt(sentAttemptOf('k0', '0', 1))
    await store.writeAttempt(doneAttemptOf('k1', '1', 100))
    await store.writeAttempt(failedAttemptOf('k2', '2', 199))
    await store.writeAttempt(doneAttemptOf('k3', '3', 200))
    expect(await store.forgetAttempts(200)).toBe(2)
    const kept = await Promise.all(['k0', 'k1', 'k2', 'k3'].map((key) => store.findAttempt(key)))
    expect(kept.map((tap) => tap?.key)).toEqual(['k0', undefined, undefined, 'k3'])
  })

  test(`${name}: lists the log of all or one order as it was written, newest first`, async () => {
    const store = await openStore()
    const rows = ['1', '2', '1', null].map((orderId, index) => logEntryOf({ orderId, at: 1000 - index }))
    for (const row of rows) await store.appendLog(row)
    expect(await store.readLog({ limit: 9 })).toEqual({ entries: rows.toReversed(), next: null })
    expect((await store.readLog({ orderId: '1', limit: 9 })).entries).toEqual([rows[2], rows[0]])
    expect(await store.readLog({ orderId: '3', limit: 9 })).toEqual({ entries: [], next: null })
    expect((await store.readLog({ until: 999, limit: 9 })).entries).toEqual([rows[3], rows[2]])
    expect((await store.readLog({ until: 999, orderId: '1', limit: 9 })).entries).toEqual([rows[2]])
  })

  test(`${name}: leaves nothing out between pages of the log, with equal timestamps and new rows`, async () => {
    const store = await openStore()
    for (let id = 0; id < 25; id += 1) await store.appendLog(logEntryOf({ orderId: String(id % 2), what: `w${id}` }))
    const seen: string[] = []
    for (let before: string | null | undefined; before !== null;) {
      const page = await store.readLog({ limit: 5, ...(before !== undefined && { before }) })
      expect(page.entries).toHaveLength(5)
      seen.push(...page.entries.map(({ what }) => what))
      before = page.next
      await store.appendLog(logEntryOf({ what: 'later' }))
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, id) => `w${24 - id}`))
    for (const before of ['', '-1', 'x', '1e9', '9'.repeat(30)]) {
      expect(await store.readLog({ limit: 5, before })).toEqual({ entries: [], next: null })
    }
  })

  test(`${name}: writes an attempt with its log row, and drops old rows of the log`, async () => {
    const store = await openStore()
    await store.writeAttempt(doneAttemptOf('k1', '1'), logEntryOf({ at: 100 }))
    await store.appendLog(logEntryOf({ at: 200, what: 'kept' }))
    expect((await store.readLog({ limit: 9 })).entries).toHaveLength(2)
    expect(await store.forgetLog(200)).toBe(1)
    expect((await store.readLog({ limit: 9 })).entries.map(({ what }) => what)).toEqual(['kept'])
    await store.appendLog(logEntryOf({ at: 201, what: 'next' }))
    expect((await store.readLog({ limit: 9 })).entries.map(({ what }) => what)).toEqual(['next', 'kept'])
  })

  test(`${name}: begins no attempt when it is closed`, async () => {
    const store = await create()
    await store.close()
    await expect(store.beginAttempt(sentAttemptOf('k1', '1'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.writeAttempt(doneAttemptOf('k1', '1'))).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.findAttempt('k1')).rejects.toBeInstanceOf(StoreUnavailable)
  })
}

/** Tests that attempts and the log outlast the process; `createPlace` returns a function that opens the store there. */
export function testLastingActions(name: string, createPlace: () => Promise<() => Promise<Store>>): void {
  test(`${name}: has its attempts and log when it is opened again, and accepts orders`, async () => {
    const open = await createPlace()
    const first = await open()
    await first.beginAttempt(sentAttemptOf('k1', '1'))
    await first.writeAttempt(doneAttemptOf('k2', '2'), logEntryOf())
    await first.close()
    const second = await open()
    onTestFinished(() => second.close())
    expect(await second.unreconciledAttempts()).toEqual([sentAttemptOf('k1', '1')])
    expect(await second.findAttempt('k2')).toEqual(doneAttemptOf('k2', '2'))
    expect(await second.beginAttempt(sentAttemptOf('k3', '1'))).toEqual(sentAttemptOf('k1', '1'))
    await second.appendLog(logEntryOf({ what: 'ready' }))
    expect((await second.readLog({ limit: 9 })).entries.map(({ what }) => what)).toEqual(['ready', 'accept'])
  })
}
