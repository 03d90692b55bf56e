import { callDesk } from '#client/wire/call.ts'
import { readLog } from '#contract/desk/log.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** A page of the log, of all orders or of one; it grows, so it is asked for again each time it is looked at. */
export const logQuery = (orderId: string | undefined, before: string | undefined) =>
  queryOptions({
    queryKey: ['log', orderId, before],
    queryFn: ({ signal }) => {
      const query = { ...(orderId !== undefined && { order_id: orderId }), ...(before !== undefined && { before }) }
      return callDesk(readLog, { query, signal })
    },
    placeholderData: keepPreviousData,
  })
