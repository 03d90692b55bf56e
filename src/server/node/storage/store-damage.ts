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

// Repairs a damaged database, so that the shop goes on: saves the damaged file for experts, takes the newest sound
// copy, and adds what is readable in the damaged file (`store-rescue.ts`): order ids, unconfirmed orders, attempts and
// their log, tablets and people. Orders that were closed or came back since are read again from the vendor.

/**
 * Checks a database and replaces it if damaged. The replacement is completed before it takes the place, so after an
 * interruption the next start repairs again or finds it.
 * @returns whether it was damaged.
 */
export async function repair(file: string, now: number, log: Log): Promise<boolean> {
  // SQLite accepts an empty file as a database. If there are copies, it was not empty before.
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
  const rescuedFields = { words: rescued.notifications.length, taps: rescued.taps.length, isAccessKnown }
  log('store_damaged', { damaged, copy: copy?.file ?? null, copiedAt, ...rescuedFields }, 'error')
  return true
}

/** Finishes a repair that was interrupted after the damaged file was moved: the replacement is complete then. */
export function endRepair(file: string): void {
  if (!existsSync(file) && existsSync(draftOf(file))) moveDatabase(draftOf(file), file)
}

/**
 * Rewrites an open database from all that its connection still sees: the file, an unlinked log, and memory.
 * @throws if that is damaged or cannot be written; then nothing has changed
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
 * Adds the rescued rows; notifications of orders in the copy change nothing.
 * @returns whether access data is as recent as the damaged file.
 */
async function complete(draft: string, rescued: Rescued, now: number): Promise<boolean> {
  const database = openDatabase(draft)
  try {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database, () => false) })
    await migrate(db, now)
    const isAccessKnown = await bringIn(db, rescued)
    await finish(db, now)
    if (rescued.notifications.length > 0) await createOrders(db).ingest(rescued.notifications)
    // Orders that came back for an answer since are closed in the copy, so the vendor is asked.
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
 * Used codes and ended sign-ins must not come back. Versions and numbers continue above all that were given out: from
 * the clock's milliseconds, of which there are more than changes.
 */
async function finish(db: Kysely<Tables>, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sign_ins').execute()
    await tx.deleteFrom('enrolment_codes').execute()
    const counters = tx.updateTable('counters').set({ latest: now }).where('latest', '<', now)
    await counters.execute()
  })
}
