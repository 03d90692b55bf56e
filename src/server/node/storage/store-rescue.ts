import type { OrderNotification } from '#domain/order.ts'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { Tables } from './store-schema.ts'

/** What can still be read from a damaged database, of what a copy of an hour ago does not have. */
export interface Rescued {
  readonly words: readonly OrderNotification[]
  /** Those of their orders that were open, and that the vendor can be asked for. */
  readonly openIds: ReadonlySet<OrderId>
  readonly unconfirmedOrders: readonly Tables['rumours'][]
  /** By their keys: without them a tap that comes again would be sent again. */
  readonly taps: readonly Tables['taps'][]
  readonly log: readonly Tables['action_log'][]
  /** Who may come in; nothing where not all of it can be read, for then nobody knows who was put out. */
  readonly access:
    | { readonly people: readonly Tables['people'][]; readonly devices: readonly Tables['devices'][] }
    | undefined
}

export function rescue(file: string): Rescued {
  const people = readRows<Tables['people']>(file, 'people')
  const devices = readRows<Tables['devices']>(file, 'devices')
  // A manager stays always: where there is none, the table is not what it was.
  const isAccessKnown = people.isWhole && devices.isWhole && people.rows.some(({ is_manager }) => is_manager === 1)
  const orders = readRows<Tables['orders']>(file, 'orders').rows
  const wordsOf = (rows: typeof orders) => rows.flatMap(({ record }) => wordIn(record) ?? [])
  const open = wordsOf(orders.filter(({ closed_at: closedAt }) => closedAt === null))
  return {
    words: wordsOf(orders),
    openIds: new Set(open.filter(({ toldId }) => toldId === null).map(({ orderId }) => orderId)),
    unconfirmedOrders: readRows<Tables['rumours']>(file, 'rumours').rows,
    taps: readRows<Tables['taps']>(file, 'taps').rows.filter(({ tap }) => isJson(tap)),
    log: readRows<Tables['action_log']>(file, 'action_log').rows.filter(({ entry }) => isJson(entry)),
    access: isAccessKnown ? { people: people.rows, devices: devices.rows } : undefined,
  }
}

/**
 * Puts it into another database, where it takes the place of what stands under the same keys; a row that does not fit is
 * left out. @returns whether who may come in is as it was at the end, and not as in the copy.
 */
export async function bringIn(db: Kysely<Tables>, { unconfirmedOrders, taps, log, access }: Rescued): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    for (const unconfirmedOrder of unconfirmedOrders)
      await unlessRefused(tx.insertInto('rumours').orReplace().values(unconfirmedOrder).execute())
    for (const tap of taps) await unlessRefused(tx.insertInto('taps').orReplace().values(tap).execute())
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

/** @returns whether the database took it. */
async function unlessRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return false
  }
}

/** The rows of a table, read from both ends: what is broken may lie between. */
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
      // As far as it went.
    }
  }
  return { rows: [...rows.values()], isWhole: false }
}

function wordIn(record: unknown): OrderNotification | undefined {
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
