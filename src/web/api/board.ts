import type { FeedEvent } from '#contract/desk/feed.ts'
import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { callDesk } from '#web/api/http/call.ts'
import { steadyNow } from '#web/api/http/server-clock.ts'
import { feedState, pollingPace } from '#web/api/feed/feed-state.ts'
import { noteBack, noteLeft } from './left-board.ts'

/** What was read a moment ago is not read again by who comes to show it. */
export const justReadMs = 3000

type Board = AnswerOf<typeof inbox.list>

/** A row that came by itself, and when: the how-manieth news of its page it was. */
interface News {
  readonly version: number
  readonly isOnBoard: boolean
  readonly at: number
}

/** What came to a page since it last had the whole board by the feed. */
interface Progress {
  /** How many news there were: the moment of a question, by which its answer is compared with what came meanwhile. */
  count: number
  /** When the latest whole board came by the feed. */
  wholeAt: number
  /** When the latest row came, on the page's steady clock. */
  rowAt: number
  readonly rows: Map<string, News>
}

const progresses = new WeakMap<QueryClient, Progress>()

function progressOf(queries: QueryClient): Progress {
  const known = progresses.get(queries)
  if (known) return known
  const progress: Progress = { count: 0, wholeAt: 0, rowAt: Number.NEGATIVE_INFINITY, rows: new Map() }
  progresses.set(queries, progress)
  return progress
}

/** The moment of a question: what comes after it may be newer than its answer. */
export const askedNow = (queries: QueryClient): number => progressOf(queries).count

/** All open orders, and what concerns the whole board. */
export const boardQuery = () =>
  queryOptions({
    queryKey: ['board'],
    async queryFn({ client, signal }): Promise<Board> {
      const asked = askedNow(client)
      const board = await callDesk(inbox.list, { signal })
      // A whole board that the feed brought meanwhile is newer, and so is what it brought since.
      const newer = progressOf(client).wholeAt > asked ? shownBoard(client) : undefined
      return newer ?? withNews(client, board, asked)
    },
    // What the feed keeps up to date is not asked for again by each part of the page that comes to look at it.
    staleTime: ({ state }) => (pollingPace(state) === false ? Infinity : justReadMs),
    refetchInterval: ({ state }) => pollingPace(state),
    refetchIntervalInBackground: true,
  })

const shownBoard = (queries: QueryClient): Board | undefined => queries.getQueryData(boardQuery().queryKey)

/** An order as the board shows it; nothing where it does not. */
export const boardRow = (queries: QueryClient, orderId: string): OrderRow | undefined =>
  shownBoard(queries)?.data.find(({ order_id: id }) => id === orderId)

/** A board that was asked for at a moment, with the rows that came since and are newer than its own. */
function withNews(queries: QueryClient, board: Board, asked: number): Board {
  let rows: readonly OrderRow[] = board.data
  for (const [orderId, { version, isOnBoard, at }] of progressOf(queries).rows) {
    const told = rows.find(({ order_id: id }) => id === orderId)
    if (at <= asked || (told?.version ?? -1) > version) continue
    rows = withRow(rows, orderId, isOnBoard ? (boardRow(queries, orderId) ?? told) : undefined)
  }
  return { ...board, data: [...rows] }
}

function withRow(rows: readonly OrderRow[], orderId: string, row: OrderRow | undefined): OrderRow[] {
  const at = rows.findIndex(({ order_id: id }) => id === orderId)
  if (!row) return at === -1 ? [...rows] : rows.toSpliced(at, 1)
  return at === -1 ? [...rows, row] : rows.with(at, row)
}

/** The whole board came by the feed, which was asked for at a moment: it replaces what was shown then. */
export function putBoard(
  queries: QueryClient,
  { version, server_time, orders = [], alarms = shownBoard(queries)?.meta.alarms ?? [] }: SnapshotData,
  asked: number,
): void {
  const progress = progressOf(queries)
  for (const [orderId, { at }] of progress.rows) if (at <= asked) progress.rows.delete(orderId)
  const board = withNews(queries, { data: [...orders], meta: { version, server_time, alarms: [...alarms] } }, asked)
  progress.wholeAt = progress.count += 1
  queries.setQueryData(boardQuery().queryKey, board)
}

type SnapshotData = Extract<FeedEvent, { event: 'snapshot' }>['data']

/** More changes than come while one question is under way. */
const newsKept = 500

/**
 * A row came: by the feed, or as the answer to an action. It is shown unless a newer one is. No row: there is none.
 * @returns whether it is as new as what the page knows.
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
  for (const oldest of progress.rows.keys()) if (progress.rows.size > newsKept) progress.rows.delete(oldest)
  if (isOnBoard) noteBack(orderId)
  else if (row) noteLeft(row)
  if (!state?.data) return true
  const data = withRow(state.data.data, orderId, isOnBoard ? row : undefined)
  queries.setQueryData(queryKey, { ...state.data, data }, { updatedAt: state.dataUpdatedAt })
  return true
}

/** The alarms of the desk are others now. */
export function putAlarms(queries: QueryClient, alarms: Board['meta']['alarms']): void {
  const { queryKey } = boardQuery()
  const state = queries.getQueryState(queryKey)
  if (!state?.data) return
  const meta = { ...state.data.meta, alarms }
  queries.setQueryData(queryKey, { ...state.data, meta }, { updatedAt: state.dataUpdatedAt })
}

/** A feed that lives has told of a change by then, or just before the change was answered. */
const toldWithinMs = 1500

/**
 * This tablet changed something on the board. A feed that lives tells of it; without one, or where it tells of nothing,
 * as one that has just died, all is asked for.
 */
export async function rereadBoard(queries: QueryClient): Promise<void> {
  if (feedState.read().is !== 'live') return askForAll(queries)
  setTimeout(() => {
    if (steadyNow() - progressOf(queries).rowAt >= 2 * toldWithinMs) void askForAll(queries)
  }, toldWithinMs)
}

async function askForAll(queries: QueryClient): Promise<void> {
  await Promise.all([boardQuery().queryKey, ['closed']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
