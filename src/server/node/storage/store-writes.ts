import type { Tables } from './store-tables.ts'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'

interface Waiting<In, Out> {
  readonly items: readonly In[]
  readonly resolve: (outs: readonly Out[]) => void
  readonly reject: (error: unknown) => void
}

interface Group<In, Out> {
  /** Queues items; resolves with their results once their transaction is on the disk. */
  add(items: readonly In[]): Promise<readonly Out[]>
  /** Resolves when the queue is empty. */
  settled(): Promise<void>
}

/**
 * Group commit: items queued during one turn of the event loop, or while a transaction is under way, share the next
 * transaction and its fsync; under load, so do items of the following turns. A transaction takes about `most` items, so
 * that it does not block for long.
 */
export function createGroup<In, Out>(
  commit: (items: readonly In[]) => Promise<readonly Out[]>,
  most: number,
): Group<In, Out> {
  let waiting: Waiting<In, Out>[] = []
  let running: Promise<void> | undefined

  function next(): readonly Waiting<In, Out>[] {
    let room = most
    let end = 0
    for (const { items } of waiting) {
      if (end > 0 && items.length > room) break
      room -= items.length
      end += 1
    }
    const taken = waiting.slice(0, end)
    waiting = waiting.slice(end)
    return taken
  }

  async function commitOne(group: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await commit(group.flatMap(({ items }) => items))
      let start = 0
      for (const { items, resolve } of group) resolve(outs.slice(start, (start += items.length)))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  /**
   * Includes items from this turn of the loop, and follow-ups of callers that were just answered. Under load a full
   * turn is often followed by another, because requests are not all read in one.
   */
  async function gather(): Promise<void> {
    for (let before = 0; waiting.length >= 2 * before;) {
      before = waiting.length
      await nextTurn()
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      await commitOne(next())
    }
    running = undefined
  }

  return {
    add: (items) =>
      new Promise((resolve, reject) => {
        waiting.push({ items, resolve, reject })
        running ??= run()
      }),
    settled: async () => running,
  }
}

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

/** Allocates the next numbers, in the order of commits. @returns the last of them. */
export async function count(tx: Transaction<Tables>, name: Tables['counters']['name'], by: number): Promise<number> {
  const counter = tx.updateTable('counters').set((eb) => ({ latest: eb('latest', '+', by) }))
  return (await counter.where('name', '=', name).returning('latest').executeTakeFirstOrThrow()).latest
}
