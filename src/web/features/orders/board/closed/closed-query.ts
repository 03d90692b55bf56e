import { callDesk } from '#web/api/http/call.ts'
import { inbox } from '#contract/desk/inbox.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** What is over, newest first; by any of its numbers, or by its customer. */
export const closedQuery = (search: string, before: string | undefined) =>
  queryOptions({
    queryKey: ['closed', search, before],
    queryFn: ({ signal }) => {
      const query = { view: 'closed', ...(search !== '' && { q: search }), ...(before !== undefined && { before }) }
      return callDesk(inbox.list, { query, signal })
    },
    placeholderData: keepPreviousData,
  })
