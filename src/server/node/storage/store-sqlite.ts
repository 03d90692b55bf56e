import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Kysely } from 'kysely'
import type { Clock } from '#contract/clock.ts'
import type { Log } from '#server/node/machine.ts'
import { ConfigError } from '#server/node/config/config-values.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import { reasonOf, sqliteDialect } from './sqlite-dialect.ts'
import { copyDatabase, keepBefore, keepCopies } from './store-copies.ts'
import { endRepair, repair, writeAnew } from './store-rescue.ts'
import {
  inPlace,
  isOnNetwork,
  isSafeSqlite,
  openDatabase,
  prepareFile,
  refuseForeign,
  seeThatItIsWritable,
  takeLock,
} from './store-file.ts'
import { createAlerts } from './store-alerts.ts'
import { createApiKeys } from './store-api-keys.ts'
import { createActions } from './store-actions.ts'
import { createOrders } from './store-orders.ts'
import { createPeople } from './store-people.ts'
import { createPrinters } from './store-printers.ts'
import { createReports } from './store-reports.ts'
import { createSettings } from './store-settings.ts'
import { createUnconfirmedOrders } from './store-unconfirmed.ts'
import { migrate, versionAhead } from './store-schema.ts'
import type { Tables } from './store-tables.ts'
import { createWebhooks } from './store-webhooks.ts'

export interface SqliteStoreDeps {
  readonly file: string
  readonly clock: Clock
  readonly log: Log
  /** A server locks and maintains its file; the `desk` command only joins. */
  readonly exclusive?: boolean
}

/**
 * Opens the store in a file, which is created if missing.
 * @throws {ConfigError} if it is in use by another server, newer than this program, older than a guest, or no file.
 * @throws {StoreUnavailable} if it cannot be used now.
 */
export async function openSqliteStore(deps: SqliteStoreDeps): Promise<Store> {
  if (!isSafeSqlite(process.versions['sqlite'] ?? '')) throw new ConfigError('DATABASE_URL', 'needs a newer Node.js')
  const file = resolve(deps.file)
  const lockFile = `${file}.lock`
  if (!existsSync(lockFile)) refuseForeign(file)
  const lock = deps.exclusive === false ? undefined : takeLock(lockFile)
  try {
    return await openStore(file, deps, lock)
  } catch (error) {
    lock?.release()
    if (error instanceof ConfigError || error instanceof StoreUnavailable) throw error
    throw new StoreUnavailable(`The database cannot be opened: ${reasonOf(error)}.`, { cause: error })
  }
}

async function openStore(file: string, deps: SqliteStoreDeps, lock: { release(): void } | undefined): Promise<Store> {
  const { clock, log } = deps
  if (lock) endRepair(file)
  prepareFile(file)
  if (isOnNetwork(file)) log('store_on_network', {}, 'warn')
  const wasRepaired = lock !== undefined && (await repair(file, clock.now(), log))
  const database = openDatabase(file)
  const check = inPlace(file, database, lock && (() => writeAnew(database, file, log)))
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database, check) })
  const { settled, ...orders } = createOrders(db)
  let wasMade = false
  try {
    if (lock) seeThatItIsWritable(database)
    const version = lock && (await versionAhead(db))
    if (version !== undefined) await keepBefore(file, version, log)
    wasMade = await migrate(db, clock.now(), { isGuest: !lock })
  } catch (error) {
    database.close()
    throw error
  }
  const copies = lock && keepCopies({ file, clock, log })
  let isClosing = false

  return {
    wasMade,
    wasRepaired,
    copies,
    ...orders,
    ...createUnconfirmedOrders(db),
    ...createPeople(db),
    ...createActions(db),
    ...createPrinters(db),
    ...createSettings(db),
    ...createReports(db),
    ...createAlerts(db),
    ...createWebhooks(db),
    ...createApiKeys(db),
    backup: (target) => copyDatabase(file, target),
    async close() {
      if (isClosing) return
      isClosing = true
      await copies?.stop()
      await settled()
      // Queues behind other work on the single connection.
      await db.connection().execute(async () => database.close())
      lock?.release()
    },
  }
}
