import { sessionQuery } from '#web/api/session.ts'
import { Failure } from './failure.ts'
import { steadyNow } from './server-clock.ts'
import { type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'

interface Reading {
  /** TanStack's own time, on the tablet's clock, which may be set later. */
  readonly updatedAt: number
  readonly at: number
}

const readings = new WeakMap<Query, Reading>()

/** Notes when each query is read, on the page's steady clock. */
export function noteReadings(queries: QueryClient): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') note(query)
  })
}

function note(query: Query): Reading {
  const { dataUpdatedAt: updatedAt } = query.state
  const known = readings.get(query)
  if (known?.updatedAt === updatedAt) return known
  const reading = { updatedAt, at: steadyNow() - Math.max(0, Date.now() - updatedAt) }
  readings.set(query, reading)
  return reading
}

/** When a query was last read, on the page's steady clock; undefined if it was not. */
export function readAt(queries: QueryClient, queryKey: QueryKey): number | undefined {
  const query = queries.getQueryCache().find({ queryKey, exact: true })
  return query?.state.dataUpdatedAt ? note(query).at : undefined
}

/** Codes that show that the page's session is outdated. */
const sessionCodes = ['not_enrolled', 'sign_in_required']
/** Codes that a retry does not change. `not_enrolled` is none: the request may be older than the tablet's pairing. */
const finalCodes = ['sign_in_required', 'manager_required', 'order_not_found', 'bad_order_id', 'not_found']

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
