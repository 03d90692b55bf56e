import type { QueryClient } from '@tanstack/react-query'
import { boardQuery } from './board.ts'

/** Calls back when the board's query changes: its rows, or its failure. @returns how to stop. */
export function watchBoard(queries: QueryClient, onUpdate: () => void): () => void {
  const [boardKey] = boardQuery().queryKey
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === boardKey) onUpdate()
  })
}
