import { constants, copyFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { Word } from '#proxy/store.ts'
import type { Log } from './log.ts'
import { copiesOf, stampOf, type Copy } from './store-copies.ts'
import { isDamaged, makeOwnFile, setAside, sync } from './store-file.ts'
import type { Tables } from './store-schema.ts'

// A damaged database is kept for whoever can read it, and the shop goes on: with the newest sound copy, and with every
// order whose word can still be read from the damaged file. What was closed since is read again from the vendor.

export interface Repair {
  /** Words to hear again: those of them that the copy has change nothing. */
  readonly words: readonly Word[]
  /** Puts right what must not come back as it was. */
  finish(db: Kysely<Tables>): Promise<void>
}

/** Looks whether a database is damaged, and puts another into its place. @returns what is left to do then. */
export function repair(file: string, now: number, log: Log): Repair | undefined {
  // An empty file is a database to SQLite. Where there are copies, there was more in it.
  const isEmptied = statSync(file).size === 0 && copiesOf(file).length > 0
  if (!isEmptied && !isDamaged(file)) return undefined
  const damaged = `${file}.damaged-${stampOf(now)}`
  setAside(file, damaged)
  const copy = copiesOf(file).find(isSound)
  if (copy) copyFileSync(copy.file, file, constants.COPYFILE_EXCL)
  else makeOwnFile(file)
  sync(file)
  sync(dirname(file))
  const words = wordsIn(damaged)
  log(
    'store_damaged',
    { damaged, copy: copy?.file ?? null, copiedAt: copy ? new Date(copy.at).toISOString() : null, words: words.length },
    'error',
  )
  return { words, finish: (db) => finish(db, now) }
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
