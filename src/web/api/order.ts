import { inbox, type OrderMatches, type OrderRow } from '#contract/desk/inbox.ts'
import { laneOf, type Lane } from '#contract/desk/lane.ts'
import { isRecord } from '#contract/json.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { lineKey, orderItems, readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { justReadMs, rereadBoard } from './board.ts'
import { ask, callDesk, throughDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { pollingPace } from '#web/api/feed/feed-state.ts'

/** An order and what the desk knows of it; no row where the desk has not heard of the order. */
export interface OrderView {
  readonly order: ReadOrder
  readonly lane: Lane
  readonly row: Awaited<ReturnType<typeof readRow>> | undefined
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
async function readRow(orderId: OrderId, signal: AbortSignal) {
  const { read_at: _readAt, ...row } = (await callDesk(inbox.read, { params: { orderId }, signal })).data
  return row
}

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

const isUnheardOf = (error: unknown) => error instanceof Failure && error.code === 'order_not_found'

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
    queryFn: async ({ signal }): Promise<OrderView> => {
      try {
        const row = await readRow(orderId, signal)
        return { order: orderOfRow(row), lane: row.lane, row, ...matchesIn(row) }
      } catch (error) {
        if (isUnheardOf(error)) return readElsewhere(orderId, signal)
        throw error
      }
    },
    staleTime: justReadMs,
    refetchInterval: ({ state }) => pace(state),
    refetchIntervalInBackground: true,
  })

/** This tablet did something to an order: the lists that show it are asked for again where no feed tells of it. */
export async function rereadOrder(queries: QueryClient, orderId: OrderId): Promise<void> {
  await Promise.all([queries.invalidateQueries(orderQuery(orderId)), rereadBoard(queries)])
}
