import { laneOf } from '#domain/lane.ts'
import type { FeedRow } from '#contract/desk/feed.ts'
import { inbox, type OrderMatches, type OrderRow, type WholeRow } from '#contract/desk/inbox.ts'
import { type Lane } from '#contract/desk/lane.ts'
import { isRecord } from '#contract/json.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { boardRow, justReadMs, putBoardRow, rereadBoard } from './board.ts'
import { ask, callDesk, throughDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { feedState, pollingPace } from '#web/api/feed/feed-state.ts'

/** An order and what the desk knows of it; no row where the desk has not heard of the order. */
export interface OrderView {
  readonly order: ReadOrder
  readonly lane: Lane
  readonly row: Omit<WholeRow, 'read_at'> | undefined
  /** The catalog's items behind its lines. */
  readonly matches: OrderMatches['matches']
  /** How much of the catalog was searched for them; nothing where the server does not say. */
  readonly catalogState: OrderMatches['catalog_state']
}

/** The order in a row, by its certain id; with nothing but the id while the vendor has not shown it. */
export const orderOfRow = ({ order_id, order }: Pick<OrderRow, 'order_id' | 'order'>): ReadOrder =>
  readOrder(order_id, order) ?? { id: order_id }

/** Nothing is known of the order but its id: the vendor has never shown it. */
export const isUnread = ({ order, row }: Pick<OrderView, 'order' | 'row'>): boolean =>
  row?.order === null && order.status === undefined

/** Whether one of its lines has no catalog item. */
export const hasUnmatched = ({ order, matches }: Pick<OrderView, 'order' | 'matches'>): boolean =>
  orderItems(order).some((line, index) => !matches.some((match) => match.line === lineKey(line, index)))

/** One of its lines may get its catalog item soon. */
const awaitsCatalog = (view: OrderView): boolean => view.catalogState === 'growing' && hasUnmatched(view)

/** Without the moment of its reading, which changes each few seconds though nothing else does. */
function viewOf({ read_at: _readAt, ...row }: WholeRow): OrderView {
  return { order: orderOfRow(row), lane: row.lane, row, ...matchesIn(row) }
}

const readView = async (orderId: OrderId, signal: AbortSignal): Promise<OrderView> =>
  viewOf((await callDesk(inbox.read, { params: { orderId }, signal })).data)

/** An order that no webhook told of is read at the vendor's. */
async function readElsewhere(orderId: OrderId, signal: AbortSignal): Promise<OrderView> {
  const { body } = await ask(throughDesk(orderEndpoints.getOrder), { params: { orderId }, signal })
  const order = isRecord(body) ? readOrder(orderId, body['data']) : undefined
  if (!order) throw new Failure('vendor_unreadable', 'The answer is not this order.')
  return { order, lane: laneOf(order), row: undefined, ...matchesIn(await readMatches(orderId, signal)) }
}

/** An order is shown without its catalog items rather than not at all. */
async function readMatches(orderId: OrderId, signal: AbortSignal): Promise<OrderMatches> {
  try {
    return (await callDesk(inbox.readMatches, { params: { orderId }, signal })).data
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure)) throw error
    return { matches: [] }
  }
}

const matchesIn = ({ matches, catalog_state: catalogState }: OrderMatches) => ({ matches, catalogState })

const isUnknownOrder = (error: unknown) => error instanceof Failure && error.code === 'order_not_found'

const unheardOfEveryMs = 5000
const codesEveryMs = 1000
const catalogEveryMs = 3000

/** Nobody tells of an order that the desk has not heard of, nor of codes and matches that come later. */
function pace(state: { readonly data: OrderView | undefined; readonly error: unknown }): number | false {
  const row = state.data?.row
  if (!row) return unheardOfEveryMs
  if (row.codes_pending) return codesEveryMs
  const paceMs = pollingPace(state)
  return state.data && awaitsCatalog(state.data) ? Math.min(catalogEveryMs, paceMs || catalogEveryMs) : paceMs
}

/** One order: what the desk knows of it, which costs the vendor nothing however many tablets ask. */
export const orderQuery = (orderId: OrderId) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: async ({ client, queryKey, signal }): Promise<OrderView> => {
      const before = client.getQueryData<OrderView>(queryKey)
      try {
        const view = await readView(orderId, signal)
        const shown = client.getQueryData<OrderView>(queryKey)
        // What came by the feed meanwhile may be newer than the answer.
        return shown && shown !== before && versionOf(shown) > versionOf(view) ? shown : view
      } catch (error) {
        if (isUnknownOrder(error)) return readElsewhere(orderId, signal)
        throw error
      }
    },
    staleTime: justReadMs,
    refetchInterval: ({ state }) => pace(state),
    refetchIntervalInBackground: true,
  })

const versionOf = ({ row }: OrderView): number => row?.version ?? -1

/** The version of an order as its own screen shows it, or else the board. */
export const shownVersion = (queries: QueryClient, orderId: OrderId, isOnCard: boolean): number =>
  (isOnCard ? boardRow(queries, orderId) : queries.getQueryData(orderQuery(orderId).queryKey)?.row)?.version ?? 0

/** A row of the feed came, or none where there is none: the board and the order's own screen show it, unless they show a newer one. */
export function putRow(queries: QueryClient, orderId: OrderId, row: FeedRow | null, version: number): void {
  putBoardRow(queries, orderId, row && rowOfBoard(row), version)
  const { queryKey } = orderQuery(orderId)
  const query = queries.getQueryState(queryKey)
  if (!query || (query.data && versionOf(query.data) > version)) return
  // The timeline could not be read in time; and what is none of the desk's orders is asked for elsewhere.
  if (!row || !('timeline' in row)) return void queries.invalidateQueries({ queryKey })
  queries.setQueryData(queryKey, viewOf(row))
}

/** The answer to an action has the row that the action left, as the board shows it. */
export function putAnswer(queries: QueryClient, row: OrderRow): void {
  const { order_id: orderId, version } = row
  if (version === undefined) return void rereadOrder(queries, orderId)
  putBoardRow(queries, orderId, row, version)
  const { read_at: _readAt, order: _order, ...marks } = row
  queries.setQueryData(orderQuery(orderId).queryKey, (view) =>
    view?.row && versionOf(view) <= version ? { ...view, lane: row.lane, row: { ...view.row, ...marks } } : view,
  )
}

/** An answer of this tablet is done: the order's own screen shows what it led to, and no row of before any more. */
export function putAnswered(queries: QueryClient, order: ReadOrder, lane: Lane, version: number | undefined): void {
  queries.setQueryData(orderQuery(order.id).queryKey, (view) => {
    if (!view || (version !== undefined && versionOf(view) > version)) return view
    return { ...view, order, lane, row: view.row && { ...view.row, version: version ?? view.row.version } }
  })
}

const handOverCodes = ['pickup_otp', 'return_otp']

/** What only the order's own screen shows is left out. */
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

/** This tablet did something to an order: what shows it is asked for again where no feed tells of it. */
export async function rereadOrder(queries: QueryClient, orderId: OrderId): Promise<void> {
  const isTold = feedState.read().is === 'live'
  await Promise.all([isTold || queries.invalidateQueries(orderQuery(orderId)), rereadBoard(queries)])
}
