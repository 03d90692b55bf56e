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

// Kysely on Node's own SQLite: its SqliteDialect expects better-sqlite3.

const statementsKept = 500

/**
 * A Kysely dialect for one open database. Every failure is a StoreUnavailable without a value in its message. `check`
 * throws if a transaction must not begin or be reported as committed; it returns true if it had to reopen the database,
 * with everything that was committed.
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
      // Begins as a writer: a transaction that reads first may be refused when another process has written.
      beginTransaction: async () =>
        guard(() => {
          // Refused once, so that an alarm reports it; the sender tries again.
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
  /** For statements of a database that was closed since. */
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
        // Kysely's types describe columns and rows.
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

/** A failed commit may already have rolled back; a rollback that fails is repeated before the next transaction. */
function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('rollback')
  } catch {
    // The failure of the work itself is already reported.
  }
}

/** Runs work on the database. @throws {StoreUnavailable} with SQLite's own message. */
function guard<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new StoreUnavailable(`The database cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

/** SQLite's primary error code; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

/** The reason of a failure, without paths or values. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('errstr' in error) return `${String(error.errstr)} (${sqliteCode(error)})`
  return 'syscall' in error && 'code' in error ? String(error.code) : error.message
}
