import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './store-schema.ts'

/**
 * What is looked up with each request, by the one value that is asked for: to build such a query costs more than to carry
 * it out, so it is built once, with any value in the place of the one that counts.
 */
export function createLookup<Row>(
  db: Kysely<Tables>,
  query: { compile(): CompiledQuery<Row> },
): (value: string) => Promise<Row | undefined> {
  const built = query.compile()
  return async (value) => (await db.executeQuery<Row>({ ...built, parameters: [value] })).rows[0]
}
