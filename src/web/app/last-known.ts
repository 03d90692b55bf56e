import { boardQuery } from '#web/api/board.ts'
import { contact, noteKept } from '#web/api/http/connection-status.ts'
import { feedState } from '#web/api/feed/feed-state.ts'
import { readAt } from '#web/api/read-at.ts'
import { serverNow, setServerTime, steadyNow } from '#web/api/http/server-clock.ts'
import { sessionQuery } from '#web/api/session.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { Session } from '#contract/desk/session.ts'
import { savedRow } from '#web/features/orders/board/saved-row.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'

// The board as this tablet knew it last, for a tablet that is opened without contact. It lies in the browser's cache
// beside the page itself, and goes when the tablet is cut off.

const cacheName = 'last-known'
/** Of nothing that the desk answers. */
const address = '/last-known'

const Kept = z.object({
  /** On this tablet's clock, in milliseconds since 1970. */
  saved_at: z.number(),
  /** On the server's. */
  server_time: z.number(),
  session: Session,
  board: inbox.list.answer,
})

const rowsAtMost = 200
const restMs = 5_000
const quietMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/** Browsers have none on plain HTTP. */
const storage = (): CacheStorage | undefined => (globalThis as { readonly caches?: CacheStorage }).caches

async function forgetBoard(): Promise<void> {
  await storage()?.delete(cacheName)
}

/** Writes the board down when it has changed, at most every 5 s, for as long as this tablet is let in. */
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
    // While the feed tells of every change, what is shown is of this moment.
    const age = feedState.read().is === 'live' ? 0 : steadyNow() - (readAt(queries, boardKey) ?? 0)
    const kept: z.infer<typeof Kept> = {
      saved_at: Date.now() - age,
      server_time: serverNow() - age,
      session: { ...session, staff_names: [] },
      board: { ...board, data: board.data.slice(0, rowsAtMost).map(savedRow) },
    }
    const cache = await storage()?.open(cacheName)
    await cache?.put(address, Response.json(kept))
  }

  function writeSoon(): void {
    if (isResting) return
    isResting = true
    setTimeout(() => {
      isResting = false
      // A full disk keeps nothing, and stops nothing.
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
  // A quiet board is no old one.
  setInterval(() => feedState.read().is === 'live' && writeSoon(), quietMs)
}

/**
 * Shows what this tablet knew last, where it has heard nothing yet.
 * @returns whether there was something that is not older than a day.
 */
export async function recallBoard(queries: QueryClient): Promise<boolean> {
  const isWanted = () => !queries.getQueryData(sessionQuery().queryKey) && contact.read().state === 'lost'
  if (!isWanted()) return false
  const answer = await (await storage()?.open(cacheName))?.match(address)
  // A page of another version may have kept it.
  const kept = z.safeParse(Kept, await answer?.json())
  if (!kept.success) return false
  const { saved_at: savedAt, server_time: serverTime, session, board } = kept.data
  const age = Date.now() - savedAt
  if (age < 0 || age > dayMs) {
    await forgetBoard()
    return false
  }
  // Perhaps the desk has answered meanwhile.
  if (!isWanted()) return false
  setServerTime(new Date(serverTime + age).toISOString())
  noteKept(steadyNow() - age)
  queries.setQueryData(boardQuery().queryKey, board, { updatedAt: savedAt })
  queries.setQueryData(sessionQuery().queryKey, session, { updatedAt: savedAt })
  return true
}
