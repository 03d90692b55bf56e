import type { QueryClient } from '@tanstack/react-query'

export { recallBoard } from './last-known.ts'

/**
 * Asks once more for whatever could not be read, while it is still told of: a screen that came and went each time would
 * take the focus along, and be read aloud anew.
 * @returns whether there is something to show, or nothing that could be asked for.
 */
export async function askAgain(queries: QueryClient): Promise<boolean> {
  const failed = queries.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })
  const asked = await Promise.allSettled(failed.map(async (query) => query.fetch()))
  return failed.length === 0 || asked.some(({ status }) => status === 'fulfilled')
}
