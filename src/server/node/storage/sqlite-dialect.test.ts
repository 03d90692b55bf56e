import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '#server/storage/store.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

function createDatabase(check = () => false) {
  const folder = mkdtempSync(join(tmpdir(), 'dialect-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.db')
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec('pragma journal_mode = wal; create table words (id text primary key)')
  const other = new DatabaseSync(file, { timeout: 0 })
  const db = new Kysely<{ words: { id: string } }>({ dialect: sqliteDialect(database, check) })
  onTestFinished(async () => {
    other.close()
    database.close()
  })
  return { database, other, db, count: () => other.prepare('select * from words').all().length }
}

test('locks out other writers from the start of a transaction, so that what it read stays true', async () => {
  const { db, other } = createDatabase()
  await db.transaction().execute(async () => {
    expect(() => other.exec('begin immediate')).toThrow('locked')
  })
  other.exec('begin immediate; commit')
})

test('leaves nothing of a failed transaction, and runs the next one', async () => {
  const { db, count } = createDatabase()
  const failing = db.transaction().execute(async (tx) => {
    await tx.insertInto('words').values({ id: 'secret' }).execute()
    await tx.insertInto('words').values({ id: 'secret' }).execute()
  })
  const error: unknown = await failing.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(String(error)).not.toContain('secret')
  expect(count()).toBe(0)
  await db.transaction().execute((tx) => tx.insertInto('words').values({ id: '1' }).execute())
  expect(count()).toBe(1)
})

test('hides uncommitted changes from readers', async () => {
  const { db } = createDatabase()
  const writing = db.transaction().execute(async (tx) => {
    await tx.insertInto('words').values({ id: '1' }).execute()
    throw new Error('undone')
  })
  const seen = db.selectFrom('words').selectAll().execute()
  await expect(writing).rejects.toThrow('undone')
  expect(await seen).toEqual([])
})

test('rolls back what a broken transaction left open before the next', async () => {
  const { database, db, count } = createDatabase()
  database.exec(`begin; insert into words values ('left')`)
  await db.transaction().execute((tx) => tx.insertInto('words').values({ id: '1' }).execute())
  expect(count()).toBe(1)
})

test('does not begin a transaction that must not, and is unavailable after closing', async () => {
  let isAllowed = false
  const { db } = createDatabase(() => {
    if (!isAllowed) throw new Error('not now')
    return false
  })
  const write = () => db.transaction().execute((tx) => tx.insertInto('words').values({ id: '1' }).execute())
  await expect(write()).rejects.toThrow('The database cannot be used: not now.')
  isAllowed = true
  await write()
  const closed = new DatabaseSync(':memory:')
  closed.close()
  const query = sql`select 1`.execute(new Kysely({ dialect: sqliteDialect(closed, () => false) }))
  await expect(query).rejects.toBeInstanceOf(StoreUnavailable)
})
