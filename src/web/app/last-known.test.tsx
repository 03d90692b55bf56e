import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { boardQuery } from '#web/api/board.ts'
import { connectionStatus, noteCallOutcome } from '#web/api/http/connection-status.ts'
import { setFeedState } from '#web/api/feed/feed-state.ts'
import { serverNow, serverTimeOf, setServerTime, steadyNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import type { Session } from '#contract/desk/session.ts'
import { saveLastBoard, recallBoard } from './last-known.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const hourMs = 60 * 60_000

/** The used part of the browser's cache, which jsdom lacks. */
function pretendCaches(): Map<string, Map<string, string>> {
  const kept = new Map<string, Map<string, string>>()
  vi.stubGlobal('caches', {
    async open(name: string) {
      const cache = kept.get(name) ?? new Map<string, string>()
      kept.set(name, cache)
      return {
        match: async (key: string) => (cache.has(key) ? new Response(cache.get(key)) : undefined),
        put: async (key: string, answer: Response) => void cache.set(key, await answer.text()),
      }
    },
    delete: async (name: string) => kept.delete(name),
  })
  return kept
}

const session: Session = {
  device: { id: 'tablet-1', name: 'Counter' },
  staff: null,
  staff_names: ['Sara'],
  mode: 'live',
  server_time: '2026-11-20T12:00:00Z',
  response_window_seconds: 300,
}
const board = { data: [], meta: { version: 7, server_time: '2026-11-20T12:00:00Z', alarms: [] } }

let kept: ReturnType<typeof pretendCaches>

beforeEach(() => {
  vi.useFakeTimers({ now })
  kept = pretendCaches()
  noteCallOutcome('no_contact', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  noteCallOutcome(undefined, true)
})

/** A page that was connected at noon, to a server whose clock is a minute ahead. */
async function keepAtNoon(): Promise<QueryClient> {
  // Observes the queries like a mounted screen.
  const queries = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  setServerTime(new Date(now + 60_000).toISOString())
  saveLastBoard(queries)
  queries.setQueryData(sessionQuery().queryKey, session)
  queries.setQueryData(boardQuery().queryKey, board)
  await vi.advanceTimersByTimeAsync(10_000)
  return queries
}

/** The time of the shown board, on the server's clock. */
function savedSince(): number {
  const now = connectionStatus.read()
  return now.state === 'lost' && now.isSaved ? serverTimeOf(now.since) : Number.NaN
}

test('keeps no shortages, because they may have ended by the time the board is shown', async () => {
  const before = await keepAtNoon()
  const by = { person: 'Sara', tablet: 'Counter' }
  const codes = { name: 'Milk', product_id: '7', reference: null, barcode: null }
  const shortages = [{ id: 'a', ...codes, since: '2026-11-20T11:00:00Z', by, order_id: '1' }]
  before.setQueryData(boardQuery().queryKey, { ...board, meta: { ...board.meta, shortages } })
  await vi.advanceTimersByTimeAsync(10_000)
  const queries = new QueryClient()
  expect(await recallBoard(queries)).toBe(true)
  expect(queries.getQueryData(boardQuery().queryKey)).toEqual(board)
})

test('shows the saved board with its server time when opened without a connection', async () => {
  await keepAtNoon()
  vi.setSystemTime(now + 3 * hourMs)
  setServerTime(new Date(0).toISOString())
  const queries = new QueryClient()
  expect(await recallBoard(queries)).toBe(true)
  expect(queries.getQueryData(boardQuery().queryKey)).toEqual(board)
  expect(queries.getQueryData(sessionQuery().queryKey)).toEqual({ ...session, staff_names: [] })
  expect(savedSince()).toBe(now + 60_000)
  expect(serverNow()).toBe(now + 3 * hourMs + 60_000)
})

test('renews the time of an unchanged board while the feed is live', async () => {
  setFeedState({ is: 'live' })
  onTestFinished(() => setFeedState({ is: 'lost', since: steadyNow() }))
  await keepAtNoon()
  await vi.advanceTimersByTimeAsync(48 * hourMs)
  expect(await recallBoard(new QueryClient())).toBe(true)
  expect(serverNow() - savedSince()).toBeLessThan(hourMs / 5)
})

test('deletes a board older than a day or from the future', async () => {
  for (const at of [now + 24 * hourMs + 1, now - hourMs]) {
    vi.setSystemTime(now)
    await keepAtNoon()
    vi.setSystemTime(at)
    expect(await recallBoard(new QueryClient())).toBe(false)
    expect(kept.size).toBe(0)
  }
})

test('does not show the saved board with a connection or a known session', async () => {
  const queries = await keepAtNoon()
  expect(await recallBoard(queries)).toBe(false)
  noteCallOutcome(undefined, true)
  expect(await recallBoard(new QueryClient())).toBe(false)
})

test('does not show the saved board if the server answers meanwhile', async () => {
  await keepAtNoon()
  const queries = new QueryClient()
  const recalled = recallBoard(queries)
  noteCallOutcome(undefined, true)
  expect(await recalled).toBe(false)
  expect(queries.getQueryData(boardQuery().queryKey)).toBeUndefined()
  expect(connectionStatus.read()).toEqual({ state: 'ok' })
})

test('saves nothing on an unpaired tablet and deletes the board when a tablet is removed', async () => {
  const queries = await keepAtNoon()
  expect(kept.size).toBe(1)
  queries.setQueryData(sessionQuery().queryKey, { ...session, device: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(kept.size).toBe(0)
  queries.setQueryData(boardQuery().queryKey, { ...board, meta: { ...board.meta, version: 8 } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kept.size).toBe(0)
})

test('ignores a board saved in another format', async () => {
  await keepAtNoon()
  kept.get('last-known')?.set('/last-known', '{"saved_at": "noon"}')
  expect(await recallBoard(new QueryClient())).toBe(false)
})
