import {
  newDelivery,
  sentAgain,
  testIdStart,
  waitingAfter,
  wantsEvent,
  type DeliveryRecord,
  type OutgoingEvent,
  type WaitingFate,
  type WebhookRecord,
} from '#domain/outgoing-event.ts'
import type { Done } from './store-memory-actions.ts'
import type { LogEntry, WebhookStore } from './store.ts'

interface Row {
  number: number
  delivery: DeliveryRecord
}

/** Webhooks and their deliveries in memory. `enqueue` writes the deliveries of events, for the orders. */
export function createWebhooksInMemory(done: Done, appendLog: (entry: LogEntry) => void) {
  const webhooks = new Map<string, WebhookRecord>()
  let rows: Row[] = []
  let latest = 0

  const find = (webhookId: string, id: string) =>
    rows.find(({ delivery }) => delivery.webhookId === webhookId && delivery.id === id)
  const of = (webhookId: string, state?: DeliveryRecord['state']) =>
    rows.filter(({ delivery }) => delivery.webhookId === webhookId && delivery.state === (state ?? delivery.state))
  const waitingLike = ({ webhookId, orderId, id }: DeliveryRecord) =>
    orderId === null
      ? []
      : of(webhookId, 'waiting').filter(({ delivery }) => delivery.orderId === orderId && delivery.id !== id)

  function add(delivery: DeliveryRecord): boolean {
    if (!webhooks.has(delivery.webhookId) || find(delivery.webhookId, delivery.id)) return false
    rows.push({ number: (latest += 1), delivery: structuredClone(delivery) })
    return true
  }

  function enqueue(events: readonly OutgoingEvent[]): number {
    let count = 0
    for (const event of events)
      for (const webhook of sorted(webhooks))
        if (wantsEvent(webhook, event.type)) {
          const delivery = newDelivery(event, webhook.id)
          const isBlocked = waitingLike(delivery).length > 0
          if (add(isBlocked ? { ...delivery, dueAt: null } : delivery)) count += 1
        }
    return count
  }

  const store: WebhookStore = {
    webhooks: () => done(() => sorted(webhooks)),
    addWebhook: (webhook, entry, atMost = Number.POSITIVE_INFINITY) =>
      done(() => {
        if (webhooks.has(webhook.id) || webhooks.size >= atMost) return false
        webhooks.set(webhook.id, structuredClone(webhook))
        if (entry) appendLog(entry)
        return true
      }),
    changeWebhook: (id, now, next, entry) =>
      done(() => {
        const before = webhooks.get(id)
        const after = before && next(before)
        if (!after) return undefined
        webhooks.set(id, structuredClone(after))
        const fate = waitingAfter(before, after)
        for (const row of of(id, 'waiting')) row.delivery = settled(row.delivery, fate, now)
        if (entry) appendLog(entry(after))
        return after
      }),
    removeWebhook: (id, entry) =>
      done(() => {
        const existed = webhooks.delete(id)
        rows = rows.filter(({ delivery }) => delivery.webhookId !== id)
        if (existed && entry) appendLog(entry)
        return existed
      }),
    addDeliveries: (events) => done(() => enqueue(events)),
    addDelivery: (delivery) => done(() => void add(delivery)),
    dueDeliveries: ({ webhookId, now, until, limit }) =>
      done(() => {
        const isDue = ({ delivery: { dueAt } }: Row) => dueAt !== null && (dueAt <= now || dueAt > until)
        return of(webhookId, 'waiting').filter(isDue).toSorted(byDue).slice(0, limit).map(deliveryOf)
      }),
    nextDueAt: (webhookId) =>
      done(
        () =>
          of(webhookId, 'waiting')
            .filter(({ delivery }) => delivery.dueAt !== null)
            .toSorted(byDue)[0]?.delivery.dueAt ?? undefined,
      ),
    saveDelivery: (delivery, now) =>
      done(() => {
        const row = find(delivery.webhookId, delivery.id)
        if (row?.delivery.revision !== delivery.revision) return undefined
        row.delivery = structuredClone({ ...delivery, revision: delivery.revision + 1 })
        if (delivery.state !== 'waiting') releaseFirst(delivery, now)
        return row.delivery
      }),
    findDelivery: (webhookId, id) => done(() => find(webhookId, id)?.delivery),
    resendDelivery: (webhookId, id, now) =>
      done(() => {
        const row = find(webhookId, id)
        if (!row) return undefined
        if (webhooks.get(webhookId)?.health.endedAt !== null) return 'ended'
        const { delivery } = row
        const isBlocked = delivery.state === 'waiting' ? delivery.dueAt === null : waitingLike(delivery).length > 0
        row.delivery = sentAgain(delivery, isBlocked ? null : now)
        if (delivery.state !== 'waiting') row.number = latest += 1
        return row.delivery
      }),
    latestDeliveries: (webhookId, limit) =>
      done(() => {
        const newestFirst = of(webhookId).toSorted((one, other) => other.number - one.number)
        const givenUp = newestFirst.slice(limit).filter(isGivenUp).slice(0, limit)
        return [...newestFirst.slice(0, limit), ...givenUp].map(deliveryOf)
      }),
    countDeliveries: (webhookId) =>
      done(() => ({
        waiting: of(webhookId, 'waiting').length,
        parked: of(webhookId).filter(isGivenUp).length,
      })),
    forgetDeliveries: ({ now, deliveredBefore, allBefore }) =>
      done(() => {
        const before = rows.length
        const isOld = ({ at, state, orderId }: DeliveryRecord) =>
          at < allBefore || (state === 'delivered' && orderId !== null && at < deliveredBefore)
        rows = rows.filter(({ delivery }) => !isOld(delivery))
        for (const { delivery } of rows) if (delivery.state === 'waiting') releaseFirst(delivery, now)
        return before - rows.length
      }),
  }

  /** Gives a time to the first that waits for an order, if none has one. */
  function releaseFirst({ webhookId, orderId }: DeliveryRecord, now: number): void {
    const waiting = of(webhookId, 'waiting').filter(({ delivery }) => delivery.orderId === orderId)
    if (orderId === null || waiting.some(({ delivery }) => delivery.dueAt !== null)) return
    const [first] = waiting.toSorted((one, other) => one.number - other.number)
    if (first) first.delivery = { ...first.delivery, dueAt: now }
  }

  return { store, enqueue }
}

/** A delivery that waits, after a change of its webhook. */
function settled(delivery: DeliveryRecord, fate: WaitingFate, now: number): DeliveryRecord {
  const revision = delivery.revision + 1
  if (fate === 'parked') return { ...delivery, state: 'parked', dueAt: null, revision }
  if (fate === 'unchanged' || delivery.dueAt === null) return delivery
  return { ...delivery, dueAt: Math.min(delivery.dueAt, now), ...(fate === 'sent anew' && { revision }) }
}

/** Nobody waits for a test. */
const isGivenUp = ({ delivery: { id, orderId, state } }: Row): boolean =>
  state === 'parked' && (orderId !== null || !id.startsWith(testIdStart))

const deliveryOf = ({ delivery }: Row): DeliveryRecord => delivery

const sorted = (webhooks: ReadonlyMap<string, WebhookRecord>): readonly WebhookRecord[] =>
  [...webhooks.values()].toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))

const byDue = ({ number: one, delivery: { dueAt: first } }: Row, { number: other, delivery: { dueAt: second } }: Row) =>
  (first ?? 0) - (second ?? 0) || one - other
