import type { FeedEvent, FeedRow } from '#contract/desk/feed.ts'
import type { OrderRow, WholeRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { type Board, boardQuery, progressOf, putBoardRow, putMeta, shownBoard, withChanges } from '#web/api/board.ts'
import { orderQuery, versionOf, viewOf } from '#web/api/order.ts'
import type { QueryClient } from '@tanstack/react-query'

// Puts what the feed delivers into the query cache.

/** Puts a feed snapshot into the cache. It replaces all rows that arrived before the feed was requested. */
export function putBoard(
  queries: QueryClient,
  {
    version,
    server_time,
    orders = [],
    alarms = shownBoard(queries)?.meta.alarms ?? [],
    webhook_heard_at,
    auto_accept,
    shortages,
  }: SnapshotData,
  requested: number,
): void {
  const progress = progressOf(queries)
  for (const [orderId, { at }] of progress.rows) if (at <= requested) progress.rows.delete(orderId)
  const board = withChanges(
    queries,
    {
      data: [...orders],
      meta: {
        version,
        server_time,
        alarms: [...alarms],
        webhook_heard_at,
        auto_accept,
        ...(shortages && { shortages: [...shortages] }),
      },
    },
    requested,
  )
  progress.wholeAt = progress.count += 1
  queries.setQueryData(boardQuery().queryKey, board)
}

type SnapshotData = Extract<FeedEvent, { event: 'snapshot' }>['data']

/** Replaces the board's alarms. */
export const putAlarms = (queries: QueryClient, alarms: Board['meta']['alarms']): void => putMeta(queries, { alarms })

/** Replaces what a heartbeat says of the board. Undefined: an older server. */
export function putHeartbeat(queries: QueryClient, { webhook_heard_at, auto_accept }: HeartbeatData): void {
  const meta = shownBoard(queries)?.meta
  if (meta?.webhook_heard_at === webhook_heard_at && meta?.auto_accept === auto_accept) return
  putMeta(queries, { webhook_heard_at, auto_accept })
}

type HeartbeatData = Pick<Extract<FeedEvent, { event: 'hb' }>['data'], 'webhook_heard_at' | 'auto_accept'>

/** Puts a feed row into the board and the order's own screen, unless they show a newer one. Null: the desk has no row. */
export function putRow(queries: QueryClient, orderId: OrderId, row: FeedRow | null, version: number): void {
  putBoardRow(queries, orderId, row && rowOfBoard(row), version)
  const { queryKey } = orderQuery(orderId)
  const query = queries.getQueryState(queryKey)
  if (!query || (query.data && versionOf(query.data) > version)) return
  // A row without its timeline is read again; an order that is not the desk's is read from the vendor.
  if (!row || !('timeline' in row)) return void queries.invalidateQueries({ queryKey })
  queries.setQueryData(queryKey, viewOf(row))
}

const handOverCodes = ['pickup_otp', 'return_otp']

/** Leaves out the fields that only the order's own screen shows. */
function rowOfBoard(row: FeedRow): OrderRow {
  const {
    timeline: _timeline,
    matches: _matches,
    catalog_state: _state,
    codes_pending: _pending,
    ...rest
  } = row as WholeRow
  if (!isRecord(row.order)) return rest
  const shown = Object.entries(row.order).filter(([field]) => !handOverCodes.includes(field))
  return { ...rest, order: Object.fromEntries(shown) }
}
