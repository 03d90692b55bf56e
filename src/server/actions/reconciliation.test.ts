import { expect, test } from 'vitest'
import { readOrder } from '#contract/vendor/order.ts'
import type { OrderReading } from '#server/vendor/order-reading.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import { doneAttemptOf, logEntryOf, sentAttemptOf } from '#testing/action-store-suite.ts'
import { createTestClock } from '#testing/clock.ts'
import { createActionJournal } from './action-journal.ts'
import type { ActionResult } from './carry-out-action.ts'
import { createReconciliation } from './reconciliation.ts'

const silence = new VendorFailure('silent', 'No answer.')
const lost = { settledBy: null, vendor: null, posts: 1 }

function readingOf(key: string, moment: Pick<OrderReading, 'askedAt' | 'turn'>): OrderReading {
  const data = { id: '1', is_active: true, status: { key, title: '' } }
  return { id: '1', order: readOrder('1', data) ?? { id: '1' }, data, text: '', ...moment }
}

/** A reconciliation beside a peer, and a sent attempt of its own. */
async function openReconciliation() {
  const [clock, kept] = [createTestClock(), createMemoryStore()]
  const connection = { isCut: false, failsAfterMs: 0 }
  async function unlessCut<T>(work: () => Promise<T>): Promise<T> {
    if (!connection.isCut) return work()
    if (connection.failsAfterMs > 0) await clock.sleep(connection.failsAfterMs)
    throw new StoreUnavailable('Cut.')
  }
  const store: Store = { ...kept, writeAttempt: (...words) => unlessCut(() => kept.writeAttempt(...words)) }
  const servers = { id: 'here', isPolling: () => true, isGone: () => false }
  const noted: unknown[] = []
  let seen: OrderReading | undefined
  const journal = createActionJournal({
    store,
    clock,
    servers,
    version: () => 0,
    emit: () => undefined,
    onStoreFailure: () => undefined,
  })
  const reconciliation = createReconciliation({
    journal,
    servers,
    clock,
    runner: {
      async reread() {
        if (seen) reconciliation.noteReading(seen)
        return seen
      },
    },
    orders: { read: () => Promise.reject(silence) },
    answers: { save: () => undefined },
    answeredBefore: () => undefined,
    peekOrder: () => undefined,
    log: () => undefined,
    noteAction: (...what) => unlessCut(async () => void noted.push(what)),
    onStoreFailure: () => undefined,
  })
  const attempt = { ...sentAttemptOf('key-1', '1', clock.now()), server: 'here' }
  await store.beginAttempt(attempt)
  return {
    clock,
    store,
    connection,
    journal,
    reconciliation,
    noted,
    attempt,
    see: (reading: OrderReading) => void (seen = reading),
  }
}

test.each<readonly [string, ActionResult]>([
  [
    'done',
    {
      ...lost,
      outcome: { kind: 'done', reading: readingOf('preparing', { askedAt: 1, turn: 1 }) },
      settledBy: 'answer',
    },
  ],
  ['failed', { ...lost, outcome: { kind: 'failed', failure: silence }, settledBy: 'reread' }],
  ['unknown', { ...lost, outcome: { kind: 'unknown', isGranted: false } }],
])('does not note an action here that a peer found done, as %s', async (_, attempted) => {
  const { clock, store, reconciliation, noted, attempt } = await openReconciliation()
  await store.writeAttempt(doneAttemptOf('key-1', '1', clock.now() - 1))
  expect(await reconciliation.conclude(attempt, attempted)).toMatchObject({ state: 'done' })
  expect(noted).toEqual([])
})

test('does not report that action as failed to a waiting request', async () => {
  const { clock, store, journal, reconciliation, attempt, see } = await openReconciliation()
  await journal.lose(attempt, { isGranted: false, posts: 1 }, logEntryOf())
  await store.writeAttempt(doneAttemptOf('key-1', '1', clock.now()))
  see(readingOf('pending', { askedAt: clock.now(), turn: clock.steady() }))
  const unknown = journal.unknown('1') ?? expect.fail('Nobody knows what came of it.')
  expect(await reconciliation.reconcile(unknown, clock.steady() + 1000)).toMatchObject({ state: 'done' })
})

test.each([
  ['told once the line is back', false, 1],
  ['not told where a neighbour has found it out meanwhile', true, 0],
] as const)(
  'notes an outcome found while the connection to the store was cut: %s',
  async (_, isFoundOutThere, times) => {
    const { clock, store, connection, reconciliation, noted, attempt } = await openReconciliation()
    connection.isCut = true
    const reading = readingOf('preparing', { askedAt: 1, turn: 1 })
    await reconciliation.conclude(attempt, { ...lost, outcome: { kind: 'done', reading }, settledBy: 'answer' })
    connection.isCut = false
    if (isFoundOutThere) await store.writeAttempt(doneAttemptOf('key-1', '1', clock.now() + 60_000))
    await reconciliation.takeOver(new AbortController().signal)
    expect(noted).toHaveLength(times)
  },
)

test('writes a known outcome at most three times to a stalled store, however often the order is read', async () => {
  const { clock, connection, journal, reconciliation, attempt } = await openReconciliation()
  Object.assign(connection, { isCut: true, failsAfterMs: 5000 })
  void journal.grant(attempt)
  const reading = readingOf('preparing', { askedAt: 1, turn: 1 })
  for (let count = 0; count < 10; count += 1) reconciliation.noteReading(reading)
  let concluded: unknown
  const outcome = { kind: 'done', reading } as const
  void reconciliation.conclude(attempt, { ...lost, outcome, settledBy: 'answer' }).then((kept) => (concluded = kept))
  // One write is pending, one covers later outcomes, and one is for the board.
  await clock.advance(15_000)
  expect(concluded).toMatchObject({ state: 'done' })
})
