import { sql, type ExpressionBuilder, type Kysely, type Selectable, type Transaction } from 'kysely'
import {
  sentAgain,
  testIdStart,
  waitingAfter,
  type DeliveryRecord,
  type OutgoingEvent,
  type WebhookRecord,
} from '#domain/outgoing-event.ts'
import type { DueOptions, ForgetOptions, WebhookStore } from '#server/storage/store.ts'
import { appendEntry, changed } from './store-actions.ts'
import {
  changesOf,
  columnsOf,
  createEnqueue,
  findWebhook,
  queueOf,
  readWebhooks,
  rowOf,
  waitingQueues,
} from './store-outbox.ts'
import type { Tables } from './store-tables.ts'
import type { TakeTurn } from './store-tries.ts'
import { count } from './store-writes.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** Webhooks and their deliveries in a database. */
export const createWebhooks = (db: Db, takeTurn: TakeTurn = async () => undefined): WebhookStore => ({
  ...createWebhookRows(db, takeTurn),
  ...createDeliveryRows(db, takeTurn),
  ...createDeliveryLists(db),
})

type WebhookRows = Pick<WebhookStore, 'webhooks' | 'addWebhook' | 'changeWebhook' | 'removeWebhook'>

function createWebhookRows(db: Db, takeTurn: TakeTurn): WebhookRows {
  return {
    webhooks: () => readWebhooks(db),
    addWebhook: (webhook, entry, atMost = Number.POSITIVE_INFINITY) =>
      changed(db, entry, async (tx) => {
        await takeTurn(tx, 'webhooks')
        if ((await readWebhooks(tx)).length >= atMost) return false
        const row = { id: webhook.id, created_at: webhook.createdAt, ...columnsOf(webhook) }
        const added = tx.insertInto('outgoing_webhooks').values(row)
        const { numInsertedOrUpdatedRows } = await added
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        return (numInsertedOrUpdatedRows ?? 0n) > 0n
      }),
    changeWebhook: (id, now, next, entry) =>
      db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'webhooks')
        const before = await findWebhook(tx, id)
        const after = before && next(before)
        if (!after) return undefined
        await tx.updateTable('outgoing_webhooks').where('id', '=', id).set(columnsOf(after)).execute()
        await settleWaiting(tx, before, after, now)
        if (entry) await appendEntry(tx, entry(after))
        return after
      }),
    removeWebhook: (id, entry) =>
      changed(db, entry, async (tx) => {
        await takeTurn(tx, 'webhooks')
        const { numDeletedRows } = await tx.deleteFrom('outgoing_webhooks').where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}

function createDeliveryRows(db: Db, takeTurn: TakeTurn) {
  const enqueue = createEnqueue(takeTurn)
  /** In turn with all that adds or finishes deliveries. */
  const inTurn = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await takeTurn(tx, 'webhooks')
      return work(tx)
    })
  return {
    addDeliveries: (events: readonly OutgoingEvent[]) => db.transaction().execute((tx) => enqueue(tx, events)),
    addDelivery: (delivery: DeliveryRecord) =>
      inTurn(async (tx) => {
        const webhook = tx.selectFrom('outgoing_webhooks').select('id').where('id', '=', delivery.webhookId)
        if (!(await webhook.executeTakeFirst())) return
        const row = rowOf(delivery, await count(tx, 'delivery', 1))
        await tx
          .insertInto('webhook_deliveries')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }),
    saveDelivery: (delivery: DeliveryRecord, now: number) =>
      inTurn(async (tx) => {
        const saved = { ...delivery, revision: delivery.revision + 1 }
        const { numUpdatedRows } = await tx
          .updateTable('webhook_deliveries')
          .where('webhook_id', '=', delivery.webhookId)
          .where('id', '=', delivery.id)
          .where('revision', '=', delivery.revision)
          .set(changesOf(saved))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return undefined
        if (saved.state !== 'waiting' && saved.orderId !== null) await releaseFirst(tx, now, saved)
        return saved
      }),
    resendDelivery: (webhookId: string, id: string, now: number) =>
      inTurn(async (tx) => {
        const row = await rowsOf(tx, webhookId).where('id', '=', id).executeTakeFirst()
        if (!row) return undefined
        if ((await findWebhook(tx, webhookId))?.health.endedAt !== null) return 'ended' as const
        const delivery = deliveryIn(row)
        const isWaiting = delivery.state === 'waiting'
        const queue = queueOf(delivery)
        const isBehind = queue !== undefined && (await waitingQueues(tx, [delivery])).has(queue)
        const sent = sentAgain(delivery, (isWaiting ? delivery.dueAt === null : isBehind) ? null : now)
        const number = isWaiting ? row.number : await count(tx, 'delivery', 1)
        await tx
          .updateTable('webhook_deliveries')
          .where('number', '=', row.number)
          .set({ ...changesOf(sent), number })
          .execute()
        return sent
      }),
    forgetDeliveries: ({ now, deliveredBefore, allBefore }: ForgetOptions) =>
      inTurn(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('webhook_deliveries')
          .where((eb) =>
            eb.or([
              eb('at', '<', allBefore),
              eb.and([eb('state', '=', 'delivered'), eb('order_id', 'is not', null), eb('at', '<', deliveredBefore)]),
            ]),
          )
          .executeTakeFirst()
        await releaseFirst(tx, now)
        return Number(numDeletedRows)
      }),
  }
}

