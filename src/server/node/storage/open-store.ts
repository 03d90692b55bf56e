import type { Store } from '#server/storage/store.ts'
import { nameOf, type DatabasePlace } from './database-place.ts'
import type { PostgresPlace } from './postgres-pool.ts'
import { isStoreAwaited, nameStore, storeRefusal } from './store-refusal.ts'
import { openSqliteStore, type SqliteStoreDeps } from './store-sqlite.ts'

const awaitedMs = 30_000
const pauseMs = 1_000

type OpenStoreDeps = Omit<SqliteStoreDeps, 'file'>

/**
 * Opens the store where it is. `exclusive` is for a server, which has a file to itself; a database it shares, and waits
 * for: the two may have been started together. Everybody else hears at once that it cannot be reached.
 * @throws {ConfigError} by the name of DATABASE_URL, and without its value
 */
export async function openStore(place: DatabasePlace, deps: OpenStoreDeps): Promise<Store> {
  try {
    const store = await (place.kind === 'file'
      ? openSqliteStore({ ...deps, file: place.file })
      : openShared(place, deps))
    // Where its name was mistyped, whoever reads the log sees that this shop begins with nothing.
    if (store.wasMade) deps.log('store_made', { store: nameOf(place) })
    return store
  } catch (error) {
    throw nameStore(error)
  }
}

async function openShared(place: PostgresPlace, deps: OpenStoreDeps): Promise<Store> {
  // Loaded only here: a shop with a file has no PostgreSQL.
  const { openPostgresStore } = await import('./store-postgres.ts')
  const open = () => openPostgresStore({ ...place, clock: deps.clock, isGuest: deps.exclusive === false })
  return deps.exclusive === false ? open() : openOnceThere(open, deps)
}

async function openOnceThere(open: () => Promise<Store>, { clock, log }: OpenStoreDeps): Promise<Store> {
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
