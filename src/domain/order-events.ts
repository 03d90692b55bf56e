import { isOver, laneAfter, laneOf } from './lane.ts'
import { searchTerms, type LastAction, type OrderNotification, type OrderRecord } from './order.ts'
import { isRecord } from '#contract/json.ts'
import { leaseMs } from '#contract/desk/board-actions.ts'
import { acknowledgedForMs } from '#contract/desk/inbox.ts'
import { type Lane } from '#contract/desk/lane.ts'
import type { Who } from '#contract/desk/action.ts'
import { readable } from '#contract/salvage.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

/** Word of an order that a person opened, or answered, by its address. */
export const notificationByHand = (orderId: OrderId, receivedAt: number): OrderNotification => ({
  orderId,
  toldId: null,
  itemIds: [],
  source: 'opened',
  receivedAt,
})

/** The vendor's data without what is never written down: hand-over codes and payment form. */
export function withoutSecrets(data: unknown): unknown {
  if (!isRecord(data)) return data
  const { pickup_otp: _pickup, return_otp: _return, payment_method: payment, ...rest } = data
  return payment === undefined ? rest : { ...rest, payment_method: withoutForm(payment) }
}

/** Extra payment data concerns nobody at the counter; a list of payments has it in each. */
export function withoutForm(payment: unknown): unknown {
  if (Array.isArray(payment)) return payment.map(withoutForm)
  if (!isRecord(payment)) return payment
  const { form: _form, ...method } = payment
  return method
}

/** What may be known of an order besides the order itself. */
interface Circumstances {
  readonly record: OrderRecord
  readonly now: number
  readonly windowMs: number
  /** When the desk got word of it, or it came back, as the clock stands now; as it was noted, where it is left out. */
  readonly heardAt?: number | undefined
}

/**
 * The first lane that fits; surface: "Lanes". The ring is a function of `answer` alone, so an order that may still
 * wait for its answer is there, and one that this desk has accepted is not, even while the service lags behind.
 */
function laneFor(order: ReadOrder, { record, now, windowMs, heardAt = record.receivedAt }: Circumstances): Lane {
  const lane = laneOf(order)
  const done = record.lastDone?.action
  if (lane === 'answer') return isLagging(record) ? record.lane : 'answer'
  if (lane === 'preparing') return done === 'ready' ? 'ready' : 'preparing'
  if (lane !== 'other' || isOver(order)) return lane
  if (done === 'ready' || record.lane === 'ready' || laneShown(record) === 'preparing') return 'ready'
  if (done === 'accept') return 'preparing'
  // Since we heard of it, whatever its own moment: one that may still wait must ring.
  const isUnanswered = record.source === 'webhook' && done === undefined && now - heardAt < windowMs
  return isUnanswered ? 'answer' : 'other'
}

/**
 * Whether the service has yet to show what this desk did. Once it showed anything else, `pending` means that the order
 * is back from the customer and needs a new answer, whatever was answered before.
 */
function isLagging(record: OrderRecord): boolean {
  const { lane, lastDone } = record
  if (!lastDone || laneAfter[lastDone.action] !== lane) return false
  return (laneShown(record) ?? 'answer') === 'answer'
}

/** The lane of the order by itself, as the service last showed it. */
function laneShown({ orderId, order }: OrderRecord): Lane | undefined {
  const before = readOrder(orderId, order)
  return before && laneOf(before)
}

/** Nobody can say whether it still waits: the service does not show it, and showed it as waiting before, or never. */
export const isOutOfSight = (record: OrderRecord): boolean =>
  record.lane === 'other' && (laneShown(record) ?? 'answer') === 'answer'

/** The record after the vendor has shown the order anew. */
export function withReading(data: unknown, readAt: number, circumstances: Circumstances): OrderRecord {
  const { record, now } = circumstances
  const order = readOrder(record.orderId, data)
  if (!order || !showsItsState(data)) return { ...record, problem: 'unreadable' }
  const kept = withoutSecrets(data)
  const lane = laneFor(order, circumstances)
  const beforeChange = changeOf(record, kept, lane)
  const isInterrupted = lane === 'closed' && (record.problem === 'cancelled' || wasInterrupted(record, order))
  return {
    ...record,
    order: kept,
    readAt,
    problem: isInterrupted ? 'cancelled' : null,
    lane,
    // What comes back to be answered is another order by then, which nobody has seen.
    acknowledged: lane === record.lane && isStillSeen(record, now) ? record.acknowledged : null,
    beforeChange: awaitsAnswer(lane) ? beforeChange : null,
    // Somebody may be packing it, or about to give it away: it stays until a person has seen that it is over.
    closedAt: lane === 'closed' && !isInterrupted ? (record.closedAt ?? now) : null,
    numbers: numbersOf(order),
  }
}

