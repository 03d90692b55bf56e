import type { Store } from '#proxy/store/store.ts'
import type { DatabasePlace } from './database-place.ts'
import { isStoreAwaited, nameStore, storeRefusal } from './store-refusal.ts'
import { openSqliteStore, type SqliteStoreParts } from './store-sqlite.ts'

const awaitedMs = 30_000
const pauseMs = 1_000

type OpenStoreParts = Omit<SqliteStoreParts, 'file'>

/**
 * Opens the store where it is. `exclusive` is for a server, which has a file to itself; a database it shares, and waits
 * for: the two may have been started together. Everybody else hears at once that it cannot be reached.
 * @throws {ConfigError} by the name of DATABASE_URL, and without its value
 */
export async function openStore(place: DatabasePlace, parts: OpenStoreParts): Promise<Store> {
  try {
    if (place.kind === 'file') return await openSqliteStore({ ...parts, file: place.file })
    // Loaded only here: a shop with a file has no PostgreSQL.
    const { openPostgresStore } = await import('./store-postgres.ts')
    const open = () => openPostgresStore({ ...place, clock: parts.clock, isGuest: parts.exclusive === false })
    return await (parts.exclusive === false ? open() : openOnceThere(open, parts))
  } catch (error) {
    throw nameStore(error)
  }
}

async function openOnceThere(open: () => Promise<Store>, { clock, log }: OpenStoreParts): Promise<Store> {
  const until = clock.steady() + awaitedMs
  for (let isToldOf = false; ; isToldOf = true) {
    try {
      return await open()
    } catch (error) {
      if (!isStoreAwaited(error) || clock.steady() >= until) throw error
      if (!isToldOf) log('store_awaited', { message: storeRefusal(error).message }, 'warn')
      await clock.sleep(pauseMs)
    }
  }
}
