import type {
  DeliveryEvent,
  DeliveryProblem,
  DeliveryState,
  OrderEventType,
  OutgoingEventType,
} from '#contract/desk/outgoing-webhooks.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { outcomeOfOrder } from './order-outcome.ts'
import type { OrderRecord } from './order.ts'

// Webhooks to other systems, and the events that are sent to them. Timestamps are milliseconds since 1970 on the desk's clock.

/** What another system answered: an HTTP status, or why there was none. */
export interface ReceiverAnswer {
  readonly status: number | null
  readonly problem: DeliveryProblem | null
}

export interface WebhookRecord {
  readonly id: string
  readonly url: string
  readonly events: readonly OutgoingEventType[]
  readonly includesRow: boolean
  readonly isPaused: boolean
  readonly createdAt: number
  /** Newest first. One with an end signs until then. */
  readonly secrets: readonly { readonly secret: string; readonly until: number | null }[]
  readonly health: WebhookHealth
}

/** What the receiver does. */
export interface WebhookHealth {
  /** When the receiver answered 410. */
  readonly endedAt: number | null
  /** Since the first failure after the last success; `failures` in a row are counted up to `manyFailures`. */
  readonly failing: (ReceiverAnswer & { readonly since: number; readonly failures: number }) | null
}

export const healthy: WebhookHealth = { endedAt: null, failing: null }

/** Failures in a row after which a success means that the receiver is back. */
export const manyFailures = 3

export type WaitingFate = 'parked' | 'sent anew' | 'due' | 'unchanged'

/**
 * What a change of a webhook means to the deliveries that wait for it. A receiver that ended gets no more. One at another
 * address gets all at once, also what is being sent to the former one, whose answer does not count any more. One that is
 * back gets all at once.
 */
export function waitingAfter(before: WebhookRecord, after: WebhookRecord): WaitingFate {
  if (after.health.endedAt !== null) return before.health.endedAt === null ? 'parked' : 'unchanged'
  if (after.url !== before.url) return 'sent anew'
  const { failing } = before.health
  return failing && failing.failures >= manyFailures && !after.health.failing ? 'due' : 'unchanged'
}

/** One event for one webhook. */
export interface DeliveryRecord {
  /** The `webhook-id`: the same with each try, and for all webhooks. */
  readonly id: string
  readonly webhookId: string
  /** Null for an event that concerns no order. */
  readonly orderId: OrderId | null
  readonly type: DeliveryEvent
  /** When it happened. */
  readonly at: number
  /** The `data` of a thin body. */
  readonly data: Readonly<Record<string, unknown>>
  readonly state: DeliveryState
  /** When it is tried next; null if it is not, or waits behind an earlier one of its order. */
  readonly dueAt: number | null
  readonly tries: number
  /** How long it has waited between its tries, in milliseconds, as they were due; undefined before the second. */
  readonly waitedMs?: number | undefined
  /** When it is tried by plan, while a try that somebody asked for is due earlier. */
  readonly plannedAt?: number | undefined
  /** How many of the tries somebody asked for; undefined without one. */
  readonly triesByHand?: number | undefined
  readonly lastTry: (ReceiverAnswer & { readonly at: number; readonly tookMs: number }) | null
  readonly revision: number
}

/** What the id of a test begins with, and of nothing else that concerns no order. */
export const testIdStart = 'evt_test_'

/** An event, before the store has found the webhooks that subscribe to it. */
export type OutgoingEvent = Pick<DeliveryRecord, 'id' | 'orderId' | 'type' | 'at' | 'data'>

/** A delivery that is due at once. */
export const newDelivery = (event: OutgoingEvent, webhookId: string): DeliveryRecord => ({
  ...event,
  webhookId,
  state: 'waiting',
  dueAt: event.at,
  tries: 0,
  lastTry: null,
  revision: 1,
})

