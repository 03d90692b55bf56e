import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { orderQuery, type OrderView } from '#web/api/order.ts'
import { readPaper, type Paper } from '#web/api/print-preferences.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import type { TicketRequest } from '#web/api/screen-state.ts'
import { marks } from '#contract/desk/board-actions.ts'
import { PrintLeave } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orderNumber } from '#domain/order-number.ts'
import * as z from 'zod/mini'

/** How often the order was printed, over all tablets: 1 is the first. */
export type Copy = number | 'unknown'

/** The content of a ticket and its paper. */
export interface PreparedTicket {
  readonly id: number
  readonly request: TicketRequest
  /** Undefined for a test ticket. */
  readonly view: OrderView | undefined
  readonly copy: Copy
  readonly paper: Paper
  readonly askedAt: number
  /** It had to wait, so the order may have changed. */
  readonly isOld?: boolean
}

/** The number of an order that was printed automatically before the customer changed it. */
interface ChangedSince {
  readonly changed: string
}

let lastId = 0

/** A copy not counted by then is printed with an unknown number. */
const timeoutMs = 15_000

/**
 * Reads the order again, or takes the last known state, and has the desk count the copy.
 * @returns undefined if a tablet already printed it automatically.
 * @throws if the order was never read, or if an automatic copy could not be counted.
 */
export async function prepareTicket(
  queries: QueryClient,
  request: TicketRequest,
): Promise<PreparedTicket | ChangedSince | undefined> {
  const { orderId, isAutomatic } = request
  lastId += 1
  const common = { id: lastId, request, paper: readPaper(), askedAt: serverNow() }
  if (orderId === undefined) return { ...common, view: undefined, copy: 1 }
  const query = orderQuery(orderId)
  const last = queries.getQueryData(query.queryKey)
  const view = await queries.fetchQuery({ ...query, staleTime: 0, retry: false }).catch((error: unknown) => {
    if (last) return last
    throw error
  })
  const copy = await countCopy(orderId, isAutomatic)
  void queries.invalidateQueries(query)
  if (!(copy instanceof Date)) return { ...common, view, copy }
  // Staff pack by the older ticket.
  const changed = view.row?.timeline.findLast(({ what }) => what === 'changed')
  return changed && Date.parse(changed.at) > copy.getTime() ? { changed: orderNumber(view.order) } : undefined
}

/** A print does not wait longer than this for a slow connection. */
const readAnewMs = 2000

/** The ticket with the current order, or its last known state. Never rejects. */
export async function readAnew(queries: QueryClient, ticket: PreparedTicket): Promise<PreparedTicket> {
  const { orderId } = ticket.request
  const fresh = { ...ticket, isOld: false }
  if (orderId === undefined) return fresh
  const last = () => queries.getQueryData(orderQuery(orderId).queryKey) ?? ticket.view
  const late = new Promise<OrderView | undefined>((resolve) => setTimeout(() => resolve(last()), readAnewMs))
  const read = queries.fetchQuery({ ...orderQuery(orderId), staleTime: 0, retry: false }).catch(last)
  const view = await Promise.race([read, late])
  return { ...fresh, view, askedAt: serverNow() }
}

/** Prints a requested copy even if it cannot be counted. @returns the last print's time if it must not print again. */
async function countCopy(orderId: OrderId, isAutomatic: boolean): Promise<Copy | Date> {
  try {
    const { data } = await callDesk(marks.print, {
      params: { orderId },
      body: { automatic: isAutomatic },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return data.copy
  } catch (error) {
    if (error instanceof Failure && error.code === 'already_printed') return lastPrinted(error)
    if (isAutomatic) throw error
    return 'unknown'
  }
}

/** The earliest possible time if the desk does not send one: the ticket may predate the last change. */
function lastPrinted({ data }: Failure): Date {
  const asked = z.safeParse(PrintLeave, data).data?.asked ?? []
  return new Date(Math.max(0, ...asked.map(({ at }) => Date.parse(at))))
}
