import { callDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { orderQuery, type OrderView } from '#web/api/order.ts'
import { readPaper, type Paper } from '#web/api/preferences.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import type { TicketRequest } from '#web/api/screen-state.ts'
import { marks } from '#contract/desk/mark-endpoints.ts'
import { PrintLeave } from '#contract/desk/marks.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orderNumber } from '#web/format/order-number.ts'
import * as z from 'zod/mini'
import type { Copy } from './ticket.tsx'

/** All that stands on a ticket, and on what it is printed. */
export interface PreparedTicket {
  readonly id: number
  readonly wish: TicketRequest
  /** Nothing on a ticket that only shows that the printer works. */
  readonly view: OrderView | undefined
  readonly copy: Copy
  readonly paper: Paper
  readonly askedAt: number
  /** It had to wait: the order may be another by now. */
  readonly isOld?: boolean
}

/** The number of an order that was printed by itself before the customer changed it. */
interface ChangedSince {
  readonly changed: string
}

let lastId = 0

/** A copy that nobody has counted by then is printed as one of which that is not known. */
const timeoutMs = 15_000

/**
 * Reads the order anew, or takes it as it was last read, and has the desk count the copy.
 * @returns nothing where it is not to be printed: a tablet already did so by itself. Rejects where the order was never
 * read, and where nobody asked for paper and nobody can say whether there is some.
 */
export async function prepareTicket(
  queries: QueryClient,
  wish: TicketRequest,
): Promise<PreparedTicket | ChangedSince | undefined> {
  const { orderId, isAutomatic } = wish
  lastId += 1
  const common = { id: lastId, wish, paper: readPaper(), askedAt: serverNow() }
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
  // Somebody packs by the older ticket.
  const changed = view.row?.timeline.findLast(({ what }) => what === 'changed')
  return changed && Date.parse(changed.at) > copy.getTime() ? { changed: orderNumber(view.order) } : undefined
}

/** Whoever waits for paper does not wait for a dead line. */
const readAnewMs = 2000

/** The same as the order is by now, or was when it was last read. Never rejects. */
export async function readAnew(queries: QueryClient, ticket: PreparedTicket): Promise<PreparedTicket> {
  const { orderId } = ticket.wish
  const fresh = { ...ticket, isOld: false }
  if (orderId === undefined) return fresh
  const last = () => queries.getQueryData(orderQuery(orderId).queryKey) ?? ticket.view
  const late = new Promise<OrderView | undefined>((resolve) => setTimeout(() => resolve(last()), readAnewMs))
  const read = queries.fetchQuery({ ...orderQuery(orderId), staleTime: 0, retry: false }).catch(last)
  const view = await Promise.race([read, late])
  return { ...fresh, view, askedAt: serverNow() }
}

/** What a person asks for is printed, counted or not. @returns when it was printed last, where it is not to be again. */
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

/** Where the desk does not say when, as long ago as can be: the ticket may be older than the order's last change. */
function lastPrinted({ data }: Failure): Date {
  const asked = z.safeParse(PrintLeave, data).data?.asked ?? []
  return new Date(Math.max(0, ...asked.map(({ at }) => Date.parse(at))))
}
