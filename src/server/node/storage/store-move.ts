import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Kysely, sql, type Transaction } from 'kysely'
import { DeskComplaint } from '#server/node/command/desk-verbs.ts'
import type { PostgresPlace } from './postgres-pool.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { isDamaged, openDatabase, takeLock } from './store-file.ts'
import { openTables } from './store-postgres.ts'
import { nameStore } from './store-refusal.ts'
import { migrate } from './store-schema.ts'
import type { Tables } from './store-tables.ts'

// Moves a shop from a file into PostgreSQL in one transaction: all of it or nothing.

/** Each table with its key columns; referenced tables come first. */
const tables = [
  ['orders', 'order_id'],
  ['timeline', 'number'],
  ['unreadable', 'number'],
  ['rumours', 'order_id'],
  ['counters', 'name'],
  ['taps', 'tap_key'],
  ['action_log', 'number'],
  ['devices', 'id'],
  ['people', 'id'],
  ['sign_ins', 'token_hash'],
  ['enrolment_codes', 'code_hash'],
  ['tries', 'subject'],
  ['printers', 'id'],
  ['print_jobs', 'id'],
  ['settings', 'name'],
  ['alerts', 'id'],
  ['phones', 'id'],
  ['outgoing_webhooks', 'id'],
  ['webhook_deliveries', 'number'],
  ['report_days', 'day'],
  ['api_keys', 'id'],
] as const satisfies readonly (readonly [keyof Tables, string])[]

const rowsAtOnce = 500

type Row = Readonly<Record<string, unknown>>

export interface Move {
  /** The shop's file; no server may be using it. */
  readonly file: string
  readonly to: PostgresPlace
  /** In milliseconds since 1970. */
  readonly now: number
  /** Receives the progress, line by line. */
  readonly report: (line: string) => void
}

/**
 * Moves a shop; the file stays unchanged.
 * @returns the number of rows, each of which was read back.
 * @throws {DeskComplaint} {ConfigError} {StoreUnavailable} if nothing was moved
 */
export async function moveStore({ file, to, now, report }: Move): Promise<number> {
  if (!existsSync(file)) throw new DeskComplaint(`There is no database at ${resolve(file)}.`)
  const lock = takeLock(`${file}.lock`)
  try {
    if (isDamaged(file)) throw new DeskComplaint('The file is damaged: a start of the server repairs it first.')
    const database = openDatabase(file)
    try {
      const from = new Kysely<Tables>({ dialect: sqliteDialect(database, () => false) })
      await migrate(from, now, { isGuest: true })
      return await moveInto(from, to, now, report)
    } finally {
      database.close()
    }
  } finally {
    lock.release()
  }
}

async function moveInto(from: Kysely<Tables>, to: PostgresPlace, now: number, report: Move['report']): Promise<number> {
  const { db, close } = await openTables(to, now).catch((error: unknown) => {
    throw nameStore(error, '--to')
  })
  try {
    return await db.transaction().execute(async (tx) => {
      await refuseTaken(tx)
      let total = 0
      for (const [table, key] of tables) total += await moveTable(from, tx, { table, key, report })
      return total
    })
  } finally {
    await close()
  }
}

/** @throws {DeskComplaint} if there is a shop already, because two cannot be merged. */
async function refuseTaken(tx: Transaction<Tables>): Promise<void> {
  await sql`lock table ${sql.join(tables.map(([table]) => sql.table(table)))} in exclusive mode`.execute(tx)
  for (const [table, key] of tables) {
    if (table !== 'counters' && (await page(tx, { table, key }, undefined, 1)).length > 0) {
      throw new DeskComplaint('There is a shop in that schema already. Nothing was moved: name an empty one.')
    }
  }
  await tx.deleteFrom('counters').execute()
}

interface Moved {
  readonly table: string
  readonly key: string
}

async function moveTable(
  from: Kysely<Tables>,
  to: Transaction<Tables>,
  { report, ...moved }: Moved & Pick<Move, 'report'>,
): Promise<number> {
  let count = 0
  let last: unknown
  for (;;) {
    const rows = (await page(from, moved, last)).map(portable)
    if (rows.length === 0) break
    await insert(to, moved.table, rows)
    // In the same order: both sort by code point.
    const back = await page(to, moved, last)
    if (!isDeepStrictEqual(back.map(plain), rows.map(plain))) {
      throw new DeskComplaint(`Rows of ${moved.table} came back otherwise than they went in. Nothing was moved.`)
    }
    count += rows.length
    last = rows.at(-1)?.[moved.key]
    report(`${moved.table}: ${count}`)
  }
  return count
}

async function page(db: Kysely<Tables>, { table, key }: Moved, after: unknown, limit = rowsAtOnce): Promise<Row[]> {
  const further = after === undefined ? sql`` : sql`where ${sql.ref(key)} > ${after}`
  const query = sql<Row>`select * from ${sql.table(table)} ${further} order by ${sql.ref(key)} limit ${limit}`
  return (await query.execute(db)).rows
}

async function insert(tx: Transaction<Tables>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const into = sql`${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`
  await sql`insert into ${into} values ${sql.join(values)}`.execute(tx)
}

/** Removes NUL, which PostgreSQL cannot store in text. Only searchable numbers may have one. */
const portable = (row: Row): Row =>
  typeof row['numbers'] === 'string' ? { ...row, numbers: row['numbers'].replaceAll('\0', '') } : row

/** A row of either database, with its columns in one order. */
const plain = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1)))
