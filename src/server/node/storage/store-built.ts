import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './store-schema.ts'

// Queries that are built once: to build one of those that come with each request costs more than to carry it out.

interface Buildable<Row> {
  compile(): CompiledQuery<Row>
}

/** What is looked up by one value, built with any value in the place of the one that counts. */
export function createLookup<Row>(
  db: Kysely<Tables>,
  query: Buildable<Row>,
): (value: string) => Promise<Row | undefined> {
  const built = query.compile()
  return async (value) => (await db.executeQuery<Row>({ ...built, parameters: [value] })).rows[0]
}

/**
 * What is done with several at once, built once for each number of them. `build` makes the query for some of them, and
 * `valuesOf` says which values it takes of one, in the order in which they stand in it.
 */
export function createForEach<One, Row>(
  build: (several: readonly One[]) => Buildable<Row>,
  valuesOf: (one: One) => readonly unknown[],
): (tx: Transaction<Tables>, several: readonly One[]) => Promise<readonly Row[]> {
  const built = new Map<number, CompiledQuery<Row>>()

  function builtFor(several: readonly One[]): CompiledQuery<Row> {
    const known = built.get(several.length)
    if (known) return known
    const query = build(several).compile()
    built.set(several.length, query)
    return query
  }

  return async (tx, several) => {
    const parameters = several.flatMap((one) => valuesOf(one))
    return (await tx.executeQuery<Row>({ ...builtFor(several), parameters })).rows
  }
}
