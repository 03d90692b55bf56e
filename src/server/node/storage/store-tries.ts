import type { Kysely, Transaction } from 'kysely'
import { mayTryFrom, withoutTry, withTry } from '#server/storage/tries.ts'
import type { TryStore } from '#server/storage/people-store.ts'
import type { Tables } from './store-tables.ts'

/**
 * Locks a subject until the end of the transaction; for databases where another writer may come between a read and a
 * write.
 */
export type TakeTurn = (tx: Transaction<Tables>, what: 'people' | 'tries' | 'webhooks') => Promise<void>

/** Tries in a database: a row for each subject, with the timestamps in JSON. */
export function createTries(db: Kysely<Tables>, takeTurn: TakeTurn): TryStore {
  return {
    beginTry: (limits, now) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'tries')
        const counted: (readonly [subject: string, moments: readonly number[]])[] = []
        for (const limit of limits) {
          const moments = await read(tx, limit.subject)
          const until = mayTryFrom(limit, moments, now)
          if (until !== undefined) return { subject: limit.subject, until }
          counted.push([limit.subject, withTry(moments, now)])
        }
        for (const [subject, moments] of counted) await write(tx, subject, moments)
        return undefined
      }),
    takeBackTry: (subjects, at) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'tries')
        for (const subject of subjects) await write(tx, subject, withoutTry(await read(tx, subject), at))
      }),
  }
}

async function read(tx: Transaction<Tables>, subject: string): Promise<readonly number[]> {
  const tries = tx.selectFrom('tries').select('moments').where('subject', '=', subject)
  const row = await tries.executeTakeFirst()
  return row ? (JSON.parse(row.moments) as number[]) : [] // as `write` wrote it
}

async function write(tx: Transaction<Tables>, subject: string, moments: readonly number[]): Promise<void> {
  const row = { subject, latest_at: moments.at(-1) ?? 0, moments: JSON.stringify(moments) }
  await tx
    .insertInto('tries')
    .values(row)
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(row))
    .execute()
}
