import type { Kysely, Transaction } from 'kysely'
import {
  isReconciled,
  type CompletedAttempt,
  type FailedAttempt,
  type StoredAttempt,
  type SentAttempt,
  type UnknownAttempt,
} from '#domain/action-attempt.ts'
import { pageOfLog, readCursor } from '#server/storage/store-memory-actions.ts'
import type { ActionStore, LogEntry, LogStore } from '#server/storage/store.ts'
import { count } from './store-writes.ts'
import type { Tables } from './store-tables.ts'

/** Attempts and the action log in a database. */
export function createActions(db: Kysely<Tables>): ActionStore & LogStore {
  return {
    beginAttempt: (attempt) =>
      db.transaction().execute(async (tx) => {
        for (;;) {
          if (await isInserted(tx, attempt)) return undefined
          const inTheWay = await tx
            .selectFrom('taps')
            .select('tap')
            .where((eb) =>
              eb.or([
                eb('tap_key', '=', attempt.key),
                eb.and([eb('order_id', '=', attempt.orderId), eb('settled_at', 'is', null)]),
              ]),
            )
            .executeTakeFirst()
          if (inTheWay) return attemptIn(inTheWay)
          // Another server has reconciled it in between.
        }
      }),
    writeAttempt: (attempt, entry) =>
      db.transaction().execute(async (tx) => {
        const row = rowOf(attempt)
        const written = await tx
          .insertInto('taps')
          .values(row)
          .onConflict((conflict) => conflict.column('tap_key').doUpdateSet(row).where('taps.settled_at', 'is', null))
          .returning('tap_key')
          .executeTakeFirst()
        if (written && entry) await appendEntry(tx, entry)
        const stands = written ? undefined : await findAttempt(tx, attempt.key)
        return stands && isReconciled(stands) ? stands : undefined
      }),
    refuseAttempt: (attempt) =>
      db
        .transaction()
        .execute(async (tx) => ((await isInserted(tx, attempt)) ? undefined : findAttempt(tx, attempt.key))),
    findAttempt: (key) => findAttempt(db, key),
    async unreconciledAttempts() {
      const unreconciled = db.selectFrom('taps').select('tap').where('settled_at', 'is', null)
      const rows = await unreconciled.orderBy('at').orderBy('tap_key').execute()
      return rows.map((row) => attemptIn(row) as SentAttempt | UnknownAttempt) // what has no moment of its settling
    },
    async lastCompletedAttempt(orderId) {
      const done = db.selectFrom('taps').select('tap').where('order_id', '=', orderId).where('done_at', 'is not', null)
      const row = await done.orderBy('done_at', 'desc').orderBy('tap_key', 'desc').limit(1).executeTakeFirst()
      return row && (attemptIn(row) as CompletedAttempt) // what has a moment of its being done
    },
    async forgetAttempts(settledBefore) {
      const old = await db.deleteFrom('taps').where('settled_at', '<', settledBefore).executeTakeFirst()
      return Number(old.numDeletedRows)
    },
    appendLog: (entry) => db.transaction().execute((tx) => appendEntry(tx, entry)),
    async readLog({ orderId, until, before, limit }) {
      let rows = db.selectFrom('action_log').select(['number', 'entry'])
      if (orderId !== undefined) rows = rows.where('order_id', '=', orderId)
      if (until !== undefined) rows = rows.where('at', '<', until)
      if (before !== undefined) rows = rows.where('number', '<', readCursor(before))
      const found = await rows
        .orderBy('number', 'desc')
        .limit(limit + 1)
        .execute()
      return pageOfLog(
        found.map(({ number, entry }) => ({ number, entry: JSON.parse(entry) as LogEntry })), // as `appendEntry` wrote it
        limit,
      )
    },
    async forgetLog(before) {
      const old = await db.deleteFrom('action_log').where('at', '<', before).executeTakeFirst()
      return Number(old.numDeletedRows)
    },
  }
}

/** Inserts an attempt, unless its key exists or, if it is unreconciled, its order has another one under way. */
async function isInserted(tx: Transaction<Tables>, attempt: SentAttempt | FailedAttempt): Promise<boolean> {
  const written = await tx
    .insertInto('taps')
    .values(rowOf(attempt))
    .onConflict((conflict) => conflict.doNothing())
    .returning('tap_key')
    .executeTakeFirst()
  return written !== undefined
}

async function findAttempt(db: Kysely<Tables>, key: string): Promise<StoredAttempt | undefined> {
  const row = await db.selectFrom('taps').select('tap').where('tap_key', '=', key).executeTakeFirst()
  return row && attemptIn(row)
}

/** Writes a log row in the transaction of the change that it describes. */
export async function appendEntry(tx: Transaction<Tables>, entry: LogEntry): Promise<void> {
  const number = await count(tx, 'log', 1)
  const row = { number, at: entry.at, order_id: entry.orderId, entry: JSON.stringify(entry) }
  await tx.insertInto('action_log').values(row).execute()
}

/** Changes something and logs it, in one transaction. */
export const changed = (
  db: Kysely<Tables>,
  entry: LogEntry | undefined,
  change: (tx: Transaction<Tables>) => Promise<boolean>,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const isChanged = await change(tx)
    if (isChanged && entry) await appendEntry(tx, entry)
    return isChanged
  })

const rowOf = (attempt: StoredAttempt): Tables['taps'] => ({
  tap_key: attempt.key,
  order_id: attempt.orderId,
  at: attempt.at,
  settled_at: isReconciled(attempt) ? attempt.settledAt : null,
  done_at: attempt.state === 'done' ? attempt.settledAt : null,
  tap: JSON.stringify(attempt),
})

/** As written by `rowOf`. */
const attemptIn = ({ tap: attempt }: { readonly tap: string }): StoredAttempt => JSON.parse(attempt) as StoredAttempt
