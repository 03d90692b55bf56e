import type { OrderId } from '#contract/vendor/item-id.ts'
import type { OrderNotification } from '#domain/order.ts'
import type { Log } from '#server/node/machine.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { copiesOf, type Copy, stampOf } from './store-copies.ts'
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
import { migrate } from './store-schema.ts'
import type { Tables } from './store-tables.ts'
import { createUnconfirmedOrders } from './store-unconfirmed.ts'
import { Kysely, type Transaction } from 'kysely'
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** What can still be read from a damaged database and is newer than an hourly copy. */
interface Rescued {
  readonly notifications: readonly OrderNotification[]
  /** The orders that were open and can be read from the vendor. */
  readonly openIds: ReadonlySet<OrderId>
  readonly unconfirmedOrders: readonly Tables['rumours'][]
  /** By key: without them a repeated attempt would be sent again. */
  readonly taps: readonly Tables['taps'][]
  readonly log: readonly Tables['action_log'][]
  /** Access data; undefined if not all of it is readable, because then removals are unknown. */
  readonly access:
    | { readonly people: readonly Tables['people'][]; readonly devices: readonly Tables['devices'][] }
    | undefined
  readonly printers: readonly Tables['printers'][]
  /** Whether those are all, so that others in the copy were removed since. */
  readonly arePrintersKnown: boolean
  /** Without them what was printed since the copy would be printed again. */
  readonly printJobs: readonly Tables['print_jobs'][]
  readonly settings: readonly Tables['settings'][]
  /** Without them what was told since the copy would be told again. */
  readonly alerts: readonly Tables['alerts'][]
  readonly phones: readonly Tables['phones'][]
  readonly webhooks: readonly Tables['outgoing_webhooks'][]
  /** Whether those are all, so that others in the copy were removed since. */
  readonly areWebhooksKnown: boolean
  /** Without them what was delivered since the copy would be sent again. */
  readonly deliveries: readonly Tables['webhook_deliveries'][]
  /** Nothing else tells of orders that were forgotten since. */
  readonly reportDays: readonly Tables['report_days'][]
  readonly apiKeys: readonly Tables['api_keys'][]
}

function rescue(file: string): Rescued {
  const people = readRows<Tables['people']>(file, 'people')
  const devices = readRows<Tables['devices']>(file, 'devices')
  // There is always a manager: without one the table is incomplete.
  const isAccessKnown = people.isWhole && devices.isWhole && people.rows.some(({ is_manager }) => is_manager === 1)
  const printers = readRows<Tables['printers']>(file, 'printers')
  const webhooks = readRows<Tables['outgoing_webhooks']>(file, 'outgoing_webhooks')
  const orders = readRows<Tables['orders']>(file, 'orders').rows
  const notificationsOf = (rows: typeof orders) => rows.flatMap(({ record }) => notificationIn(record) ?? [])
  const open = notificationsOf(orders.filter(({ closed_at: closedAt }) => closedAt === null))
  return {
    notifications: notificationsOf(orders),
    openIds: new Set(open.filter(({ toldId }) => toldId === null).map(({ orderId }) => orderId)),
    unconfirmedOrders: readRows<Tables['rumours']>(file, 'rumours').rows,
    taps: readRows<Tables['taps']>(file, 'taps').rows.filter(({ tap: act }) => isJson(act)),
    log: readRows<Tables['action_log']>(file, 'action_log').rows.filter(({ entry }) => isJson(entry)),
    access: isAccessKnown ? { people: people.rows, devices: devices.rows } : undefined,
    printers: printers.rows.filter(({ printer, state }) => isJson(printer) && isJson(state)),
    // A table without any may have lost them.
    arePrintersKnown: printers.isWhole && printers.rows.length > 0,
    printJobs: readRows<Tables['print_jobs']>(file, 'print_jobs').rows.filter(({ job }) => isJson(job)),
    settings: readRows<Tables['settings']>(file, 'settings').rows.filter(({ value }) => isJson(value)),
    alerts: readRows<Tables['alerts']>(file, 'alerts').rows.filter(({ alert }) => isJson(alert)),
    phones: readRows<Tables['phones']>(file, 'phones').rows.filter(({ phone }) => isJson(phone)),
    webhooks: webhooks.rows.filter(({ webhook, health }) => isJson(webhook) && isJson(health)),
    areWebhooksKnown: webhooks.isWhole && webhooks.rows.length > 0,
    deliveries: readRows<Tables['webhook_deliveries']>(file, 'webhook_deliveries').rows.filter(({ delivery }) =>
      isJson(delivery),
    ),
    reportDays: readRows<Tables['report_days']>(file, 'report_days').rows.filter(({ totals }) => isJson(totals)),
    apiKeys: readRows<Tables['api_keys']>(file, 'api_keys').rows,
  }
}

