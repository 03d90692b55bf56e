import type { CancelledAfter } from './deadline.ts'
import { isCalledOff, isOver, laneAfter, laneOf } from './lane.ts'
import { momentOf } from './moment.ts'
import { searchTerms, type LastAction, type OrderNotification, type OrderRecord } from './order.ts'
import { isRecord } from '#contract/json.ts'
import { leaseMs } from '#contract/desk/board-actions.ts'
import { acknowledgedForMs, type Lane } from '#contract/desk/inbox.ts'
import type { Who } from '#contract/desk/action.ts'
import { readable } from '#contract/salvage.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

/** The notification for an order that a person opened, or answered, by its address. */
export const notificationByHand = (orderId: OrderId, receivedAt: number): OrderNotification => ({
  orderId,
  toldId: null,
  itemIds: [],
  source: 'opened',
  receivedAt,
})

/** Removes hand-over codes and the payment form, which must never be stored. */
export function withoutSecrets(data: unknown): unknown {
  if (!isRecord(data)) return data
  const { pickup_otp: _pickup, return_otp: _return, payment_method: payment, ...rest } = data
  return payment === undefined ? rest : { ...rest, payment_method: withoutForm(payment) }
}

/** Removes the `form` of a payment, or of each payment in a list: nobody at the counter needs it. */
export function withoutForm(payment: unknown): unknown {
  if (Array.isArray(payment)) return payment.map(withoutForm)
  if (!isRecord(payment)) return payment
  const { form: _form, ...method } = payment
  return method
}

/** The context in which a reading or an action is applied to an order. */
interface Circumstances {
  readonly record: OrderRecord
  readonly now: number
  readonly windowMs: number
  /** When the order was received or came back, on the clock as it stands now; defaults to the recorded time. */
  readonly arrivedAt?: number | undefined
  /** Milliseconds that the service's clock is ahead of the desk's; missing if unknown. */
  readonly aheadMs?: number | undefined
}

/**
 * Picks the first lane that fits. Only the `answer` lane rings, so an order that may still need an answer stays in it.
 * An order that this desk accepted is out of it even while the service still shows `pending`.
 */
function laneFor(order: ReadOrder, { record, now, windowMs, arrivedAt = record.receivedAt }: Circumstances): Lane {
  const lane = laneOf(order)
  const done = record.lastDone?.action
  if (lane === 'answer') return isLagging(record) ? record.lane : 'answer'
  if (lane === 'preparing') return done === 'ready' ? 'ready' : 'preparing'
  if (lane !== 'other' || isOver(order)) return lane
  if (done === 'ready' || record.lane === 'ready' || laneShown(record) === 'preparing') return 'ready'
  if (done === 'accept') return 'preparing'
  // Counted from receipt, not from the order's own timestamp: an order that may still wait must ring.
  const isUnanswered = record.source === 'webhook' && done === undefined && now - arrivedAt < windowMs
  return isUnanswered ? 'answer' : 'other'
}

/**
 * Whether the service does not show this desk's action yet. Once it has shown any other status, `pending` means that
 * the order is back from the customer and needs a new answer.
 */
function isLagging(record: OrderRecord): boolean {
  const { lane, lastDone } = record
  if (!lastDone || laneAfter[lastDone.action] !== lane) return false
  return (laneShown(record) ?? 'answer') === 'answer'
}

/** The order's own lane, as the service last showed it. */
function laneShown({ orderId, order }: OrderRecord): Lane | undefined {
  const before = readOrder(orderId, order)
  return before && laneOf(before)
}

/** Whether the order may still need an answer: it is not shown now, and was last shown as waiting, or never. */
export const isOutOfSight = (record: OrderRecord): boolean =>
  record.lane === 'other' && (laneShown(record) ?? 'answer') === 'answer'

