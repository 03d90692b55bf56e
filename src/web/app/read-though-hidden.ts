import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * A reading that failed a moment before its page was hidden would be tried again once that is shown, and until then
 * whoever waits for it would hear of nothing: it is begun anew instead, and ends for good where that fails, too.
 * @returns what ends it.
 */
export function readThoughHidden(queries: QueryClient): () => void {
  const cache = queries.getQueryCache()
  for (const query of cache.getAll()) if (query.state.fetchStatus === 'paused') beginAnew(query)
  return cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'pause') beginAnew(event.query)
  })
}

function beginAnew(query: Query): void {
  void query.cancel({ silent: true })
  void query.fetch().catch(() => undefined)
}
