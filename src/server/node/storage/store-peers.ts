import { type PeerMessage, type SharedStore, pollAtMostMs } from '#server/storage/store.ts'
import { recordIn } from './store-record.ts'
import type { Tables } from './store-tables.ts'
import { type Kysely, sql } from 'kysely'

/** The database's clock, as estimated by this process. */
interface DatabaseClock {
  /** Milliseconds since 1970, whole. Between two looks it advances by the process's monotonic clock. */
  now(): number
  /** Reads the database's time. @returns that time. */
  look(read: () => Promise<number>): Promise<number>
}

/** A slower answer is too imprecise. */
const trustedWithinMs = 1_000

/** `monotonic` is in milliseconds. `look` must be called before anything else. */
export function createDatabaseClock(monotonic: () => number = () => performance.now()): DatabaseClock {
  let ahead: number | undefined
  return {
    now: () => Math.round(monotonic() + (ahead ?? Number.NaN)),
    async look(read) {
      const askedAt = monotonic()
      const there = await read()
      const halfwayMs = (monotonic() - askedAt) / 2
      const seen = there - askedAt - halfwayMs
      // It stays while it may be right, so that it does not jitter by the time that reading takes.
      const isOff = ahead === undefined || Math.abs(seen - ahead) > halfwayMs
      if (isOff && (ahead === undefined || 2 * halfwayMs <= trustedWithinMs)) ahead = seen
      return there
    },
  }
}

const forgottenAfterMs = 24 * 60 * 60 * 1000
const watchOfOrders = 'orders'

/** The database's own clock, in milliseconds since 1970, because the clocks of servers may differ. */
const databaseNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** The shared data of several servers on one database. */
export async function createServerStore(db: Kysely<Tables>): Promise<Omit<SharedStore, 'listen'>> {
  const clock = createDatabaseClock()
  const readNow = (on: Kysely<Tables>) => async () =>
    (await on.selectNoFrom(databaseNow.as('now')).executeTakeFirstOrThrow()).now
  await clock.look(readNow(db))
  return {
    now: clock.now,
    async changedSince(version) {
      const changed = db.selectFrom('orders').select(['record', 'version']).where('version', '>', version)
      return (await changed.orderBy('version').execute()).map(recordIn)
    },
    beat: (id, message, watchForMs) =>
      db.transaction().execute(async (tx) => {
        // A beat lost in a crash belongs to a server that is gone.
        await sql`set local synchronous_commit = off`.execute(tx)
        const now = await clock.look(readNow(tx))
        const own = { id, beat_at: now, word: JSON.stringify(message) }
        await tx
          .insertInto('servers')
          .values(own)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(own))
          .execute()
        const claim = { name: watchOfOrders, server: id, until: now + watchForMs }
        const role = await tx
          .insertInto('watches')
          .values(claim)
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet(claim)
              .where((eb) =>
                eb.or([
                  eb('watches.server', '=', id),
                  eb('watches.until', '<=', now),
                  eb('watches.until', '>', now + pollAtMostMs),
                ]),
              ),
          )
          .returning('server')
          .executeTakeFirst()
        await tx
          .deleteFrom('servers')
          .where('beat_at', '<', now - forgottenAfterMs)
          .execute()
        const others = await tx.selectFrom('servers').selectAll().where('id', '<>', id).execute()
        return {
          isPolling: role !== undefined,
          peers: others.map((row) => ({
            id: row.id,
            beatAt: row.beat_at,
            silentMs: now - row.beat_at,
            message: JSON.parse(row.word) as PeerMessage, // as it is written above
          })),
        }
      }),
    leave: (id) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('servers').where('id', '=', id).execute()
        await tx.deleteFrom('watches').where('server', '=', id).execute()
      }),
  }
}
