import { orderQuery, type OrderView } from '#client/order.ts'
import { readPaper, type Paper } from '#client/paper.ts'
import { serverNow } from '#client/server-clock.ts'
import type { TicketWish } from '#client/tickets.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Copy } from './ticket.tsx'

/** All that stands on a ticket, and on what it is printed. */
export interface PreparedTicket {
  readonly wish: TicketWish
  /** Nothing on a ticket that only shows that the printer works. */
  readonly view: OrderView | undefined
  readonly copy: Copy
  readonly paper: Paper
  readonly askedAt: number
}

/**
 * Reads the order anew, or takes it as it was last read.
 * @returns nothing where it is not to be printed. Rejects where the order was never read.
 */
export async function prepareTicket(queries: QueryClient, wish: TicketWish): Promise<PreparedTicket | undefined> {
  const common = { wish, paper: readPaper(), askedAt: serverNow() }
  if (wish.orderId === undefined) return { ...common, view: undefined, copy: 1 }
  const query = orderQuery(wish.orderId)
  const last = queries.getQueryData(query.queryKey)
  const view = await queries.fetchQuery({ ...query, staleTime: 0, retry: false }).catch((error: unknown) => {
    if (last) return last
    throw error
  })
  return { ...common, view, copy: 1 }
}