/** Applies a new reading from the vendor to the record. */
export function withReading(data: unknown, readAt: number, circumstances: Circumstances): OrderRecord {
  const { record, now } = circumstances
  const order = readOrder(record.orderId, data)
  if (!order || !showsItsState(data)) return { ...record, problem: 'unreadable' }
  const stored = withoutSecrets(data)
  const lane = laneFor(order, circumstances)
  const beforeChange = changeOf(record, stored, lane)
  const isInterrupted = lane === 'closed' && (record.problem === 'cancelled' || wasInterrupted(record, order))
  return {
    ...record,
    order: stored,
    readAt,
    problem: isInterrupted ? 'cancelled' : null,
    lane,
    // An order that returns to be answered counts as new, so nobody has seen it.
    acknowledged: lane === record.lane && isStillSeen(record, now) ? record.acknowledged : null,
    beforeChange: awaitsAnswer(lane) ? beforeChange : null,
    // Somebody may be packing it or handing it over, so it stays until a person has seen the cancellation.
    closedAt: lane === 'closed' && !isInterrupted ? (record.closedAt ?? now) : null,
    cancelledAfter: lane === 'closed' ? (record.cancelledAfter ?? cancellationOf(order, circumstances)) : undefined,
    numbers: numbersOf(order),
  }
}

/** Between which moments after its creation the service cancelled an order that nobody at this desk had answered. */
function cancellationOf(order: ReadOrder, { record, now, aheadMs }: Circumstances): CancelledAfter | undefined {
  const { source, lane, readAt, backAt, lastAction } = record
  const isUnanswered = lastAction === null || lastAction.outcome === 'failed'
  const wasWaiting = source === 'webhook' && lane === 'answer' && backAt === null && laneShown(record) === 'answer'
  const createdAt = momentOf(readable(order.created_at))
  if (!isCalledOff(order) || !wasWaiting || !isUnanswered || record.lastDone !== null) return undefined
  if (readAt === null || createdAt === undefined || aheadMs === undefined) return undefined
  const created = createdAt - aheadMs
  const [low, high] = [readAt - created, now - created]
  // Otherwise a clock was set meanwhile, or the creation time is not one.
  return low >= 0 && low <= high && high <= dayMs ? { low, high } : undefined
}

/** Without status and items the state is unknown: a missing field would read as an action no longer possible. */
const showsItsState = (data: unknown): boolean => isRecord(data) && ('status' in data || 'items' in data)

const dayMs = 24 * 60 * 60_000

/** Clocks of servers on one store may differ by this much. */
const clocksDifferByMs = 5_000

/** Whether `until` lies ahead, but no further than the full duration. Beyond that the clock was set back since. */
export const isForNow = (what: { readonly until: number } | null, lastsMs: number, now: number): boolean =>
  what !== null && what.until > now && what.until - now <= lastsMs + clocksDifferByMs

/** Ignores an acknowledgement dated too far ahead, left by a clock that was set back since. */
const isStillSeen = ({ acknowledged }: OrderRecord, now: number): boolean =>
  acknowledged !== null && acknowledged.until - now <= acknowledgedForMs + clocksDifferByMs

/**
 * Applies an action or an attempt from this desk, so that the board shows it before the service does. `isGranted`: the
 * vendor confirmed the action but has not shown the order since; it counts as done.
 */
export function withAction(lastAction: LastAction, circumstances: Circumstances, isGranted = false): OrderRecord {
  const isDone = lastAction.outcome === 'done' || isGranted
  const lastDone = isDone ? { ...lastAction, outcome: 'done' } : circumstances.record.lastDone
  const record: OrderRecord = {
    ...circumstances.record,
    lastAction,
    lastDone,
    acknowledged: null,
    answering: null,
    // What the service showed may have been this action.
    ...(lastAction.outcome !== 'failed' && { cancelledAfter: undefined }),
  }
  if (!isDone) return record
  const order = readOrder(record.orderId, record.order)
  const expected = laneAfter[lastAction.action] ?? record.lane
  const lane = order ? laneFor(order, { ...circumstances, record: { ...record, lane: expected } }) : expected
  // The reading that shows the outcome of a rejection is stored before the action itself.
  const isOwnEnd = record.problem === 'cancelled' && lastAction.action === 'reject'
  const end = isOwnEnd ? { problem: null, closedAt: circumstances.now } : {}
  return { ...record, lane, beforeChange: awaitsAnswer(lane) ? record.beforeChange : null, ...end }
}

