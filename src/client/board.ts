import { inbox } from '#contract/desk/inbox.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callDesk } from './call.ts'
import { pollingPace } from './feed-state.ts'

/** All open orders, or those whose numbers hold a text; and what concerns the whole board. */
export const boardQuery = (search = '') =>
  queryOptions({
    queryKey: ['board', search],
    queryFn: ({ signal }) => callDesk(inbox.list, { query: search === '' ? {} : { q: search }, signal }),
    refetchInterval: pollingPace,
    refetchIntervalInBackground: true,
    placeholderData: keepPreviousData,
  })
