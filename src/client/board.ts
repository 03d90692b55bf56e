import { inbox } from '#contract/desk/inbox.ts'
import { queryOptions } from '@tanstack/react-query'
import { callDesk } from './call.ts'
import { pollingPace } from './feed-state.ts'

/** All open orders, and what concerns the whole board. */
export const boardQuery = () =>
  queryOptions({
    queryKey: ['board'],
    queryFn: ({ signal }) => callDesk(inbox.list, { signal }),
    refetchInterval: pollingPace,
    refetchIntervalInBackground: true,
  })