/** Without both nothing is known of where it stands: what is left out would be taken for what can no longer be done. */
const showsItsState = (data: unknown): boolean => isRecord(data) && ('status' in data || 'items' in data)

/** Cluster of one store agree on the time this far. */
const clocksDifferByMs = 5_000

/** Until its end, and no longer than it lasts: else the clock was set back since, and it would last as long. */
export const isForNow = (what: { readonly until: number } | null, lastsMs: number, now: number): boolean =>
  what !== null && what.until > now && what.until - now <= lastsMs + clocksDifferByMs

/** As far as the clock tells: one that is over does no harm. */
const isStillSeen = ({ acknowledged }: OrderRecord, now: number): boolean =>
  acknowledged !== null && acknowledged.until - now <= acknowledgedForMs + clocksDifferByMs

/**
 * The record after something was done to the order from this desk, or tried: what is done is seen before the service shows
 * it. `isGranted`: so is what the vendor has said to be done, though nobody knows yet what the order is like since.
 */
export function withAction(lastAction: LastAction, circumstances: Circumstances, isGranted = false): OrderRecord {
  const isDone = lastAction.outcome === 'done' || isGranted
  const lastDone = isDone ? { ...lastAction, outcome: 'done' } : circumstances.record.lastDone
  const record = { ...circumstances.record, lastAction, lastDone, acknowledged: null, answering: null }
  if (!isDone) return record
  const order = readOrder(record.orderId, record.order)
  const expected = laneAfter[lastAction.action] ?? record.lane
  const lane = order ? laneFor(order, { ...circumstances, record: { ...record, lane: expected } }) : expected
  // The reading that showed what came of a rejection is written first.
  const isOwnEnd = record.problem === 'cancelled' && lastAction.action === 'reject'
  const end = isOwnEnd ? { problem: null, closedAt: circumstances.now } : {}
  return { ...record, lane, beforeChange: awaitsAnswer(lane) ? record.beforeChange : null, ...end }
}

/** The record once somebody opened the order to answer it, or left it; whoever came first is told of. */
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

/** Over while the shop had it in hand, and not because this desk has rejected it, or may have: another may, elsewhere. */
function wasInterrupted({ lane, lastAction, marks }: OrderRecord, order: ReadOrder): boolean {
  const mayBeOurs = lastAction?.action === 'reject' && lastAction.outcome !== 'failed'
  const isInHand = lane === 'preparing' || (lane === 'ready' && !marks.handedOver && !marks.returned)
  return isInHand && !mayBeOurs && isOver(order)
}

/** The lines before the customer changed them: kept from the moment that the customer was asked, as long as they differ. */
function changeOf(record: OrderRecord, data: unknown, lane: Lane): unknown {
  const wasAsked = record.lane === 'contact'
  // Whoever asks once more has seen what was changed before.
  const isSinceNow = wasAsked ? record.beforeChange === null : lane === 'contact'
  const before = isSinceNow ? itemsOf(record.order) : record.beforeChange
  return JSON.stringify(before) === JSON.stringify(itemsOf(data)) ? null : before
}

/** Whether a person is told of the change: while the customer is asked it may not be the last one, nor the customer's. */
export const isChangeTold = ({ lane, beforeChange }: OrderRecord): boolean => lane === 'answer' && beforeChange !== null

const itemsOf = (data: unknown): unknown => (isRecord(data) ? (data['items'] ?? null) : null)

const numbersOf = (order: ReadOrder): string =>
  searchTerms(
    [order.id, order.print_order_number, order.receipt_number]
      .map(readable)
      .filter((number) => typeof number === 'string'),
  )

/** Whether two records say the same, so that nothing needs to be written or told. */
export const isSameRecord = (one: OrderRecord, other: OrderRecord): boolean =>
  JSON.stringify({ ...one, readAt: null, version: 0 }) === JSON.stringify({ ...other, readAt: null, version: 0 })
