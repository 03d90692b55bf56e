import { copyFileSync, existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Word } from '#proxy/store.ts'
import type { Log } from './log.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { copiesOf, stampOf, type Copy } from './store-copies.ts'
import { isDamaged, makeOwnFile, moveDatabase, openDatabase, removeDatabase, sync } from './store-file.ts'
import { createOrders } from './store-orders.ts'
import { migrate, type Tables } from './store-schema.ts'

// A damaged database is kept for whoever can read it, and the shop goes on: with the newest sound copy, and with every
// order whose word can still be read from the damaged file. What was closed since is read again from the vendor.

/**
 * Looks whether a database is damaged, and puts a whole one into its place. The whole one is finished before it takes
 * the place: whenever we are interrupted, the next start repairs anew, or finds it. @returns whether it was damaged.
 */
export async function repair(file: string, now: number, log: Log): Promise<boolean> {
  // An empty file is a database to SQLite. Where there are copies, there was more in it.
  const isEmptied = statSync(file).size === 0 && copiesOf(file).length > 0
  if (!isEmptied && !isDamaged(file)) return false
  const copy = copiesOf(file).find(isSound)
  const words = wordsIn(file)
  const draft = draftOf(file)
  removeDatabase(draft)
  if (copy) copyFileSync(copy.file, draft)
  else makeOwnFile(draft)
  sync(draft)
  await complete(draft, words, now)
  const damaged = `${file}.damaged-${stampOf(now)}`
  moveDatabase(file, damaged)
  moveDatabase(draft, file)
  const copiedAt = copy ? new Date(copy.at).toISOString() : null
  log('store_damaged', { damaged, copy: copy?.file ?? null, copiedAt, words: words.length }, 'error')
  return true
}

/** Ends a repair that was interrupted when the damaged file was gone already: then the whole one is finished. */
export function endRepair(file: string): void {
  if (!existsSync(file) && existsSync(draftOf(file))) moveDatabase(draftOf(file), file)
}

const draftOf = (file: string): string => `${file}.repair`

/** Brings in the words, which change nothing where the copy has their orders, and what must not come back as it was. */
async function complete(draft: string, words: readonly Word[], now: number): Promise<void> {
  const database = openDatabase(draft)
  try {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database, () => {}) })
    await migrate(db, now)
    await finish(db, now)
    if (words.length > 0) await createOrders(db).hear(words)
  } finally {
    database.close()
  }
}

function isSound({ file }: Copy): boolean {
  try {
    return !isDamaged(file)
  } catch {
    return false
  }
}

/** The words that can still be read, from both ends: what is broken may lie between. */
function wordsIn(file: string): readonly Word[] {
  const words = new Map<string, Word>()
  for (const direction of ['asc', 'desc']) {
    try {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        for (const { record } of database.prepare(`select record from orders order by rowid ${direction}`).iterate()) {
          const word = wordIn(record)
          if (word) words.set(word.orderId, word)
        }
      } finally {
        database.close()
      }
    } catch {
      // As far as it went.
    }
  }
  return [...words.values()]
}

function wordIn(record: unknown): Word | undefined {
  try {
    const { orderId, toldId, itemIds, source, receivedAt } = JSON.parse(String(record)) as Word // or it throws
    const isWhole = typeof orderId === 'string' && typeof receivedAt === 'number' && Array.isArray(itemIds)
    return isWhole ? { orderId, toldId, itemIds, source, receivedAt } : undefined
  } catch {
    return undefined
  }
}

/**
 * Codes that were used up since the copy, and sign-ins that were ended, do not come back. Versions go on from beyond
 * all that were given out: from the milliseconds of our clock, of which there are more than changes.
 */
async function finish(db: Kysely<Tables>, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sign_ins').execute()
    await tx.deleteFrom('enrolment_codes').execute()
    const version = tx.updateTable('counters').set({ latest: now }).where('latest', '<', now)
    await version.where('name', '=', 'version').execute()
  })
}
