import { recordOfNotification, type OrderRecord, type TimelineRecord, type OrderNotification } from '#domain/order.ts'
import type { Kysely, Transaction } from 'kysely'
import type { OrderId } from '#contract/vendor/item-id.ts'
import {
  unreadableKept,
  type ChangeRecords,
  type OrderStore,
  type UnreadableNotification,
} from '#server/storage/store.ts'
import { eventOfReceipt, eventsOfChange } from '#domain/outgoing-event.ts'
import { appendEntry } from './store-actions.ts'
import { readClosed } from './store-closed.ts'
import { recordIn, rowOf } from './store-record.ts'
import { count, createForEach, createGroup, createLookup } from './store-writes.ts'
import type { Tables } from './store-tables.ts'
import { createEnqueue, type Enqueue } from './store-outbox.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

const notificationsInOneCommit = 512
/** A statement is compiled per number of rows, so this bounds how many. */
const rowsInOneStatement = 64

/**
 * Orders in a database, and a wait for all queued notifications. `onWrite` is called after each commit that changed an
 * order; `enqueue` writes the deliveries of it.
 */
export function createOrders(
  db: Db,
  onWrite: () => void = () => undefined,
  enqueue: Enqueue = createEnqueue(async () => undefined),
): OrderStore & { settled(): Promise<void> } {
  const written = <T>(result: T): T => {
    onWrite()
    return result
  }
  const lookUp = createLookup(db, db.selectFrom('orders').select('record').where('order_id', '=', ''))
  const keepNew = createKeepNew(db)
  const group = createGroup(
    (notifications: readonly OrderNotification[]) =>
      db
        .transaction()
        .execute((tx) => ingest(tx, notifications, keepNew, enqueue))
        .then(written),
    notificationsInOneCommit,
  )

  return {
    settled: group.settled,
    ingest: (notifications) => group.add(notifications),
    save: (record, changes) =>
      db
        .transaction()
        .execute((tx) => save(tx, enqueue, record, changes))
        .then(written)
        .catch((error: unknown) => {
          if (error instanceof Overtaken) return undefined
          throw error
        }),
    async find(orderId) {
      const row = await lookUp(orderId)
      return row && recordIn(row)
    },
    async open() {
      const open = db.selectFrom('orders').select('record').where('closed_at', 'is', null)
      return (await open.orderBy('received_at').orderBy('order_id').execute()).map(recordIn)
    },
    closed: (options) => readClosed(db, options),
    async receivedBetween(from, before) {
      const received = db.selectFrom('orders').select('received_at')
      const between = received.where('received_at', '>=', from).where('received_at', '<', before)
      // Whether it came by the webhook has no column, and needs no parsing.
      const rows = await between.where('record', 'like', '%"source":"webhook"%').orderBy('received_at').execute()
      return rows.map((row) => row.received_at)
    },
    async version() {
      const counter = db.selectFrom('counters').select('latest').where('name', '=', 'version')
      return (await counter.executeTakeFirstOrThrow()).latest
    },
    async timeline(orderId) {
      const notes = db.selectFrom('timeline').select('entry').where('order_id', '=', orderId)
      const rows = await notes.orderBy('at').orderBy('number').execute()
      return rows.map(({ entry }) => JSON.parse(entry) as TimelineRecord) // as `note` wrote it
    },
    saveUnreadable: (notification) =>
      db.transaction().execute(async (tx) => {
        const number = await count(tx, 'note', 1)
        const row = { number, received_at: notification.receivedAt, notice: JSON.stringify(notification) }
        await tx.insertInto('unreadable').values(row).execute()
        const oldest = tx
          .selectFrom('unreadable')
          .select('number')
          .orderBy('number', 'desc')
          .limit(1)
          .offset(unreadableKept)
        await tx.deleteFrom('unreadable').where('number', '<=', oldest).execute()
      }),
    async unreadable() {
      const rows = await db.selectFrom('unreadable').select('notice').orderBy('number').execute()
      return rows.map(({ notice }) => JSON.parse(notice) as UnreadableNotification) // as `saveUnreadable` wrote it
    },
    forget: (before) => db.transaction().execute((tx) => forget(tx, before)),
  }
}

