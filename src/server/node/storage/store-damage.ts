import { copyFileSync, existsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Log } from '#server/node/log.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { copiesOf, stampOf, type Copy } from './store-copies.ts'
import {
  isDamaged,
  makeOwnFile,
  moveDatabase,
  openDatabase,
  removeDatabase,
  replaceDatabase,
  sync,
} from './store-file.ts'
import { createOrders } from './store-orders.ts'
import { createUnconfirmedOrders } from './store-unconfirmed.ts'
import { bringIn, rescue, type Rescued } from './store-rescue.ts'
import { migrate, type Tables } from './store-schema.ts'

// A damaged database is kept for whoever can read it, and the shop goes on: with the newest sound copy, and with what can
// still be read from the damaged file (`store-rescue.ts`): every order's word, what was only spoken of, taps and their log,
// tablets and people.
// What was closed since, or came back, is read again from the vendor.

/**
 * Looks whether a database is damaged, and puts a whole one into its place. The whole one is finished before it takes
 * the place: whenever we are interrupted, the next start repairs anew, or finds it. @returns whether it was damaged.
 */
export async function repair(file: string, now: number, log: Log): Promise<boolean> {
  // An empty file is a database to SQLite. Where there are copies, there was more in it.
  const isEmptied = statSync(file).size === 0 && copiesOf(file).length > 0
  if (!isEmptied && !isDamaged(file)) return false
  const copy = copiesOf(file).find(isSound)
  const rescued = rescue(file)
  const draft = draftOf(file)
  removeDatabase(draft)
  if (copy) copyFileSync(copy.file, draft)
  else makeOwnFile(draft)
  sync(draft)
  const isAccessKnown = await complete(draft, rescued, now)
  const damaged = `${file}.damaged-${stampOf(now)}`
  moveDatabase(file, damaged)
  moveDatabase(draft, file)
  const copiedAt = copy ? new Date(copy.at).toISOString() : null
  const kept = { words: rescued.words.length, taps: rescued.taps.length, isAccessKnown }
  log('store_damaged', { damaged, copy: copy?.file ?? null, copiedAt, ...kept }, 'error')
  return true
}

/** Ends a repair that was interrupted when the damaged file was gone already: then the whole one is finished. */
export function endRepair(file: string): void {
  if (!existsSync(file) && existsSync(draftOf(file))) moveDatabase(draftOf(file), file)
}

/**
 * Writes an open database anew, out of all that its connection still sees: in the file, in a log that has lost its name,
 * and in memory. @throws where that is not whole, or cannot be written; then nothing has changed
 */
export function writeAnew(database: DatabaseSync, file: string, log: Log): void {
  const draft = draftOf(file)
  removeDatabase(draft)
  makeOwnFile(draft)
  database.prepare('vacuum into ?').run(draft)
  if (isDamaged(draft)) throw new Error('its write-ahead log was lost, and what is left is damaged')
  sync(draft)
  replaceDatabase(database, file, draft)
  log('store_written_anew', {}, 'error')
}

const draftOf = (file: string): string => `${file}.repair`

/**
 * Brings in what was rescued, of which words change nothing where the copy has their orders. @returns whether who may
 * come in is as it was at the end.
 */
async function complete(draft: string, rescued: Rescued, now: number): Promise<boolean> {
  const database = openDatabase(draft)
  try {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database, () => false) })
    await migrate(db, now)
    const isAccessKnown = await bringIn(db, rescued)
    await finish(db, now)
    if (rescued.words.length > 0) await createOrders(db).ingest(rescued.words)
    // What came back to be answered since the copy is over in it: the vendor is asked.
    const over = await db.selectFrom('orders').select('order_id').where('closed_at', 'is not', null).execute()
    const idsOver = new Set(over.map(({ order_id: orderId }) => orderId))
    await createUnconfirmedOrders(db).saveUnconfirmed([...idsOver.intersection(rescued.openIds)], now)
    return isAccessKnown
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

/**
 * Codes that were used up since the copy, and sign-ins that were ended, do not come back. Versions and numbers go on from
 * beyond all that were given out: from the milliseconds of our clock, of which there are more than changes.
 */
async function finish(db: Kysely<Tables>, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sign_ins').execute()
    await tx.deleteFrom('enrolment_codes').execute()
    const counters = tx.updateTable('counters').set({ latest: now }).where('latest', '<', now)
    await counters.execute()
  })
}