/**
 * Writes it into another database, over rows with the same keys; skips rows that do not fit.
 * @returns whether access data is as recent as the damaged file, and not as old as the copy.
 */
async function bringIn(
  db: Kysely<Tables>,
  { unconfirmedOrders, taps, log, access, settings, alerts, phones, reportDays, apiKeys, ...others }: Rescued,
): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    for (const unconfirmedOrder of unconfirmedOrders)
      await unlessRefused(tx.insertInto('rumours').orReplace().values(unconfirmedOrder).execute())
    for (const attempt of taps) await unlessRefused(tx.insertInto('taps').orReplace().values(attempt).execute())
    for (const entry of log) await unlessRefused(tx.insertInto('action_log').orReplace().values(entry).execute())
    if (others.arePrintersKnown) await tx.deleteFrom('printers').execute()
    for (const printer of others.printers)
      await unlessRefused(tx.insertInto('printers').orReplace().values(printer).execute())
    for (const job of others.printJobs)
      await unlessRefused(tx.insertInto('print_jobs').orReplace().values(job).execute())
    for (const setting of settings) await unlessRefused(tx.insertInto('settings').orReplace().values(setting).execute())
    for (const day of reportDays) await unlessRefused(tx.insertInto('report_days').orReplace().values(day).execute())
    // A key that was removed since the copy must not come back; one that cannot be read is made anew by a manager.
    await tx.deleteFrom('api_keys').execute()
    for (const key of apiKeys) await unlessRefused(tx.insertInto('api_keys').orReplace().values(key).execute())
    for (const alert of alerts) await unlessRefused(tx.insertInto('alerts').orReplace().values(alert).execute())
    await bringInWebhooks(tx, others)
  })
  const isAccessKnown = access !== undefined && (await bringInAccess(db, access))
  // After the people and tablets to whom they belong; those of removed ones do not fit.
  for (const phone of phones) await unlessRefused(db.insertInto('phones').orReplace().values(phone).execute())
  return isAccessKnown
}

/** Webhooks are written over, not replaced, because replacing one would remove its deliveries. */
async function bringInWebhooks(
  tx: Transaction<Tables>,
  { webhooks, areWebhooksKnown, deliveries }: Pick<Rescued, 'webhooks' | 'areWebhooksKnown' | 'deliveries'>,
): Promise<void> {
  const ids = webhooks.map(({ id }) => id)
  if (areWebhooksKnown) await tx.deleteFrom('outgoing_webhooks').where('id', 'not in', ids).execute()
  for (const webhook of webhooks)
    await unlessRefused(
      tx
        .insertInto('outgoing_webhooks')
        .values(webhook)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(webhook))
        .execute(),
    )
  for (const delivery of deliveries)
    await unlessRefused(tx.insertInto('webhook_deliveries').orReplace().values(delivery).execute())
}

/** @returns whether the database accepted it. */
function bringInAccess(db: Kysely<Tables>, { people, devices }: NonNullable<Rescued['access']>): Promise<boolean> {
  const replaced = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('people').execute()
    await tx.deleteFrom('devices').execute()
    for (const person of people) await tx.insertInto('people').values(person).execute()
    for (const device of devices) await tx.insertInto('devices').values(device).execute()
  })
  return unlessRefused(replaced)
}

/** @returns whether the database accepted it. */
async function unlessRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return false
  }
}

/** The rows of a table, read from both ends, because the damage may be in between. */
function readRows<Row>(
  file: string,
  table: keyof Tables,
): { readonly rows: readonly Row[]; readonly isWhole: boolean } {
  const rows = new Map<unknown, Row>()
  for (const direction of ['asc', 'desc']) {
    try {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        const all = database.prepare(`select rowid as place, * from ${table} order by rowid ${direction}`)
        for (const { place, ...row } of all.iterate()) rows.set(place, row as Row) // The columns of that table.
      } finally {
        database.close()
      }
      return { rows: [...rows.values()], isWhole: true }
    } catch {
      // Reads up to the damage.
    }
  }
  return { rows: [...rows.values()], isWhole: false }
}

function notificationIn(record: unknown): OrderNotification | undefined {
  try {
    const { orderId, toldId, itemIds, source, receivedAt } = JSON.parse(String(record)) as OrderNotification // or it throws
    const isWhole = typeof orderId === 'string' && typeof receivedAt === 'number' && Array.isArray(itemIds)
    return isWhole ? { orderId, toldId, itemIds, source, receivedAt } : undefined
  } catch {
    return undefined
  }
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text))
    return true
  } catch {
    return false
  }
}

// Repairs a damaged database, so that the shop goes on: saves the damaged file for experts, takes the newest sound
// copy, and adds what is readable in the damaged file (`store-rescue.ts`): order ids, unconfirmed orders, attempts and
// their log, tablets and people, printers and their jobs, settings, alerts and phones, webhooks and their deliveries, days
// of reports, and API keys. Orders that were closed or came back since are read again from the vendor.

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
