import type { QueryClient } from '@tanstack/react-query'
import { boardQuery } from './board.ts'

/** Calls back whenever something of the board's query changed: its rows, or that they could not be read. @returns how to stop. */
export function watchBoard(queries: QueryClient, onUpdate: () => void): () => void {
  const [boardKey] = boardQuery().queryKey
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === boardKey) onUpdate()
  })
}
