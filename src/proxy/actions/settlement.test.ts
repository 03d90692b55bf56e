import { expect, test } from 'vitest'
import { createMemoryStore } from '#proxy/store/store-memory.ts'
import { VendorFailure } from '#proxy/vendor/vendor.ts'
import { doneTapOf, sentTapOf } from '#testing/action-store-suite.ts'
import { createTestClock } from '#testing/clock.ts'
import { createActionJournal } from './action-journal.ts'
import type { Attempted } from './attempt.ts'
import { createSettlement } from './settlement.ts'

const silence = new VendorFailure('silent', 'No answer.')
const lost = { settledBy: null, vendor: null, posts: 1 }

test.each<readonly [string, Attempted]>([
  ['failed', { ...lost, outcome: { kind: 'failed', failure: silence }, settledBy: 'reread' }],
  ['unknown', { ...lost, outcome: { kind: 'unknown', isGranted: false } }],
])('an action that a neighbour found to be done is not noted as %s here', async (_, attempted) => {
  const [clock, store] = [createTestClock(), createMemoryStore()]
  const servers = { id: 'here', isWatching: () => true, isGone: () => false }
  const noted: unknown[] = []
  const journal = createActionJournal({ store, clock, servers, storeTrouble: () => undefined })
  const settlement = createSettlement({
    journal,
    servers,
    clock,
    attempt: { reread: async () => undefined },
    orders: { read: () => Promise.reject(silence) },
    told: { keep: () => undefined },
    answeredBefore: () => undefined,
    peekOrder: () => undefined,
    log: () => undefined,
    noteAction: async (...what) => void noted.push(what),
  })
  const tap = { ...sentTapOf('key-1', '1', clock.now()), server: 'here' }
  await store.beginTap(tap)
  await store.writeTap(doneTapOf('key-1', '1', clock.now()))
  expect(await settlement.conclude(tap, attempted)).toMatchObject({ state: 'done' })
  expect(noted).toEqual([])
})
