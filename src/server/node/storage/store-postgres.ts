import { Kysely, PostgresDialect, sql, type PostgresPool as KyselyPool, type Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Clock } from '#contract/clock.ts'
import { StoreUnavailable, type SharedStore, type Store } from '#server/storage/store.ts'
import { createPostgresPool, type PostgresPlace, type PostgresPool } from './postgres-pool.ts'
import { createAlerts } from './store-alerts.ts'
import { createApiKeys } from './store-api-keys.ts'
import { createActions } from './store-actions.ts'
import { createOrders } from './store-orders.ts'
import { createPeople } from './store-people.ts'
import { createPrinters } from './store-printers.ts'
import { createReports } from './store-reports.ts'
import { createSettings } from './store-settings.ts'
import { createUnconfirmedOrders } from './store-unconfirmed.ts'
import { migrate } from './store-schema.ts'
import type { Tables } from './store-tables.ts'
import { createEnqueue } from './store-outbox.ts'
import { createWebhooks } from './store-webhooks.ts'
import { createServerStore } from './store-peers.ts'

export interface PostgresStoreDeps extends PostgresPlace {
  readonly clock: Clock
  /** Opened by another program than a server: tables of an older version are left as they are. */
  readonly isGuest?: boolean
}

/**
 * Opens the store in a schema of a PostgreSQL database, which is created if missing; several servers may share it.
 * @throws {ConfigError} if the schema is newer than this program, or older than a guest.
 * @throws {StoreUnavailable} if it cannot be used now, or by this user.
 */
export async function openPostgresStore({ clock, isGuest, ...place }: PostgresStoreDeps): Promise<Store> {
  const { db, pool, wasMade, close } = await openTables(place, clock.now(), isGuest)
  const others = createAnnouncements(db, pool, place.schema)
  const { settled, ...orders } = createOrders(db, others.announce, createEnqueue(takeTurn))
  const servers = await createServerStore(db).catch(async (error: unknown) => {
    await close()
    throw error
  })
  let isClosed = false
  return {
    wasMade,
    ...orders,
    ...createUnconfirmedOrders(db, others.announce),
    ...createPeople(db, takeTurn),
    ...createActions(db),
    ...createPrinters(db),
    ...createSettings(db),
    ...createReports(db),
    ...createAlerts(db, takeTurn),
    ...createWebhooks(db, takeTurn),
    ...createApiKeys(db),
    shared: { ...servers, listen: others.listen },
    backup: () =>
      Promise.reject(
        new StoreUnavailable('A copy of a PostgreSQL database is made by pg_dump, or by its own backups.'),
      ),
    async close() {
      if (isClosed) return
      isClosed = true
      await settled()
      await close()
    },
  }
}

/** Opens the tables in a schema, which are created if missing. `now` is in milliseconds since 1970. @throws as above */
export async function openTables(place: PostgresPlace, now: number, isGuest = false) {
  const pool = createPostgresPool(place)
  // Kysely's cursors are never used here.
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as KyselyPool }) })
  const close = () => pool.end()
  try {
    const wasMade = await prepare(db, place.schema, now, isGuest)
    return { db, pool, wasMade, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates schema and tables, one server at a time. @returns whether there were none. */
async function prepare(db: Kysely<Tables>, schema: string, now: number, isGuest: boolean): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const lock = sql`hashtextextended(${`vendor-desk ${schema}`}, 0)`
    await sql`select pg_advisory_lock(${lock})`.execute(connection)
    try {
      await connection.schema.createSchema(schema).ifNotExists().execute()
      // Sorted and compared by code point, as in SQLite and JavaScript, whatever the database's language.
      return await migrate(connection, now, { text: sql`text collate "C"`, isGuest })
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })
}

/** Serializes work that reads first and writes afterwards. */
const takeTurn = async (tx: Transaction<Tables>, what: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${` ${what}`}, 0))`.execute(tx)
}

/**
 * Wake-ups between servers. They are sent after the commit, which does not wait for them; polling makes up for a lost
 * one.
 */
function createAnnouncements(db: Kysely<Tables>, pool: PostgresPool, schema: string) {
  const channel = `vendor_desk_${schema}`
  const own = randomUUID()
  let isSending = false
  let isDue = false

  async function send(): Promise<void> {
    isSending = true
    while (isDue) {
      isDue = false
      await sql`select pg_notify(${channel}, ${own})`.execute(db).catch(() => undefined)
    }
    isSending = false
  }

  return {
    announce(): void {
      isDue = true
      if (!isSending) void send()
    },
    listen: ((ingest, closing) =>
      pool.listen(
        channel,
        (payload) => void (payload === own || ingest(payload === null)),
        closing,
      )) satisfies SharedStore['listen'],
  }
}
