import { laneOf } from '#domain/lane.ts'
import { inbox, type Lane, type OrderMatches, type OrderRow, type WholeRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { boardRow, justReadMs, putBoardRow, rereadBoard } from './board.ts'
import { ask, callDesk, throughDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { feedState, pollingPace } from '#web/api/feed/feed-state.ts'

/** An order with the desk's row of it, which is undefined if the desk has not received the order. */
export interface OrderView {
  readonly order: ReadOrder
  readonly lane: Lane
  readonly row: Omit<WholeRow, 'read_at'> | undefined
  /** The catalog items of its lines. */
  readonly matches: OrderMatches['matches']
  /** How much of the catalog was searched for them, if the server sends it. */
  readonly catalogState: OrderMatches['catalog_state']
}

/** The order of a row; only its id while the vendor has not returned it. */
export const orderOfRow = ({ order_id, order }: Pick<OrderRow, 'order_id' | 'order'>): ReadOrder =>
  readOrder(order_id, order) ?? { id: order_id }

/** Whether only the order's id is known, because the vendor has never returned it. */
export const isUnread = ({ order, row }: Pick<OrderView, 'order' | 'row'>): boolean =>
  row?.order === null && order.status === undefined

/** Whether a line has no catalog item. */
export const hasUnmatched = ({ order, matches }: Pick<OrderView, 'order' | 'matches'>): boolean =>
  orderItems(order).some((line, index) => !matches.some((match) => match.line === lineKey(line, index)))

/** Whether a line may get its catalog item soon. */
const awaitsCatalog = (view: OrderView): boolean => view.catalogState === 'growing' && hasUnmatched(view)

/** Leaves out `read_at`, which changes every few seconds and would cause renders. */
export function viewOf({ read_at: _readAt, ...row }: WholeRow): OrderView {
  return { order: orderOfRow(row), lane: row.lane, row, ...matchesIn(row) }
}

const readView = async (orderId: OrderId, signal: AbortSignal): Promise<OrderView> =>
  viewOf((await callDesk(inbox.read, { params: { orderId }, signal })).data)

/** Reads an order that the desk has not received from the vendor. */
async function readAtVendor(orderId: OrderId, signal: AbortSignal): Promise<OrderView> {
  const { body } = await ask(throughDesk(orderEndpoints.getOrder), { params: { orderId }, signal })
  const order = isRecord(body) ? readOrder(orderId, body['data']) : undefined
  if (!order) throw new Failure('vendor_unreadable', 'The answer is not this order.')
  return { order, lane: laneOf(order), row: undefined, ...matchesIn(await readMatches(orderId, signal)) }
}

/** Returns no matches on a failure, because the order can be shown without them. */
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

const unknownOrderEveryMs = 5000
const codesEveryMs = 1000
const catalogEveryMs = 3000

/** The polling interval. The feed covers neither orders unknown to the desk nor codes and matches that arrive later. */
function pace(state: { readonly data: OrderView | undefined; readonly error: unknown }): number | false {
  const row = state.data?.row
  if (!row) return unknownOrderEveryMs
  if (row.codes_pending) return codesEveryMs
  const paceMs = pollingPace(state)
  return state.data && awaitsCatalog(state.data) ? Math.min(catalogEveryMs, paceMs || catalogEveryMs) : paceMs
}

/** One order from the desk's own copy, which costs no request to the vendor. */
export const orderQuery = (orderId: OrderId) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: async ({ client, queryKey, signal }): Promise<OrderView> => {
      const before = client.getQueryData<OrderView>(queryKey)
      try {
        const view = await readView(orderId, signal)
        const shown = client.getQueryData<OrderView>(queryKey)
        // A row that the feed delivered meanwhile may be newer than the answer.
        return shown && shown !== before && versionOf(shown) > versionOf(view) ? shown : view
      } catch (error) {
        if (isUnknownOrder(error)) return readAtVendor(orderId, signal)
        throw error
      }
    },
    staleTime: justReadMs,
    refetchInterval: ({ state }) => pace(state),
    refetchIntervalInBackground: true,
  })

export const versionOf = ({ row }: OrderView): number => row?.version ?? -1

/** The version of the row that the board's card shows, or else the order's own screen. */
export const shownVersion = (queries: QueryClient, orderId: OrderId, isOnCard: boolean): number =>
  (isOnCard ? boardRow(queries, orderId) : queries.getQueryData(orderQuery(orderId).queryKey)?.row)?.version ?? 0

/** Puts the row from an action's answer into the board and the order's own screen. */
export function putAnswer(queries: QueryClient, row: OrderRow): void {
  const { order_id: orderId, version } = row
  if (version === undefined) return void rereadOrder(queries, orderId)
  putBoardRow(queries, orderId, row, version)
  const { read_at: _readAt, order: _order, ...marks } = row
  queries.setQueryData(orderQuery(orderId).queryKey, (view) =>
    view?.row && versionOf(view) <= version ? { ...view, lane: row.lane, row: { ...view.row, ...marks } } : view,
  )
}

/** Shows the outcome of this tablet's answer on the order's own screen, unless that shows a newer row. */
export function putAnswered(queries: QueryClient, order: ReadOrder, lane: Lane, version: number | undefined): void {
  queries.setQueryData(orderQuery(order.id).queryKey, (view) => {
    if (!view || (version !== undefined && versionOf(view) > version)) return view
    return { ...view, order, lane, row: view.row && { ...view.row, version: version ?? view.row.version } }
  })
}

/** Refreshes the order after a change made on this tablet, unless a live feed delivers it. */
export async function rereadOrder(queries: QueryClient, orderId: OrderId): Promise<void> {
  const isLive = feedState.read().is === 'live'
  await Promise.all([isLive || queries.invalidateQueries(orderQuery(orderId)), rereadBoard(queries)])
}
