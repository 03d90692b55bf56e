import { boardQuery } from '#web/api/board.ts'
import { connectionStatus, noteSavedBoard } from '#web/api/http/connection-status.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { readAt } from '#web/api/http/query-client.ts'
import { serverNow, setServerTime, steadyNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { Session } from '#contract/desk/session.ts'
import { savedRow } from '#web/features/orders/board/saved-row.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'

// Saves the latest board for a tablet that is opened without a connection. It is stored in the browser's cache beside the
// page itself, and deleted when the tablet is removed.

const cacheName = 'last-known'
/** No path of the server. */
const address = '/last-known'

const SavedBoard = z.object({
  /** On this tablet's clock, in milliseconds since 1970. */
  saved_at: z.number(),
  /** On the server's clock, in milliseconds since 1970. */
  server_time: z.number(),
  session: Session,
  board: inbox.list.answer,
})

const rowsAtMost = 200
const restMs = 5_000
const quietMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** Undefined on plain HTTP. */
const storage = (): CacheStorage | undefined => (globalThis as { readonly caches?: CacheStorage }).caches

async function forgetBoard(): Promise<void> {
  await storage()?.delete(cacheName)
}

/** Saves the board when it changes, at most every 5 s, while this tablet is paired. */
export function saveLastBoard(queries: QueryClient): void {
  const sessionKey = sessionQuery().queryKey
  const boardKey = boardQuery().queryKey
  let isResting = false
  const isOf = (key: readonly unknown[], other: readonly unknown[]) => JSON.stringify(key) === JSON.stringify(other)

  async function write(): Promise<void> {
    const session = queries.getQueryData(sessionKey)
    const state = queries.getQueryState(boardKey)
    if (!session?.device || !state?.data) return
    const { data: board } = state
    // While the feed is live, the board is current.
    const age = feedState.read().is === 'live' ? 0 : steadyNow() - (readAt(queries, boardKey) ?? 0)
    const saved: z.infer<typeof SavedBoard> = {
      saved_at: Date.now() - age,
      server_time: serverNow() - age,
      session: { ...session, staff_names: [] },
      board: {
        data: board.data.slice(0, rowsAtMost).map(savedRow),
        // A shortage may have ended by the time the board is shown.
        meta: { ...board.meta, shortages: undefined },
      },
    }
    const cache = await storage()?.open(cacheName)
    await cache?.put(address, Response.json(saved))
  }

  function writeSoon(): void {
    if (isResting) return
    isResting = true
    setTimeout(() => {
      isResting = false
      // A failed write, for example on a full disk, is ignored.
      void write().catch(() => undefined)
    }, restMs)
  }

  queries.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || state.status !== 'success') return
    if (isOf(queryKey, boardKey)) writeSoon()
    if (isOf(queryKey, sessionKey) && queries.getQueryData(sessionKey)?.device === null)
      void forgetBoard().catch(() => undefined)
  })
  writeSoon()
  // Renews the time of a board that does not change.
  setInterval(() => feedState.read().is === 'live' && writeSoon(), quietMs)
}

/**
 * Shows the saved board if the page has no data and no connection.
 * @returns whether a board was shown. One that is older than a day is deleted instead.
 */
export async function recallBoard(queries: QueryClient): Promise<boolean> {
  const isNeeded = () => !queries.getQueryData(sessionQuery().queryKey) && connectionStatus.read().state === 'lost'
  if (!isNeeded()) return false
  const answer = await (await storage()?.open(cacheName))?.match(address)
  // Another version of the page may have written it.
  const saved = z.safeParse(SavedBoard, await answer?.json())
  if (!saved.success) return false
  const { saved_at: savedAt, server_time: serverTime, session, board } = saved.data
  const age = Date.now() - savedAt
  if (age < 0 || age > dayMs) {
    await forgetBoard()
    return false
  }
  // The server may have answered meanwhile.
  if (!isNeeded()) return false
  setServerTime(new Date(serverTime + age).toISOString())
  noteSavedBoard(steadyNow() - age)
  queries.setQueryData(boardQuery().queryKey, board, { updatedAt: savedAt })
  queries.setQueryData(sessionQuery().queryKey, session, { updatedAt: savedAt })
  return true
}