/** A delivery that somebody sends again. One that waits keeps its tries and its plan, so that it is given up some day. */
export const sentAgain = (delivery: DeliveryRecord, dueAt: number | null): DeliveryRecord => ({
  ...delivery,
  state: 'waiting',
  dueAt,
  ...(delivery.state === 'waiting'
    ? { plannedAt: plannedAt(delivery, dueAt) }
    : { tries: 0, waitedMs: undefined, plannedAt: undefined, triesByHand: undefined }),
  revision: delivery.revision + 1,
})

/** When a delivery that waits is tried by plan; undefined if that is not later than `dueAt`. */
function plannedAt({ dueAt: before, plannedAt: planned }: DeliveryRecord, dueAt: number | null): number | undefined {
  return planned ?? (before !== null && dueAt !== null && before > dueAt ? before : undefined)
}

/** An event of an order that is about to be written. */
export interface NewOrderEvent {
  readonly type: OrderEventType
  readonly at: number
}

export const wantsEvent = ({ events, health }: WebhookRecord, type: DeliveryEvent): boolean =>
  health.endedAt === null && events.some((each) => each === type)

/** The part of an id that names an order, and no other. A full stop separates the signed parts. */
const inId = (orderId: OrderId): string => orderId.replaceAll('.', '~')

const dataOf = ({ orderId, lane, version }: OrderRecord) => ({ order_id: orderId, lane, version })

/**
 * The event of a new order. Its id is the same whenever the order is stored, so that an order which is restored from a
 * damaged file is not told twice.
 */
export const eventOfReceipt = (record: OrderRecord): OutgoingEvent => ({
  id: `evt_${inId(record.orderId)}_${record.receivedAt.toString(36)}_received`,
  orderId: record.orderId,
  type: 'order.received',
  at: record.receivedAt,
  data: dataOf(record),
})

/** The events of a change as it was saved. The time in an id keeps it unique when versions are given out again. */
export const eventsOfChange = (record: OrderRecord, events: readonly NewOrderEvent[]): readonly OutgoingEvent[] =>
  events.map(({ type, at }) => ({
    id: `evt_${inId(record.orderId)}_${at.toString(36)}_${record.version.toString(36)}_${type.slice('order.'.length)}`,
    orderId: record.orderId,
    type,
    at,
    data: dataOf(record),
  }))

/** What a change of an order means to other systems, in order. Leases, ticks and failed attempts mean nothing to them. */
export function orderEventsOf(before: OrderRecord, next: OrderRecord): readonly OrderEventType[] {
  const events: OrderEventType[] = []
  if (isAnswered(next) && !isAnswered(before)) events.push('order.answered')
  if (next.lane === 'ready' && before.lane !== 'ready') events.push('order.ready')
  if (next.lane === 'closed' && before.lane !== 'closed') events.push('order.closed')
  const isOther = events.length === 0 ? isChanged(before, next) : haveLinesChanged(before, next)
  return isOther ? ['order.changed', ...events] : events
}

/** Whether somebody has answered the order, here or elsewhere, since it last began to wait. */
function isAnswered(record: OrderRecord): boolean {
  const { lane, closedFrom, backAt, lastDone } = record
  if (lane === 'answer') return false
  if (lane !== 'other' && lane !== 'closed') return true
  const isInHand = closedFrom === 'contact' || closedFrom === 'preparing' || closedFrom === 'ready'
  const isOurs = lastDone !== null && lastDone.at >= (backAt ?? Number.NEGATIVE_INFINITY)
  return isInHand || isOurs || outcomeOfOrder(record) === 'rejected'
}

function isChanged(before: OrderRecord, next: OrderRecord): boolean {
  const shown = ({ order, lane, marks }: OrderRecord) => JSON.stringify([order, lane, marks.handedOver, marks.returned])
  return shown(before) !== shown(next)
}

/** Whether the lines of an order that was read before are others. */
function haveLinesChanged(before: OrderRecord, next: OrderRecord): boolean {
  const lines = ({ order }: OrderRecord) => JSON.stringify(isRecord(order) ? order['items'] : null)
  return before.order !== null && lines(before) !== lines(next)
}
