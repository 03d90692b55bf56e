import type { QueryClient } from '@tanstack/react-query'

/**
 * A reading that failed a moment before its page was hidden would be tried again once that is shown, and until then
 * whoever waits for it would hear of nothing: it is begun anew instead, and ends for good where that fails, too.
 * @returns what ends it.
 */
export function readThoughHidden(queries: QueryClient): () => void {
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'pause') return
    void event.query.cancel({ silent: true })
    void event.query.fetch().catch(() => undefined)
  })
}