/** Another server wrote the order in between: the transaction is rolled back, with its number. */
class Overtaken extends Error {}

/** @throws {Overtaken} */
async function save(
  tx: Tx,
  enqueue: Enqueue,
  record: OrderRecord,
  { notes = [], entry, events = [] }: ChangeRecords = {},
): Promise<OrderRecord> {
  const saved = { ...record, version: await count(tx, 'version', 1) }
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set(rowOf(saved))
    .where('order_id', '=', record.orderId)
    .where('version', '=', record.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Overtaken()
  await enqueue(tx, eventsOfChange(saved, events))
  for (const each of notes) await note(tx, record.orderId, each)
  if (entry) await appendEntry(tx, entry)
  return saved
}

async function note(tx: Tx, orderId: OrderId, entry: TimelineRecord): Promise<void> {
  const number = await count(tx, 'note', 1)
  const row = { number, order_id: orderId, at: entry.at, entry: JSON.stringify(entry) }
  await tx.insertInto('timeline').values(row).execute()
}

async function ingest(
  tx: Tx,
  notifications: readonly OrderNotification[],
  keepNew: KeepNew,
  enqueue: Enqueue,
): Promise<readonly (number | undefined)[]> {
  const firstOfOrder = new Map<OrderId, OrderNotification>()
  for (const notification of notifications)
    if (!firstOfOrder.has(notification.orderId)) firstOfOrder.set(notification.orderId, notification)
  const versions = new Map<OrderId, number>()
  const all = [...firstOfOrder.values()]
  for (let start = 0; start < all.length; start += rowsInOneStatement) {
    const stored = await keepNew(tx, all.slice(start, start + rowsInOneStatement))
    for (const { order_id: id, version } of stored) versions.set(id, version)
  }
  const received = all.flatMap((notification) => {
    const version = versions.get(notification.orderId)
    return version === undefined ? [] : [eventOfReceipt(recordOfNotification(notification, version))]
  })
  await enqueue(tx, received)
  return notifications.map(({ orderId }) => {
    const version = versions.get(orderId)
    versions.delete(orderId)
    return version
  })
}

/** @returns the orders that were new, each with its version. */
type KeepNew = (
  tx: Tx,
  notifications: readonly OrderNotification[],
) => Promise<readonly Pick<Tables['orders'], 'order_id' | 'version'>[]>

function createKeepNew(db: Db): KeepNew {
  const knownAmong = createForEach(
    (notifications: readonly OrderNotification[]) => {
      const ids = notifications.map(({ orderId }) => orderId)
      return db.selectFrom('orders').select('order_id').where('order_id', 'in', ids)
    },
    ({ orderId }) => [orderId],
  )
  const insert = createForEach(
    (rows: readonly Tables['orders'][]) =>
      db
        .insertInto('orders')
        .values(rows)
        .onConflict((conflict) => conflict.column('order_id').doNothing())
        .returning(['order_id', 'version']),
    (row) => Object.values(row),
  )

  return async (tx, notifications) => {
    const known = new Set((await knownAmong(tx, notifications)).map(({ order_id: id }) => id))
    const fresh = notifications.filter(({ orderId }) => !known.has(orderId))
    if (fresh.length === 0) return []
    const before = (await count(tx, 'version', fresh.length)) - fresh.length
    return insert(
      tx,
      fresh.map((notification, index) => rowOf(recordOfNotification(notification, before + index + 1))),
    )
  }
}

async function forget(tx: Tx, before: Parameters<OrderStore['forget']>[0]): Promise<number> {
  const old = tx.selectFrom('orders').select('order_id').where('closed_at', '<', before.closedBefore)
  await tx.deleteFrom('timeline').where('order_id', 'in', old).execute()
  const orders = await tx.deleteFrom('orders').where('closed_at', '<', before.closedBefore).executeTakeFirst()
  const unreadable = await tx
    .deleteFrom('unreadable')
    .where('received_at', '<', before.unreadableBefore)
    .executeTakeFirst()
  return Number(orders.numDeletedRows + unreadable.numDeletedRows)
}
