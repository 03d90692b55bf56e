import { steadyNow } from '#web/api/http/server-clock.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

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
