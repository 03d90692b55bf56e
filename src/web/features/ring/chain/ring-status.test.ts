import { rowOf } from '#testing/row-of.ts'
import { boardQuery } from '#web/api/board.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { noteCallOutcome, noteSavedBoard } from '#web/api/http/connection-status.ts'
import { noteReadings } from '#web/api/http/query-client.ts'
import { serverNow, setServerTime, steadyNow } from '#web/api/http/server-clock.ts'
import { createInstrument } from '#web/tablet/instrument.ts'
import { createRingNotification } from '#web/tablet/notification.ts'
import { createSound } from '#web/tablet/sound.ts'
import { createWakeLock } from '#web/tablet/wake-lock.ts'
import { readRingStatus } from './ring-status.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => noteCallOutcome(undefined, true))

const instrument = createInstrument({
  hasSound: false,
  sound: createSound(undefined),
  wakeLock: createWakeLock(undefined),
  notification: createRingNotification(undefined),
})

const minuteMs = 60_000

/** An order with a deadline in this number of minutes. */
const waiting = (minutes: number) =>
  rowOf(`order-${minutes}`, {
    received_at: new Date(serverNow() - 5 * minuteMs).toISOString(),
    respond_by: new Date(serverNow() + minutes * minuteMs).toISOString(),
  })

test('rings only for orders of a saved board before their deadline', () => {
  const queries = new QueryClient()
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  queries.setQueryData(boardQuery().queryKey, { data: [waiting(-60), waiting(2)], meta })
  expect(readRingStatus(queries, instrument).ring?.waiting).toBe(2)
  noteSavedBoard(steadyNow() - 60 * minuteMs)
  expect(readRingStatus(queries, instrument).ring?.waiting).toBe(1)
})

test('rings until the deadline without a connection, and again once the desk still has the order', () => {
  const queries = new QueryClient()
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  const updatedAt = Date.now() - 60 * minuteMs
  queries.setQueryData(boardQuery().queryKey, { data: [waiting(-55), waiting(2)], meta }, { updatedAt })
  setFeedState({ is: 'lost', since: steadyNow() - 60 * minuteMs })
  expect(readRingStatus(queries, instrument).ring?.waiting).toBe(1)
  setFeedState({ is: 'live' })
  expect(readRingStatus(queries, instrument).ring?.waiting).toBe(2)
})

test('reports a lost desk although the tablet’s clock was set back', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T13:00:00Z') })
  const queries = new QueryClient()
  noteReadings(queries)
  const meta = { version: 1, server_time: '2026-11-20T12:00:00Z', alarms: [] }
  queries.setQueryData(boardQuery().queryKey, { data: [], meta })
  setFeedState({ is: 'live' })
  // It was an hour ahead until the network corrected it.
  vi.setSystemTime(Date.parse('2026-11-20T12:00:00Z'))
  setFeedState({ is: 'lost', since: steadyNow() })
  vi.setSystemTime(Date.now() + 5 * 60_000)
  const { facts } = readRingStatus(queries, instrument)
  vi.useRealTimers()
  expect(facts.feed).toBe('lost')
})

const hourMs = 60 * minuteMs
const agoMs = (ms: number) => new Date(serverNow() - ms).toISOString()

test.each([
  ['works', { webhook_heard_at: 23 * hourMs }, []],
  ['silent', { webhook_heard_at: 25 * hourMs }, []],
  ['never', { webhook_heard_at: null }, []],
  ['faulty', { webhook_heard_at: hourMs }, ['webhook_refused']],
  ['faulty', { webhook_heard_at: hourMs }, ['webhook_unreadable']],
  ['off', { webhook_heard_at: null }, ['webhook_off']],
  [undefined, {}, ['disk_low']],
] as const)('knows whether notifications reach the server: %s', (webhook, meta, alarms) => {
  const queries = new QueryClient()
  const { webhook_heard_at: heard }: { webhook_heard_at?: number | null } = meta
  queries.setQueryData(boardQuery().queryKey, {
    data: [],
    meta: {
      version: 1,
      server_time: agoMs(0),
      alarms: alarms.map((code) => ({ code, since: agoMs(0), count: 1 })),
      ...(heard !== undefined && { webhook_heard_at: heard === null ? null : agoMs(heard) }),
    },
  })
  expect(readRingStatus(queries, instrument).facts.webhook).toBe(webhook)
})

test('knows nothing of notifications before the board is read', () => {
  expect(readRingStatus(new QueryClient(), instrument).facts.webhook).toBeUndefined()
})

test.each([
  [-3, false],
  [-1, true],
  [1, true],
  [3, false],
])('a tablet’s clock that is %i minutes ahead of the server’s is right: %s', (minutes, isRight) => {
  setServerTime(new Date(Date.now() - minutes * minuteMs).toISOString())
  expect(readRingStatus(new QueryClient(), instrument).facts.isClockRight).toBe(isRight)
  setServerTime(new Date().toISOString())
})
