import { inbox, type OrderRow } from '#contract/desk/inbox.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { callDesk } from '#web/api/http/call.ts'
import { feedState, pollingPace } from '#web/api/feed/feed-state.ts'
import { noteSeenVersion, wasToldWithin } from '#web/api/feed/told-version.ts'

/** What was read a moment ago is not read again by who comes to show it. */
export const justReadMs = 3000

/** New orders that were read alone since the whole board was last asked for. */
const rowsMeanwhile = new Map<string, { readonly row: OrderRow; readonly version: number }>()

/** A new order was read alone, as of a version: a board that was asked for before may have left without it. */
export const noteRowMeanwhile = (row: OrderRow, version: number): void =>
  void rowsMeanwhile.set(row.order_id, { row, version })

async function readBoard(signal: AbortSignal) {
  rowsMeanwhile.clear()
  const board = await callDesk(inbox.list, { signal })
  // Without a feed nobody else tells.
  noteSeenVersion(board.meta.version)
  const here = new Set(board.data.map(({ order_id: id }) => id))
  const missing = [...rowsMeanwhile.values()].filter(
    ({ row, version }) => version > board.meta.version && !here.has(row.order_id),
  )
  return { ...board, data: [...board.data, ...missing.map(({ row }) => row)] }
}

/** All open orders, and what concerns the whole board. */
export const boardQuery = () =>
  queryOptions({
    queryKey: ['board'],
    queryFn: ({ signal }) => readBoard(signal),
    // What the feed keeps up to date is not asked for again by each part of the page that comes to look at it.
    staleTime: ({ state }) => (pollingPace(state) === false ? Infinity : justReadMs),
    refetchInterval: ({ state }) => pollingPace(state),
    refetchIntervalInBackground: true,
  })

/** A feed that lives has told of a change by then, or just before the change was answered. */
const toldWithinMs = 1500

/**
 * This tablet changed something on the board. A feed that lives tells of it; without one, or where it tells of nothing,
 * as one that has just died, all is asked for.
 */
export async function rereadBoard(queries: QueryClient): Promise<void> {
  if (feedState.read().is !== 'live') return askForAll(queries)
  setTimeout(() => {
    if (!wasToldWithin(2 * toldWithinMs)) void askForAll(queries)
  }, toldWithinMs)
}

async function askForAll(queries: QueryClient): Promise<void> {
  await Promise.all([boardQuery().queryKey, ['closed']].map((queryKey) => queries.invalidateQueries({ queryKey })))
}
