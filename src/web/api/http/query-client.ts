import { noteReadings } from '#web/api/read-at.ts'
import { sessionQuery } from '#web/api/session.ts'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from './failure.ts'

/** Who this tablet is, or who is signed in on it, is no longer what the page thought. */
const notAsThought = ['not_enrolled', 'sign_in_required']
// A stranger may have been let in meanwhile: what the page asked for by itself may be older than its own sign-in.
const neverBetterLater = ['sign_in_required', 'order_not_found', 'bad_order_id', 'not_found']

const isOneOf = (codes: readonly string[], error: unknown) => error instanceof Failure && codes.includes(error.code)

/** One client for the page: it asks again by itself, and never holds a request back to send it later. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        // The session itself is not asked for again because of its own answer: that would never end.
        const isSession = queryKey[0] === sessionQuery().queryKey[0]
        if (!isSession && isOneOf(notAsThought, error)) void queries.invalidateQueries(sessionQuery())
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // The screen's own pace asks again; what the desk does not know now it will not know in a second.
        // On a hidden page TanStack would wait with it until that is shown: whoever rings on it would hear of nothing.
        retry: (count, error) => count < 1 && !document.hidden && !isOneOf(neverBetterLater, error),
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
