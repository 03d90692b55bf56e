import type { PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '#server/storage/store.ts'

// The way to one PostgreSQL, which may restart, stand still or be cut off: it heals by itself. Whatever goes wrong is
// StoreUnavailable, with PostgreSQL's or the system's name for it, and without a value or an address.

/** PostgreSQL ends by itself what takes longer, a wait for a lock among it. */
const statementLimitMs = 5_000
/** Beyond it nobody is at the other end: longer than a statement may take. */
const answerLimitMs = 8_000
/** A server that stands still in the middle of its work must not hold up the others for longer. */
const idleInWorkLimitMs = 5_000
const connectLimitMs = 5_000
const listenAgainMs = 300
/** So often whoever only listens asks whether anybody is at the other end. */
const listenCheckMs = 10_000
const connections = 6
/** A statement with more values is one of many of its kind, and not worth being prepared. */
const preparedValuesAtMost = 12

export interface PostgresPlace {
  /** Without what is ours alone, such as the schema. */
  readonly url: string
  readonly schema: string
}

/** One connection, for the time of a piece of work. */
interface PostgresConnection {
  /** @throws {StoreUnavailable} */
  query<R>(sql: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  /** Gives it back; one that failed is not used again. */
  release(): void
}

export interface PostgresPool {
  /** Kysely wants to know what it could cancel with; here PostgreSQL itself ends what takes too long. */
  readonly options: object
  /** @throws {StoreUnavailable} */
  connect(): Promise<PostgresConnection>
  /** Tells of each word on a channel, and by null that words may have been missed, until the signal aborts. */
  listen(channel: string, ingest: (word: string | null) => void, closing: AbortSignal): void
  end(): Promise<void>
}

const { builtins, getTypeParser } = pg.types
/** Big numbers come as numbers: all of ours are moments and counts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === builtins.INT8 ? Number : getTypeParser(id, format)),
}

export function createPostgresPool({ url, schema }: PostgresPlace): PostgresPool {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'vendor-desk',
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: answerLimitMs,
    statement_timeout: statementLimitMs,
    idle_in_transaction_session_timeout: idleInWorkLimitMs,
    keepAlive: true,
    types,
    // A machine that is gone without a word is noticed, and what it had locked is free again.
    options: `-c search_path=${schema} -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=2`,
  }
  const pool = new pg.Pool({ ...settings, max: connections })
  // An idle connection that breaks is replaced by the next one.
  pool.on('error', () => undefined)
  // One may be ended by the words that follow its welcome, when it is nobody's yet; unheard, that would end the process.
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
        // What waits on it is never answered, and a rollback would only wait as long again.
        if (failure) return unavailable(failure)
        const name = values.length > preparedValuesAtMost ? undefined : nameOf(text)
        const query = { text, values: [...values], ...(name !== undefined && { name }) }
        // Kysely's types say what a row holds; and all commands but those that it looks for are alike to it.
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
    listen(channel, ingest, until) {
      const closing = AbortSignal.any([until, ending.signal])
      const listenOn = async (): Promise<void> => {
        while (!closing.aborted) {
          await listenOnce(settings, channel, ingest, closing)
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

/** Listens on a connection of its own, until that ends. Never rejects. */
async function listenOnce(
  settings: pg.ClientConfig,
  channel: string,
  ingest: (word: string | null) => void,
  closing: AbortSignal,
): Promise<void> {
  const client = new pg.Client(settings)
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    client.on('error', () => resolve())
  })
  client.on('notification', ({ payload }) => ingest(payload ?? ''))
  const end = () => void client.end().catch(() => undefined)
  closing.addEventListener('abort', end)
  try {
    await client.connect()
    await client.query(`listen "${channel}"`)
    ingest(null)
    while (await isStillOn(listenCheckMs, ended)) await client.query('select')
  } catch {
    // It is tried again; meanwhile the look beneath the wake-ups goes on.
  } finally {
    closing.removeEventListener('abort', end)
    end()
  }
}

/** @returns whether it has not ended after so long. */
async function isStillOn(ms: number, ended: Promise<void>): Promise<boolean> {
  const wait = new AbortController()
  const isOn = await Promise.race([ended.then(() => false), pause(ms, true, { signal: wait.signal, ref: false })])
  wait.abort()
  return isOn
}

/** A short name for each statement, under which PostgreSQL keeps it prepared. */
function createNames(): (sql: string) => string {
  const names = new Map<string, string>()
  return (sql) => {
    const name = names.get(sql) ?? `s${names.size}`
    names.set(sql, name)
    return name
  }
}

/** Whether PostgreSQL refused one statement, and the connection is as good as before. */
const isOfStatement = (error: Error): boolean => error instanceof pg.DatabaseError && error.severity === 'ERROR'

function unavailable(error: unknown): never {
  throw new StoreUnavailable(`The database cannot be used: ${reasonOf(error)}.`, { cause: error })
}

/** PostgreSQL's or the system's code for what went wrong; words of the driver name no address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
