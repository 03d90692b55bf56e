import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely'
import { StoreUnavailable } from '#server/storage/store.ts'

// Kysely on Node's own SQLite: its SqliteDialect expects the shape of better-sqlite3.

const statementsKept = 500

/**
 * Kysely's way to one open database. Whatever goes wrong in it is StoreUnavailable, without a value in its message.
 * `check` throws where a transaction should not even begin, nor be called committed; it returns true where it had to open
 * the database anew, with all that was committed.
 */
export function sqliteDialect(database: DatabaseSync, check: () => boolean): Dialect {
  const { connection, forgetStatements } = createConnection(database)

  function isOpenedAnew(): boolean {
    const isAnew = check()
    if (isAnew) forgetStatements()
    return isAnew
  }

  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      // At once as a writer: who reads first and writes later may be refused when another process wrote in between.
      beginTransaction: async () =>
        guard(() => {
          // Refused once, so that an alarm tells the shop of it; the sender tries again.
          if (isOpenedAnew()) throw new Error('its write-ahead log was lost, and it was written anew')
          if (database.isTransaction) database.exec('rollback')
          database.exec('begin immediate')
        }),
      commitTransaction: async () =>
        guard(() => {
          database.exec('commit')
          isOpenedAnew()
        }),
      rollbackTransaction: async () => rollBack(database),
      releaseConnection: async () => {},
      destroy: async () => database.close(),
    }),
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly hasRows: boolean
}

function createConnection(database: DatabaseSync): {
  readonly connection: DatabaseConnection
  /** For those of a database that was closed since. */
  forgetStatements(): void
} {
  const statements = new Map<string, Prepared>()

  function prepare(sql: string): Prepared {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    const [oldest] = statements.keys()
    if (statements.size >= statementsKept && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }

  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: { readonly sql: string; readonly parameters: readonly unknown[] }) =>
      guard((): QueryResult<R> => {
        const { statement, hasRows } = prepare(query.sql)
        // Kysely's types say what a column takes, and what a row holds.
        const values = query.parameters as readonly SQLInputValue[]
        if (hasRows) return { rows: statement.all(...values) as R[] }
        const { changes, lastInsertRowid } = statement.run(...values)
        return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
      }),
    streamQuery() {
      throw new Error('Rows are read at once here.')
    },
  }
  return { connection, forgetStatements: () => statements.clear() }
}

/** A failed commit may have rolled back by itself; and what cannot be rolled back now is, before the next one. */
function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('rollback')
  } catch {
    // Why the work failed is told already.
  }
}

/** Runs a piece of work on the database. @throws {StoreUnavailable} with SQLite's own words for why. */
function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new StoreUnavailable(`The database cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

/** SQLite's number for what went wrong, without its details; undefined where it was not SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

/** Why something failed, without a path or a value. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('errstr' in error) return `${String(error.errstr)} (${sqliteCode(error)})`
  return 'syscall' in error && 'code' in error ? String(error.code) : error.message
}