function createDeliveryLists(db: Db) {
  return {
    async dueDeliveries({ webhookId, now, until, limit }: DueOptions) {
      const waiting = waitingOf(db, webhookId).selectAll().orderBy('due_at').orderBy('number')
      const due = await waiting.where('due_at', '<=', now).limit(limit).execute()
      // One query for both would read all that is due in between.
      const later = await waiting
        .where('due_at', '>', until)
        .limit(limit - due.length)
        .execute()
      return [...due, ...later].map(deliveryIn)
    },
    async nextDueAt(webhookId: string) {
      const next = waitingOf(db, webhookId).where('due_at', 'is not', null).orderBy('due_at').limit(1)
      return (await next.select('due_at').executeTakeFirst())?.due_at ?? undefined
    },
    async findDelivery(webhookId: string, id: string) {
      const row = await rowsOf(db, webhookId).where('id', '=', id).executeTakeFirst()
      return row && deliveryIn(row)
    },
    async latestDeliveries(webhookId: string, limit: number) {
      const newestFirst = rowsOf(db, webhookId).orderBy('number', 'desc').limit(limit)
      const latest = await newestFirst.execute()
      const last = latest.at(-1)?.number ?? 0
      const givenUp = newestFirst.where('state', '=', 'parked').where(isNoTest).where('number', '<', last)
      return [...latest, ...(await givenUp.execute())].map(deliveryIn)
    },
    async countDeliveries(webhookId: string) {
      const states = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
      const counts = await states
        .where('state', 'in', ['waiting', 'parked'])
        .where((eb) => eb.or([eb('state', '=', 'waiting'), isNoTest(eb)]))
        .groupBy('state')
        .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
        .execute()
      const of = (state: string) => Number(counts.find((each) => each.state === state)?.count ?? 0)
      return { waiting: of('waiting'), parked: of('parked') }
    },
  }
}

const rowsOf = (db: Db, webhookId: string) =>
  db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId)

const isNoTest = (eb: ExpressionBuilder<Tables, 'webhook_deliveries'>) =>
  eb.or([eb('order_id', 'is not', null), eb('id', 'not like', `${testIdStart}%`)])

const waitingOf = (db: Db, webhookId: string) =>
  db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId).where('state', '=', 'waiting')

async function settleWaiting(tx: Tx, before: WebhookRecord, after: WebhookRecord, now: number): Promise<void> {
  const fate = waitingAfter(before, after)
  if (fate === 'unchanged') return
  const rows = tx.updateTable('webhook_deliveries').where('webhook_id', '=', after.id).where('state', '=', 'waiting')
  if (fate === 'due') await rows.where('due_at', '>', now).set({ due_at: now }).execute()
  if (fate === 'sent anew')
    await rows
      .where('due_at', 'is not', null)
      .set((eb) => ({
        due_at: eb.case().when('due_at', '>', now).then(now).else(eb.ref('due_at')).end(),
        revision: eb('revision', '+', 1),
      }))
      .execute()
  if (fate === 'parked')
    await rows.set((eb) => ({ state: 'parked', due_at: null, revision: eb('revision', '+', 1) })).execute()
}

/** Gives a time to the first that waits in a queue, or in each, if none in it has one. */
async function releaseFirst(
  tx: Tx,
  now: number,
  queue?: { readonly webhookId: string; readonly orderId: string | null },
): Promise<void> {
  const blocked = tx
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('state', '=', 'waiting')
    .where('due_at', 'is', null)
  const ofQueue = queue
    ? blocked.where('webhook_id', '=', queue.webhookId).where('order_id', '=', queue.orderId)
    : blocked
  const another = sql<boolean>`exists (select 1 from webhook_deliveries as other
    where other.webhook_id = webhook_deliveries.webhook_id and other.order_id = webhook_deliveries.order_id
    and other.state = 'waiting' and (other.due_at is not null or other.number < webhook_deliveries.number))`
  await ofQueue.where(sql<boolean>`not ${another}`).execute()
}

const deliveryIn = (row: Selectable<Tables['webhook_deliveries']>): DeliveryRecord => ({
  ...(JSON.parse(row.delivery) as Omit<DeliveryRecord, 'state' | 'dueAt' | 'revision'>), // as `changesOf` wrote it
  state: row.state,
  dueAt: row.due_at,
  revision: row.revision,
})
