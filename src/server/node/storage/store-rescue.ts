import type { OrderNotification } from '#domain/order.ts'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { Tables } from './store-schema.ts'

/** What can still be read from a damaged database and is newer than an hourly copy. */
export interface Rescued {
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
}

export function rescue(file: string): Rescued {
  const people = readRows<Tables['people']>(file, 'people')
  const devices = readRows<Tables['devices']>(file, 'devices')
  // There is always a manager: without one the table is incomplete.
  const isAccessKnown = people.isWhole && devices.isWhole && people.rows.some(({ is_manager }) => is_manager === 1)
  const orders = readRows<Tables['orders']>(file, 'orders').rows
  const notificationsOf = (rows: typeof orders) => rows.flatMap(({ record }) => notificationIn(record) ?? [])
  const open = notificationsOf(orders.filter(({ closed_at: closedAt }) => closedAt === null))
  return {
    notifications: notificationsOf(orders),
    openIds: new Set(open.filter(({ toldId }) => toldId === null).map(({ orderId }) => orderId)),
    unconfirmedOrders: readRows<Tables['rumours']>(file, 'rumours').rows,
    taps: readRows<Tables['taps']>(file, 'taps').rows.filter(({ tap }) => isJson(tap)),
    log: readRows<Tables['action_log']>(file, 'action_log').rows.filter(({ entry }) => isJson(entry)),
    access: isAccessKnown ? { people: people.rows, devices: devices.rows } : undefined,
  }
}

/**
 * Writes it into another database, over rows with the same keys; skips rows that do not fit.
 * @returns whether access data is as recent as the damaged file, and not as old as the copy.
 */
export async function bringIn(db: Kysely<Tables>, { unconfirmedOrders, taps, log, access }: Rescued): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    for (const unconfirmedOrder of unconfirmedOrders)
      await unlessRefused(tx.insertInto('rumours').orReplace().values(unconfirmedOrder).execute())
    for (const attempt of taps) await unlessRefused(tx.insertInto('taps').orReplace().values(attempt).execute())
    for (const entry of log) await unlessRefused(tx.insertInto('action_log').orReplace().values(entry).execute())
  })
  if (!access) return false
  const { people, devices } = access
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
