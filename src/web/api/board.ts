import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { feedState, pollingPace } from '#web/api/feed/feed-state.ts'
import { callDesk } from '#web/api/http/call.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

const kept = 50
const rows = new Map<string, OrderRow>()

/** The latest 50 orders that left the board, each with its last row: who closed it, and how. */
export const leftBoard: ReadonlyMap<string, OrderRow> = rows

export function noteLeft(row: OrderRow): void {
  rows.delete(row.order_id)
  rows.set(row.order_id, row)
  for (const oldest of rows.keys()) {
    if (rows.size <= kept) return
    rows.delete(oldest)
  }
}

/** Forgets an order that is on the board again. */
const noteBack = (orderId: string): boolean => rows.delete(orderId)

export const forgetLeft = (): void => rows.clear()

/** Data read less than this long ago is not read again when a component mounts. */
export const justReadMs = 3000

export type Board = AnswerOf<typeof inbox.list>

/** A row that arrived through the feed or an action's answer. `at` is the page's change counter at that moment. */
interface RowChange {
  readonly version: number
  readonly isOnBoard: boolean
  readonly at: number
}

/** Changes that reached the page since its last snapshot. */
interface Progress {
  /** Counts changes. A request notes it, so that its answer can be compared with changes that arrived meanwhile. */
  count: number
  /** The count at the latest snapshot. */
  wholeAt: number
  /** When the latest row arrived, on the page's steady clock. */
  rowAt: number
  readonly rows: Map<string, RowChange>
}

const progresses = new WeakMap<QueryClient, Progress>()

export function progressOf(queries: QueryClient): Progress {
  const known = progresses.get(queries)
  if (known) return known
  const progress: Progress = { count: 0, wholeAt: 0, rowAt: Number.NEGATIVE_INFINITY, rows: new Map() }
  progresses.set(queries, progress)
  return progress
}

/** The change counter at the time of a request: later changes may be newer than its answer. */
export const requestedNow = (queries: QueryClient): number => progressOf(queries).count

/** All open orders, with the board's alarms. */
export const boardQuery = () =>
  queryOptions({
    queryKey: ['board'],
    async queryFn({ client, signal }): Promise<Board> {
      const requested = requestedNow(client)
      const board = await callDesk(inbox.list, { signal })
      // A snapshot that arrived meanwhile is newer than this answer.
      const newer = progressOf(client).wholeAt > requested ? shownBoard(client) : undefined
      return newer ?? withChanges(client, board, requested)
    },
    // The feed keeps the board up to date, so a component that mounts does not read it again.
    staleTime: ({ state }) => (pollingPace(state) === false ? Infinity : justReadMs),
    refetchInterval: ({ state }) => pollingPace(state),
    refetchIntervalInBackground: true,
  })

export const shownBoard = (queries: QueryClient): Board | undefined => queries.getQueryData(boardQuery().queryKey)

/** The order's row on the board, or undefined if the board does not show it. */
export const boardRow = (queries: QueryClient, orderId: string): OrderRow | undefined =>
  shownBoard(queries)?.data.find(({ order_id: id }) => id === orderId)

/** A board that was requested at `requested`, with the newer rows that have arrived since. */
export function withChanges(queries: QueryClient, board: Board, requested: number): Board {
  let rows: readonly OrderRow[] = board.data
  for (const [orderId, { version, isOnBoard, at }] of progressOf(queries).rows) {
    const listed = rows.find(({ order_id: id }) => id === orderId)
    if (at <= requested || (listed?.version ?? -1) > version) continue
    rows = withRow(rows, orderId, isOnBoard ? (boardRow(queries, orderId) ?? listed) : undefined)
  }
  return { ...board, data: [...rows] }
}

function withRow(rows: readonly OrderRow[], orderId: string, row: OrderRow | undefined): OrderRow[] {
  const at = rows.findIndex(({ order_id: id }) => id === orderId)
  if (!row) return at === -1 ? [...rows] : rows.toSpliced(at, 1)
  return at === -1 ? [...rows, row] : rows.with(at, row)
}

/** More changes than arrive during one request. */
const changesKept = 500

/**
 * Puts a row from the feed or from an action's answer into the cache, unless a newer one is there. A null row removes it.
 * @returns false if the page already has a newer version.
 */
export function putBoardRow(queries: QueryClient, orderId: string, row: OrderRow | null, version: number): boolean {
  const progress = progressOf(queries)
  const { queryKey } = boardQuery()
  const state = queries.getQueryState(queryKey)
  const shown = boardRow(queries, orderId)
  const known = progress.rows.get(orderId)
  if ((shown?.version ?? -1) > version || (known && !known.isOnBoard && known.version > version)) return false
  const isOnBoard = row !== null && row.is_on_board !== false
  progress.rows.delete(orderId)
  progress.rows.set(orderId, { version, isOnBoard, at: (progress.count += 1) })
  progress.rowAt = steadyNow()
  for (const oldest of progress.rows.keys()) if (progress.rows.size > changesKept) progress.rows.delete(oldest)
  if (isOnBoard) noteBack(orderId)
  else if (row) noteLeft(row)
  if (!state?.data) return true
  const data = withRow(state.data.data, orderId, isOnBoard ? row : undefined)
  queries.setQueryData(queryKey, { ...state.data, data }, { updatedAt: state.dataUpdatedAt })
  return true
}

/** Changes what the board says besides its rows. */
export function putMeta(queries: QueryClient, change: Partial<Board['meta']>): void {
  const { queryKey } = boardQuery()
  const state = queries.getQueryState(queryKey)
  if (!state?.data) return
  const meta = { ...state.data.meta, ...change }
  queries.setQueryData(queryKey, { ...state.data, meta }, { updatedAt: state.dataUpdatedAt })
}

/** A live feed delivers a change at most this long before or after the action's answer. */
const feedDelayMs = 1500

/**
 * Refreshes the board after a change made on this tablet. A live feed delivers the change; if it delivers nothing, because
 * it has just died, or if there is no feed, all lists are read again.
 */
export async function rereadBoard(queries: QueryClient): Promise<void> {
  if (feedState.read().is !== 'live') return rereadLists(queries)
  setTimeout(() => {
    if (steadyNow() - progressOf(queries).rowAt >= 2 * feedDelayMs) void rereadLists(queries)
  }, feedDelayMs)
}

async function rereadLists(queries: QueryClient): Promise<void> {
  await Promise.all([boardQuery().queryKey, ['closed']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** Calls back when the board's query changes: its rows, or its failure. @returns how to stop. */
export function watchBoard(queries: QueryClient, onUpdate: () => void): () => void {
  const [boardKey] = boardQuery().queryKey
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === boardKey) onUpdate()
  })
}