type LaneTimes = Pick<OrderRecord, 'acceptedAt' | 'readyAt'>

/** When it was accepted, as far as this desk knows. */
export function acceptedAtOf({ acceptedAt, lane, lastDone }: OrderRecord): number | null {
  if (acceptedAt !== undefined || awaitsAnswer(lane)) return acceptedAt ?? null
  return lastDone?.action === 'accept' ? lastDone.at : null
}

/** When it became ready; null while it is not. */
export function readyAtOf({ readyAt, lane, lastDone }: OrderRecord): number | null {
  if (readyAt !== undefined || lane !== 'ready') return readyAt ?? null
  return lastDone?.action === 'ready' ? lastDone.at : null
}

/** When an order that comes to another lane was accepted and became ready. */
export function laneTimes(before: OrderRecord, lane: Lane, now: number): LaneTimes {
  const [acceptedAt, readyAt] = [acceptedAtOf(before), readyAtOf(before)]
  // It was seen before, with a status that does not tell, so that it was accepted about now.
  const wasUnclear = before.lane === 'other' && before.order !== null
  switch (lane) {
    case 'answer':
      return { acceptedAt: null, readyAt: null }
    case 'preparing':
    case 'ready':
      return {
        // A customer who was asked has answered, so its packing begins anew.
        acceptedAt: awaitsAnswer(before.lane) ? now : (acceptedAt ?? (wasUnclear ? now : null)),
        readyAt: lane === 'ready' ? now : null,
      }
    case 'closed':
      return { acceptedAt, readyAt }
    default:
      return { acceptedAt, readyAt: null }
  }
}

/** Records who is answering the order. The first one keeps the lease until it ends. */
export function withLease(
  by: Who,
  isAnswering: boolean,
  { record, now }: Pick<Circumstances, 'record' | 'now'>,
): OrderRecord {
  const { answering } = record
  const isAnothers = answering !== null && (answering.by.person !== by.person || answering.by.tablet !== by.tablet)
  if (isAnothers && isForNow(answering, leaseMs, now)) return record
  return { ...record, answering: isAnswering ? { by, until: now + leaseMs } : null }
}

const awaitsAnswer = (lane: Lane): boolean => lane === 'answer' || lane === 'contact'

/**
 * Whether the order ended while the shop was handling it. A rejection from this desk, or a possible one, is no
 * interruption; a rejection made elsewhere is.
 */
function wasInterrupted({ lane, lastAction, marks }: OrderRecord, order: ReadOrder): boolean {
  const mayBeOurs = lastAction?.action === 'reject' && lastAction.outcome !== 'failed'
  const isInHand = lane === 'preparing' || (lane === 'ready' && !marks.handedOver && !marks.returned)
  return isInHand && !mayBeOurs && isOver(order)
}

/** The lines as they were when the customer was first asked, while they differ from the current ones. */
function changeOf(record: OrderRecord, data: unknown, lane: Lane): unknown {
  const wasAsked = record.lane === 'contact'
  // Asking the customer again means that the earlier changes were seen.
  const isSinceNow = wasAsked ? record.beforeChange === null : lane === 'contact'
  const before = isSinceNow ? itemsOf(record.order) : record.beforeChange
  return JSON.stringify(before) === JSON.stringify(itemsOf(data)) ? null : before
}

/** Whether to show the change. While the customer is still being asked, more changes may follow. */
export const isChangeShown = ({ lane, beforeChange }: OrderRecord): boolean =>
  lane === 'answer' && beforeChange !== null

const itemsOf = (data: unknown): unknown => (isRecord(data) ? (data['items'] ?? null) : null)

const numbersOf = (order: ReadOrder): string =>
  searchTerms(
    [order.id, order.print_order_number, order.receipt_number]
      .map(readable)
      .filter((number) => typeof number === 'string'),
  )

/** Whether two records differ only in reading time and version, so that nothing needs to be stored or sent. */
export const isSameRecord = (one: OrderRecord, other: OrderRecord): boolean =>
  JSON.stringify({ ...one, readAt: null, version: 0 }) === JSON.stringify({ ...other, readAt: null, version: 0 })
