import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './store-schema.ts'

// Queries that are compiled once: compiling a frequent one costs more than running it.

interface Buildable<Row> {
  compile(): CompiledQuery<Row>
}

/** Compiles a lookup by one value. `build` gets a placeholder for it. */
export function createLookup<Row>(
  db: Kysely<Tables>,
  query: Buildable<Row>,
): (value: string) => Promise<Row | undefined> {
  const built = query.compile()
  return async (value) => (await db.executeQuery<Row>({ ...built, parameters: [value] })).rows[0]
}

/**
 * Compiles a batch query once per batch size. `build` creates the query for some items, and `valuesOf` returns an
 * item's values in the order in which the query uses them.
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
