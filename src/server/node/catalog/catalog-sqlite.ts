import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import {
  createMemoryCatalogCache,
  type CatalogCache,
  type CachedItem,
  type SeenEntry,
  type WalkState,
} from '#server/catalog/catalog-cache.ts'
import type { CatalogEntry } from '#server/catalog/catalog-entry.ts'
import type { CategoryLink } from '#server/catalog/catalog-search.ts'
import type { Log } from '#server/node/machine.ts'
import { reasonOf, sqliteCode, sqliteDialect } from '#server/node/storage/sqlite-dialect.ts'
import { prepareFile, removeDatabase, seeThatItIsWritable } from '#server/node/storage/store-file.ts'
import { StoreUnavailable } from '#server/storage/store.ts'

export interface SqliteCatalogDeps {
  readonly file: string
  /** Items of another vendor are discarded. */
  readonly vendorBaseUrl: string
  readonly log: Log
}

interface Tables {
  items: { key: string; text: string; entry: string; walk: number }
  facts: { name: string; value: string }
}

/** Increment with every change of the tables or of a `CatalogEntry`: a file of another version is discarded. */
const version = 5
const damagedCodes: readonly (number | undefined)[] = [11, 26]
/** A statement takes four values a row, and SQLite limits the values. */
const rowsInOneStatement = 200

/**
 * Opens the cache in a file. Recreates a file that is damaged, of another version or of another vendor; if no file can
 * be used, the cache is in memory. Does not wait for the disk: a power cut may cost the file, and a new walk restores
 * it.
 */
export function openCatalogCache(deps: SqliteCatalogDeps): CatalogCache {
  try {
    return openFile(deps)
  } catch (error) {
    deps.log('catalog_cache_unavailable', { message: reasonOf(error) }, 'warn')
    return createMemoryCatalogCache()
  }
}

function openFile({ file, vendorBaseUrl, log }: SqliteCatalogDeps): CatalogCache {
  let current = connect(file, vendorBaseUrl)
  let isClosed = false

  /** Recreates a file found damaged during use, for the next call. */
  async function withDb<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (!current.database.isOpen && !isClosed) reopen()
    const used = current
    try {
      return await work(used.db)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (used === current && damagedCodes.includes(sqliteCode(cause))) {
        log('catalog_cache_damaged', {}, 'warn')
        used.database.close()
        removeDatabase(file)
        reopen()
      }
      throw error
    }
  }

  function reopen(): void {
    try {
      current = connect(file, vendorBaseUrl)
    } catch (error) {
      throw new StoreUnavailable(`The catalog's file cannot be opened: ${reasonOf(error)}.`, { cause: error })
    }
  }

  return {
    state: () => withDb(async (db) => (await factIn(db, 'state')) as WalkState | undefined), // as `put` wrote it
    categories: () => withDb(async (db) => ((await factIn(db, 'categories')) ?? []) as CategoryLink[]), // as saved
    saveCategories: (links) => withDb((db) => setFact(db, 'categories', links)),
    put: (items, state) => withDb((db) => put(db, items, state)),
    read: (keys) => withDb((db) => read(db, keys)),
    list: (after, limit) => withDb((db) => list(db, after, limit)),
    forgetBefore: (walk, limit) => withDb((db) => forgetBefore(db, walk, limit)),
    close: async () => {
      isClosed = true
      if (current.database.isOpen) current.database.close()
    },
  }
}

interface Connection {
  readonly database: DatabaseSync
  readonly db: Kysely<Tables>
}

function connect(file: string, vendorBaseUrl: string): Connection {
  prepareFile(file)
  const database = tryOpen(file, vendorBaseUrl) ?? openAnew(file, vendorBaseUrl)
  return { database, db: new Kysely<Tables>({ dialect: sqliteDialect(database, () => false) }) }
}

function openAnew(file: string, vendorBaseUrl: string): DatabaseSync {
  removeDatabase(file)
  prepareFile(file)
  const database = new DatabaseSync(file)
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = off; pragma trusted_schema = off;
      begin;
      create table items (key text primary key, text text not null, entry text not null, walk integer not null);
      create index items_walk on items (walk);
      create table facts (name text primary key, value text not null);
      pragma user_version = ${version};`)
    database.prepare('insert into facts values (?, ?)').run('vendor', JSON.stringify(vendorBaseUrl))
    database.exec('commit')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** @returns undefined if the existing file is unusable. */
function tryOpen(file: string, vendorBaseUrl: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file)
  try {
    const isOurs =
      database.prepare('pragma user_version').get()?.['user_version'] === version &&
      database.prepare("select value from facts where name = 'vendor'").get()?.['value'] ===
        JSON.stringify(vendorBaseUrl)
    if (isOurs) {
      database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma trusted_schema = off')
      seeThatItIsWritable(database)
      return database
    }
  } catch {
    // It is discarded, whatever the failure is.
  }
  database.close()
  return undefined
}

async function factIn(db: Kysely<Tables>, name: string): Promise<unknown> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
  return row && JSON.parse(row.value)
}

async function setFact(db: Kysely<Tables>, name: string, value: unknown): Promise<void> {
  const row = { name, value: JSON.stringify(value) }
  const insert = db.insertInto('facts').values(row)
  await insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value })).execute()
}

async function put(db: Kysely<Tables>, items: readonly CachedItem[], state: WalkState): Promise<void> {
  // Of two rows with one key in a page the later one counts.
  const rows = [...new Map(items.map((item) => [item.key, item])).values()]
  await db.transaction().execute(async (tx) => {
    for (let from = 0; from < rows.length; from += rowsInOneStatement) {
      const some = rows.slice(from, from + rowsInOneStatement)
      const insert = tx.insertInto('items').values(some.map((row) => ({ ...row, entry: JSON.stringify(row.entry) })))
      const update = insert.onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          text: eb.ref('excluded.text'),
          entry: eb.ref('excluded.entry'),
          walk: eb.ref('excluded.walk'),
        })),
      )
      await update.execute()
    }
    await setFact(tx, 'state', state)
  })
}

async function read(db: Kysely<Tables>, keys: readonly string[]): Promise<readonly (string | undefined)[]> {
  const rows = await db.selectFrom('items').select(['key', 'text']).where('key', 'in', keys).execute()
  const texts = new Map(rows.map(({ key, text }) => [key, text]))
  return keys.map((key) => texts.get(key))
}

async function list(db: Kysely<Tables>, after: string | undefined, limit: number): Promise<readonly SeenEntry[]> {
  const all = db.selectFrom('items').select(['entry', 'walk']).orderBy('key').limit(limit)
  const rows = await (after === undefined ? all : all.where('key', '>', after)).execute()
  return rows.map(({ entry, walk }) => ({ entry: JSON.parse(entry) as CatalogEntry, walk })) // as `put` wrote it
}

async function forgetBefore(db: Kysely<Tables>, walk: number, limit: number): Promise<readonly string[]> {
  const old = db.selectFrom('items').select('key').where('walk', '<', walk).limit(limit)
  const keys = (await old.execute()).map(({ key }) => key)
  if (keys.length > 0) await db.deleteFrom('items').where('key', 'in', keys).execute()
  return keys
}
