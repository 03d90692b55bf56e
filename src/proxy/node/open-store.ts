import type { Store } from '#proxy/store.ts'
import type { DatabasePlace } from './database-place.ts'
import { openSqliteStore, type SqliteStoreParts } from './store-sqlite.ts'

/**
 * Opens the store where it is. `exclusive` is for a server, which has a file to itself; a database it shares.
 * @throws {ConfigError} {StoreUnavailable}
 */
export async function openStore(place: DatabasePlace, parts: Omit<SqliteStoreParts, 'file'>): Promise<Store> {
  if (place.kind === 'file') return openSqliteStore({ ...parts, file: place.file })
  // Loaded only here: a shop with a file has no PostgreSQL.
  const { openPostgresStore } = await import('./store-postgres.ts')
  return openPostgresStore({ ...place, clock: parts.clock })
}
