import type { Kysely, Selectable, Transaction } from 'kysely'
import {
  newDelivery,
  wantsEvent,
  type DeliveryRecord,
  type OutgoingEvent,
  type WebhookHealth,
  type WebhookRecord,
} from '#domain/outgoing-event.ts'
import type { Tables } from './store-tables.ts'
import type { TakeTurn } from './store-tries.ts'
import { count } from './store-writes.ts'

// What is written for webhooks in the transaction of what happened.

type Tx = Transaction<Tables>

/** A statement has at most so many deliveries: PostgreSQL takes 65,535 values, SQLite 32,766. */
const rowsInOneStatement = 500

/** Writes deliveries of events, in the transaction of what happened. @returns how many. */
export type Enqueue = (tx: Tx, events: readonly OutgoingEvent[]) => Promise<number>

/**
 * `takeTurn` serializes what decides which delivery of an order comes first. It is taken after the counter of versions
 * and before that of the log, by all alike.
 */
export const createEnqueue =
  (takeTurn: TakeTurn): Enqueue =>
  async (tx, events) => {
    if (events.length === 0 || wantedBy(await readWebhooks(tx), events).length === 0) return 0
    await takeTurn(tx, 'webhooks')
    // Read again, because one may have been removed before the turn.
    const wanted = wantedBy(await readWebhooks(tx), events)
    if (wanted.length === 0) return 0
    const blocked = await waitingQueues(tx, wanted)
    let number = (await count(tx, 'delivery', wanted.length)) - wanted.length
    const rows = wanted.map((delivery) => {
      const queue = queueOf(delivery)
      const isBlocked = queue !== undefined && blocked.has(queue)
      if (queue !== undefined) blocked.add(queue)
      return rowOf(isBlocked ? { ...delivery, dueAt: null } : delivery, (number += 1))
    })
    let added = 0
    for (let start = 0; start < rows.length; start += rowsInOneStatement) {
      const some = tx.insertInto('webhook_deliveries').values(rows.slice(start, start + rowsInOneStatement))
      const done = await some
        .onConflict((conflict) => conflict.doNothing())
        .returning('number')
        .execute()
      added += done.length
    }
    return added
  }

const wantedBy = (webhooks: readonly WebhookRecord[], events: readonly OutgoingEvent[]): readonly DeliveryRecord[] =>
  events.flatMap((event) =>
    webhooks.filter((webhook) => wantsEvent(webhook, event.type)).map(({ id }) => newDelivery(event, id)),
  )

/** The queue of an order at a webhook; undefined for what may be sent in any order. */
export const queueOf = ({ webhookId, orderId }: Pick<DeliveryRecord, 'webhookId' | 'orderId'>): string | undefined =>
  orderId === null ? undefined : `${webhookId} ${orderId}`

/** The queues of these deliveries in which one waits. */
export async function waitingQueues(tx: Tx, wanted: readonly DeliveryRecord[]): Promise<Set<string>> {
  const orders = [...new Set(wanted.flatMap(({ orderId }) => orderId ?? []))]
  const waiting = new Set<string>()
  for (const webhookId of new Set(wanted.map((delivery) => delivery.webhookId))) {
    for (let start = 0; start < orders.length; start += rowsInOneStatement) {
      const found = await tx
        .selectFrom('webhook_deliveries')
        .select('order_id')
        .distinct()
        .where('webhook_id', '=', webhookId)
        .where('order_id', 'in', orders.slice(start, start + rowsInOneStatement))
        .where('state', '=', 'waiting')
        .execute()
      for (const { order_id: orderId } of found) {
        const queue = queueOf({ webhookId, orderId })
        if (queue !== undefined) waiting.add(queue)
      }
    }
  }
  return waiting
}

export async function readWebhooks(db: Kysely<Tables>): Promise<readonly WebhookRecord[]> {
  const rows = await db.selectFrom('outgoing_webhooks').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(webhookIn)
}

export async function findWebhook(db: Kysely<Tables>, id: string): Promise<WebhookRecord | undefined> {
  const row = await db.selectFrom('outgoing_webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && webhookIn(row)
}

export const columnsOf = ({ health, ...webhook }: WebhookRecord) => ({
  webhook: JSON.stringify(webhook),
  health: JSON.stringify(health),
})

/** The columns that change, and the rest as JSON. */
export const changesOf = ({ state, dueAt, revision, ...delivery }: DeliveryRecord) => ({
  state,
  due_at: dueAt,
  revision,
  delivery: JSON.stringify(delivery),
})

export const rowOf = (delivery: DeliveryRecord, number: number): Tables['webhook_deliveries'] => ({
  number,
  id: delivery.id,
  webhook_id: delivery.webhookId,
  order_id: delivery.orderId,
  at: delivery.at,
  ...changesOf(delivery),
})

const webhookIn = ({ webhook, health }: Selectable<Tables['outgoing_webhooks']>): WebhookRecord => ({
  ...(JSON.parse(webhook) as Omit<WebhookRecord, 'health'>), // as `columnsOf` wrote it
  health: JSON.parse(health) as WebhookHealth, // as `columnsOf` wrote it
})
