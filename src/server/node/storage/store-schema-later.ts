import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from './store-tables.ts'

// Tables of printers, settings, alerts, phones, outgoing webhooks, reports and API keys, and roles of tablets, for
// `store-schema.ts`.

/** The type of a text column. */
export type Text = 'text' | RawBuilder<unknown>

export async function printerTables({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('printers')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('key_hash', text)
    .addColumn('printer', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .execute()
  await schema.createIndex('printers_key').on('printers').column('key_hash').execute()
  await schema
    .createTable('print_jobs')
    .addColumn('id', text, (column) => column.primaryKey())
    // One job per occasion, for all servers.
    .addColumn('occasion', text, (column) => column.notNull().unique())
    .addColumn('order_id', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('job', text, (column) => column.notNull())
    .execute()
  await schema.createIndex('print_jobs_state').on('print_jobs').columns(['state', 'created_at']).execute()
  await schema.createIndex('print_jobs_order').on('print_jobs').column('order_id').execute()
  await schema.createIndex('print_jobs_created').on('print_jobs').column('created_at').execute()
}

export async function settingTable({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('settings')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute()
}

export async function alertTables({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('id', text, (column) => column.primaryKey())
    // One alert per occasion, for all servers.
    .addColumn('occasion', text, (column) => column.notNull().unique())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('alert', text, (column) => column.notNull())
    .execute()
  await schema.createIndex('alerts_ended').on('alerts').columns(['ended_at', 'at']).execute()
  await schema.createIndex('alerts_at').on('alerts').column('at').execute()
  await schema
    .createTable('phones')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('person_id', text, (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('device_id', text, (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('endpoint', text, (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('phone', text, (column) => column.notNull())
    .execute()
}

export async function reportTable({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('report_days')
    .addColumn('day', text, (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('is_final', 'integer', (column) => column.notNull())
    .addColumn('totals', text, (column) => column.notNull())
    .execute()
}

/** Tablets that were paired before are counters, as are those of codes that were made before. */
export async function roleColumns({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  for (const table of ['devices', 'enrolment_codes'])
    await schema
      .alterTable(table)
      .addColumn('role', text, (column) => column.notNull().defaultTo('counter'))
      .execute()
  await schema.alterTable('devices').addColumn('category_ids', text).execute()
}

export async function webhookTables(db: Kysely<Tables>, text: Text): Promise<void> {
  const { schema } = db
  await schema
    .createTable('outgoing_webhooks')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('webhook', text, (column) => column.notNull())
    .addColumn('health', text, (column) => column.notNull())
    .execute()
  await schema
    .createTable('webhook_deliveries')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('webhook_id', text, (column) => column.notNull().references('outgoing_webhooks.id').onDelete('cascade'))
    .addColumn('order_id', text)
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('delivery', text, (column) => column.notNull())
    .execute()
  const index = (name: string) => schema.createIndex(`webhook_deliveries_${name}`).on('webhook_deliveries')
  await index('id').unique().columns(['webhook_id', 'id']).execute()
  await index('due').columns(['webhook_id', 'state', 'due_at']).execute()
  await index('order').columns(['webhook_id', 'order_id', 'state', 'number']).execute()
  await index('latest').columns(['webhook_id', 'number']).execute()
  await index('at').column('at').execute()
  const counter = db.insertInto('counters').values({ name: 'delivery', latest: 0 })
  await counter.onConflict((conflict) => conflict.doNothing()).execute()
}

export async function apiKeyTable({ schema }: Kysely<Tables>, text: Text): Promise<void> {
  await schema
    .createTable('api_keys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('folded_name', text, (column) => column.notNull().unique())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', text)
    .addColumn('last_used_at', 'bigint')
    .execute()
}

/** Many deliveries are due at the same time when a receiver is back: they are found in order, without sorting all. */
export async function dueDeliveriesIndex({ schema }: Kysely<Tables>): Promise<void> {
  await schema.dropIndex('webhook_deliveries_due').ifExists().execute()
  const index = schema.createIndex('webhook_deliveries_due').on('webhook_deliveries')
  await index.columns(['webhook_id', 'state', 'due_at', 'number']).execute()
}
