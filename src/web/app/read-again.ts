import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

const noAnswer = (): undefined => undefined

/**
 * First readings that are under way: TanStack keeps them, whatever is invalidated meanwhile, though the desk may have
 * answered them before the change.
 * @returns what they were of, once they are over; nothing where there is none.
 */
export function firstReadings(queries: QueryClient, filters: QueryFilters): Promise<readonly Query[]> | undefined {
  const first = queries
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus !== 'idle')
  if (first.length === 0) return undefined
  return Promise.all(first.map(async ({ promise }) => promise?.catch(noAnswer))).then(() => first)
}

/**
 * Asks again for what a change concerns; after a first reading that is under way once more, unless what it brought is
 * new enough.
 */
export async function readAgain(
  queries: QueryClient,
  filters: QueryFilters,
  isNew: (query: Query) => boolean,
): Promise<void> {
  const first = firstReadings(queries, filters)
  await Promise.all([queries.invalidateQueries(filters), first?.then(readOnce)])

  /** Whoever else waited for them may be asking already, and asks after the change, too. */
  async function readOnce(read: readonly Query[]): Promise<void> {
    const old = new Set(read.filter((query) => !isNew(query)))
    await queries.invalidateQueries({ predicate: (query) => old.has(query) }, { cancelRefetch: false })
  }
}
