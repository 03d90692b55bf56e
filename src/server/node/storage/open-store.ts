import type { Store } from '#server/storage/store.ts'
import { nameOf, type DatabasePlace } from '#server/node/config/config-values.ts'
import type { PostgresPlace } from './postgres-pool.ts'
import { isStoreAwaited, nameStore, storeRefusal } from './store-refusal.ts'
import { openSqliteStore, type SqliteStoreDeps } from './store-sqlite.ts'

const awaitedMs = 30_000
const pauseMs = 1_000

type OpenStoreDeps = Omit<SqliteStoreDeps, 'file'>

/**
 * Opens the store. `exclusive` is for a server: it locks a file for itself, and waits for a shared database, because
 * both may have been started together. Other callers fail at once if it cannot be reached.
 * @throws {ConfigError} names DATABASE_URL, without its value
 */
export async function openStore(place: DatabasePlace, deps: OpenStoreDeps): Promise<Store> {
  try {
    const store = await (place.kind === 'file'
      ? openSqliteStore({ ...deps, file: place.file })
      : openShared(place, deps))
    // If the name was mistyped, the log shows that a new store was created.
    if (store.wasMade) deps.log('store_made', { store: nameOf(place) })
    return store
  } catch (error) {
    throw nameStore(error)
  }
}

async function openShared(place: PostgresPlace, deps: OpenStoreDeps): Promise<Store> {
  // Imported only here, because a shop with a file has no PostgreSQL.
  const { openPostgresStore } = await import('./store-postgres.ts')
  const open = () => openPostgresStore({ ...place, clock: deps.clock, isGuest: deps.exclusive === false })
  return deps.exclusive === false ? open() : openOnceThere(open, deps)
}

async function openOnceThere(open: () => Promise<Store>, { clock, log }: OpenStoreDeps): Promise<Store> {
  const until = clock.steady() + awaitedMs
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await open()
    } catch (error) {
      if (!isStoreAwaited(error) || clock.steady() >= until) throw error
      if (!isLogged) log('store_awaited', { message: storeRefusal(error).message }, 'warn')
      await clock.sleep(pauseMs)
    }
  }
}
