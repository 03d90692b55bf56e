import { sql, type Kysely } from 'kysely'
import { ConfigError } from '#server/node/config/config-values.ts'
import { fillSearchColumns } from './store-fill.ts'
import {
  alertTables,
  apiKeyTable,
  dueDeliveriesIndex,
  printerTables,
  reportTable,
  roleColumns,
  settingTable,
  webhookTables,
  type Text,
} from './store-schema-later.ts'
import type { Tables } from './store-tables.ts'

type Migration = (db: Kysely<Tables>, text: Text) => Promise<void>

/** In order, each runs once: only ever add to the end. */
const migrations: readonly Migration[] = [
  firstTables,
  actionTables,
  tryTables,
  serverTables,
  unconfirmedTable,
  // Made names searchable, which is part of the next one now.
  async () => undefined,
  outcomesAndItems,
  printerTables,
  settingTable,
  alertTables,
  roleColumns,
  webhookTables,
  reportTable,
  apiKeyTable,
  dueDeliveriesIndex,
]

/** The version to which `migrate` will upgrade a used database; undefined for a new or current one. */
export async function versionAhead(db: Kysely<Tables>): Promise<number | undefined> {
  // A new database has no such table. `migrate` reports other failures.
  const done = await doneIn(db).catch(() => 0)
  return done > 0 && done < migrations.length ? migrations.length : undefined
}

async function doneIn(db: Kysely<Tables>): Promise<number> {
  const latest = db.selectFrom('migrations').select((eb) => eb.fn.coalesce(eb.fn.max('number'), eb.lit(0)).as('done'))
  return (await latest.executeTakeFirstOrThrow()).done
}

interface MigrateOptions {
  readonly text?: Text
  /** Older tables are left as they are, because a server of their version may be running. */
  readonly isGuest?: boolean
}

/**
 * Creates the tables, or upgrades them to the current version. `now` is in milliseconds since 1970.
 * @returns whether there were none.
 * @throws {ConfigError} if they are newer than this program, or may not be upgraded.
 */
export async function migrate(
  db: Kysely<Tables>,
  now: number,
  { text = 'text', isGuest = false }: MigrateOptions = {},
): Promise<boolean> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  return db.transaction().execute(async (tx) => {
    const done = await doneIn(tx)
    if (done > migrations.length) throw new ConfigError('DATABASE_URL', 'holds data of a newer version of this server')
    if (isGuest && done > 0 && done < migrations.length)
      throw new ConfigError(
        'DATABASE_URL',
        'holds data of an older version, which the server of this version brings up to date when it starts: start it first',
      )
    for (const [index, migration] of migrations.entries()) {
      if (index < done) continue
      await migration(tx, text)
      await tx
        .insertInto('migrations')
        .values({ number: index + 1, applied_at: now })
        .execute()
    }
    return done === 0
  })
}

async function firstTables(db: Kysely<Tables>, text: Text): Promise<void> {
  const { schema } = db
  await schema
    .createTable('orders')
    .addColumn('order_id', text, (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('numbers', text, (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('record', text, (column) => column.notNull())
    .execute()
  await schema.createIndex('orders_open').on('orders').columns(['closed_at', 'received_at']).execute()
  await schema.createIndex('orders_received').on('orders').column('received_at').execute()
  await schema
    .createTable('timeline')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('entry', text, (column) => column.notNull())
    .execute()
  await schema.createIndex('timeline_order').on('timeline').columns(['order_id', 'at', 'number']).execute()
  await schema
    .createTable('unreadable')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('notice', text, (column) => column.notNull())
    .execute()
  await schema
    .createTable('counters')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('latest', 'bigint', (column) => column.notNull())
    .execute()
  await db
    .insertInto('counters')
    .values([
      { name: 'version', latest: 0 },
      { name: 'note', latest: 0 },
    ])
    .execute()
  await peopleTables(db, text)
}

async function peopleTables({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('devices')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('token_hash', text, (column) => column.notNull())
    .addColumn('enrolled_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('devices_token').on('devices').column('token_hash').execute()
  await schema
    .createTable('people')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('folded_name', text, (column) => column.notNull().unique())
    .addColumn('is_manager', 'integer', (column) => column.notNull())
    .addColumn('pin_hash', text, (column) => column.notNull())
    .execute()
  await schema
    .createTable('sign_ins')
    .addColumn('token_hash', text, (column) => column.primaryKey())
    .addColumn('person_id', text, (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('device_id', text, (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('enrolment_codes')
    .addColumn('code_hash', text, (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function actionTables(db: Kysely<Tables>, text: Text): Promise<void> {
  const { schema } = db
  await schema
    .createTable('taps')
    .addColumn('tap_key', text, (column) => column.primaryKey())
    .addColumn('order_id', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('done_at', 'bigint')
    .addColumn('tap', text, (column) => column.notNull())
    .execute()
  // One unreconciled attempt per order, for all servers.
  await schema
    .createIndex('taps_under_way')
    .unique()
    .on('taps')
    .column('order_id')
    .where(sql.ref('settled_at'), 'is', null)
    .execute()
  await schema.createIndex('taps_done').on('taps').columns(['order_id', 'done_at']).execute()
  await schema.createIndex('taps_settled').on('taps').column('settled_at').execute()
  await schema
    .createTable('action_log')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('order_id', text)
    .addColumn('entry', text, (column) => column.notNull())
    .execute()
  await schema.createIndex('action_log_order').on('action_log').columns(['order_id', 'number']).execute()
  await schema.createIndex('action_log_at').on('action_log').column('at').execute()
  await db.insertInto('counters').values({ name: 'log', latest: 0 }).execute()
}

async function tryTables({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('tries')
    .addColumn('subject', text, (column) => column.primaryKey())
    .addColumn('latest_at', 'bigint', (column) => column.notNull())
    .addColumn('moments', text, (column) => column.notNull())
    .execute()
  // Earlier sign-ins end, so that people sign in once more.
  await schema
    .alterTable('sign_ins')
    .addColumn('used_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** For several servers on one database; a single server leaves them empty. */
async function serverTables({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema.createIndex('orders_version').on('orders').column('version').execute()
  await schema
    .createTable('servers')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('beat_at', 'bigint', (column) => column.notNull())
    .addColumn('word', text, (column) => column.notNull())
    .execute()
  await schema
    .createTable('watches')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('server', text, (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
}

async function unconfirmedTable({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('rumours')
    .addColumn('order_id', text, (column) => column.primaryKey())
    .addColumn('spoken_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function outcomesAndItems(db: Kysely<Tables>, text: Text): Promise<void> {
  await db.schema.alterTable('orders').addColumn('outcome', text).execute()
  await db.schema.createIndex('orders_outcome').on('orders').columns(['outcome', 'received_at']).execute()
  await fillSearchColumns(db)
}
