import type { PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '#server/storage/store.ts'

// A connection pool for one PostgreSQL, which may restart, hang or be cut off: it recovers by itself. Every failure is
// a StoreUnavailable with the code of PostgreSQL or the system, without values or addresses.

const seconds = {
  /** PostgreSQL ends a statement that takes longer, including waits for locks. */
  statement: 5,
  /** Beyond this the server is unreachable: it is longer than a statement may take. */
  answer: 8,
  /** A server that hangs in a transaction must not block the others for longer. */
  idleInTransaction: 5,
  connect: 5,
  /** How often a listening connection is tested. */
  listenCheck: 10,
}
const listenAgainMs = 300
const connections = 6
/** A statement with more values has many variants, and is not worth preparing. */
const preparedValuesAtMost = 12

export interface PostgresPlace {
  /** Without our own parameters, such as the schema. */
  readonly url: string
  readonly schema: string
  /** The length of a second of the time limits, in milliseconds: 1000, or less in tests. */
  readonly secondMs?: number
}

/** One connection, for one piece of work. */
interface PostgresConnection {
  /** @throws {StoreUnavailable} */
  query<R>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  /** Returns it to the pool; one that failed is not used again. */
  release(): void
}

export interface PostgresPool {
  /** Kysely wants its cancel options; here PostgreSQL itself ends slow statements. */
  readonly options: object
  /** @throws {StoreUnavailable} */
  connect(): Promise<PostgresConnection>
  /** Reports each notification on a channel, and null when some may have been missed, until the signal aborts. */
  listen(channel: string, onNotification: (payload: string | null) => void, closing: AbortSignal): void
  end(): Promise<void>
}

const { builtins, getTypeParser } = pg.types
/** Parses big integers as numbers: all of ours are timestamps and counts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === builtins.INT8 ? Number : getTypeParser(id, format)),
}

export function createPostgresPool({ url, schema, secondMs = 1000 }: PostgresPlace): PostgresPool {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'vendor-desk',
    connectionTimeoutMillis: seconds.connect * secondMs,
    query_timeout: seconds.answer * secondMs,
    statement_timeout: seconds.statement * secondMs,
    idle_in_transaction_session_timeout: seconds.idleInTransaction * secondMs,
    keepAlive: true,
    types,
    // Keepalives detect a machine that disappeared, so that its locks are released.
    options: `-c search_path=${schema} -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2`,
  }
  const pool = new pg.Pool({ ...settings, max: connections })
  // The next connection replaces an idle one that broke.
  pool.on('error', () => undefined)
  // A new connection may fail right after its welcome, before it has an owner; an unhandled error event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const nameOf = createNames()
  const ending = new AbortController()

  async function connect(): Promise<PostgresConnection> {
    if (ending.signal.aborted) throw new StoreUnavailable('The store is closed.')
    const client = await pool.connect().catch(unavailable)
    let failure: Error | undefined
    const fail = (error: Error) => (failure ??= error)
    client.on('error', fail)
    return {
      async query<R>(text: string, values: readonly unknown[]) {
        // It would never be answered, and a rollback would wait just as long.
        if (failure) return unavailable(failure)
        const name = values.length > preparedValuesAtMost ? undefined : nameOf(text)
        const query = { text, values: [...values], ...(name !== undefined && { name }) }
        // Kysely's types describe the rows; it treats all other commands alike.
        const result = client.query(query) as Promise<unknown> as Promise<PostgresQueryResult<R>>
        return result.catch((error: unknown) => {
          if (error instanceof Error && !isOfStatement(error)) fail(error)
          return unavailable(error)
        })
      },
      release() {
        client.off('error', fail)
        client.release(failure)
      },
    }
  }

  return {
    options: {},
    connect,
    listen(channel, onNotification, until) {
      const closing = AbortSignal.any([until, ending.signal])
      const listenOn = async (): Promise<void> => {
        while (!closing.aborted) {
          await listenOnce(settings, channel, onNotification, seconds.listenCheck * secondMs, closing)
          await new Promise((resolve) => setTimeout(resolve, listenAgainMs).unref())
        }
      }
      void listenOn()
    },
    async end() {
      if (ending.signal.aborted) return
      ending.abort()
      await pool.end()
    },
  }
}

/** Listens on a separate connection until it ends. Never rejects. */
async function listenOnce(
  settings: pg.ClientConfig,
  channel: string,
  onNotification: (payload: string | null) => void,
  checkMs: number,
  closing: AbortSignal,
): Promise<void> {
  const client = new pg.Client(settings)
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    client.on('error', () => resolve())
  })
  client.on('notification', ({ payload }) => onNotification(payload ?? ''))
  const end = () => void client.end().catch(() => undefined)
  closing.addEventListener('abort', end)
  try {
    await client.connect()
    await client.query(`listen "${channel}"`)
    onNotification(null)
    while (await isStillOn(checkMs, ended)) await client.query('select')
  } catch {
    // The caller retries; meanwhile polling continues.
  } finally {
    closing.removeEventListener('abort', end)
    end()
  }
}

/** @returns whether it has not ended within `ms`. */
async function isStillOn(ms: number, ended: Promise<void>): Promise<boolean> {
  const wait = new AbortController()
  const isOn = await Promise.race([ended.then(() => false), pause(ms, true, { signal: wait.signal, ref: false })])
  wait.abort()
  return isOn
}

/** A short name for each statement, under which PostgreSQL prepares it. */
function createNames(): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    const name = names.get(sql) ?? `s${names.size}`
    names.set(sql, name)
    return name
  }
}

/** Whether PostgreSQL refused only the statement, so that the connection is still usable. */
const isOfStatement = (error: Error): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR'

function unavailable(error: unknown): never {
  throw new StoreUnavailable(`The database cannot be used: ${reasonOf(error)}.`, { cause: error })
}

/** The code of PostgreSQL or the system; the driver's own messages contain no address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
