import { noteReadings } from '#web/api/read-at.ts'
import { sessionQuery } from '#web/api/session.ts'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.ts'

/** Codes that show that the page's session is outdated. */
const sessionCodes = ['not_enrolled', 'sign_in_required']
/** Codes that a retry does not change. `not_enrolled` is none: the request may be older than the tablet's pairing. */
const finalCodes = ['sign_in_required', 'order_not_found', 'bad_order_id', 'not_found']

const isOneOf = (codes: readonly string[], error: unknown) => error instanceof Failure && codes.includes(error.code)

/** The page's query client. It never queues a request to send it later. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        // A failed session query must not trigger itself.
        const isSession = queryKey[0] === sessionQuery().queryKey[0]
        if (!isSession && isOneOf(sessionCodes, error)) void queries.invalidateQueries(sessionQuery())
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // One retry is enough, because queries poll. On a hidden page TanStack would pause the retry until the page is
        // shown, and the tablet would not ring.
        retry: (count, error) => count < 1 && !document.hidden && !isOneOf(finalCodes, error),
        retryDelay: 500,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  noteReadings(queries)
  return queries
}
