import { isRecord } from '#contract/json.ts'
import { laneOf, type Lane } from '#contract/desk/lane.ts'
import { readable } from '#contract/salvage.ts'
import { readOrder, statusKey, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderRecord, Word } from './store.ts'

/** An order of which nothing is known but that it is there. */
export const recordOfWord = (word: Word): OrderRecord => ({
  ...word,
  order: null,
  readAt: null,
  problem: word.toldId === null ? 'unread' : 'bad_id',
  lane: 'answer',
  acknowledged: null,
  lastAction: null,
  beforeChange: null,
  closedAt: null,
  numbers: (word.toldId ?? word.orderId).toLowerCase(),
  version: 0,
})

/** The vendor's data without what is never written down: hand-over codes and payment form. */
export function withoutSecrets(data: unknown): unknown {
  if (!isRecord(data)) return data
  const { pickup_otp: _pickup, return_otp: _return, payment_method: payment, ...rest } = data
  if (!isRecord(payment)) return payment === undefined ? rest : { ...rest, payment_method: payment }
  const { form: _form, ...method } = payment
  return { ...rest, payment_method: method }
}

/** What may be known of an order besides the order itself. */
interface Circumstances {
  readonly record: OrderRecord
  readonly now: number
  readonly windowMs: number
}

/**
 * The first lane that fits; surface: "Lanes". The ring is a function of `answer` alone, so an order that may still
 * wait for its answer is there, and one that this desk has answered is not, even while the service lags behind.
 */
export function laneFor(order: ReadOrder, { record, now, windowMs }: Circumstances): Lane {
  const lane = laneOf(order)
  const done = record.lastAction?.outcome === 'done' ? record.lastAction.action : undefined
  if (lane === 'answer') {
    // Back from the customer it needs a new answer, whatever was answered before.
    const isBack = record.lane === 'contact' || record.beforeChange !== null
    return done === 'accept' && !isBack ? 'preparing' : 'answer'
  }
  if (lane === 'preparing') return done === 'ready' ? 'ready' : 'preparing'
  if (lane !== 'other') return lane
  if (done === 'ready' || record.lane === 'preparing' || record.lane === 'ready') return 'ready'
  if (done === 'accept') return 'preparing'
  const isUnanswered = record.source === 'webhook' && record.lastAction === null && now - record.receivedAt < windowMs
  return isUnanswered ? 'answer' : 'other'
}

/** The record after the vendor has shown the order anew. */
export function withReading(data: unknown, readAt: number, circumstances: Circumstances): OrderRecord {
  const { record, now } = circumstances
  const order = readOrder(record.orderId, data)
  if (!order) return { ...record, problem: 'unreadable' }
  const kept = withoutSecrets(data)
  const beforeChange = changeOf(record, order, kept)
  const lane = laneFor(order, { ...circumstances, record: { ...record, beforeChange } })
  const isInterrupted = lane === 'closed' && (record.problem === 'cancelled' || wasInterrupted(record, order))
  return {
    ...record,
    order: kept,
    readAt,
    problem: isInterrupted ? 'cancelled' : null,
    lane,
    beforeChange: lane === 'answer' || lane === 'contact' ? beforeChange : null,
    // Somebody may be packing it: it stays until a person has seen that it is over.
    closedAt: lane === 'closed' && !isInterrupted ? (record.closedAt ?? now) : null,
    numbers: numbersOf(order),
  }
}

/** unspecified: which keys mean that an order was called off; `cancelled` is named, and what sounds like it counts too. */
const wasInterrupted = (record: OrderRecord, order: ReadOrder): boolean =>
  record.lane === 'preparing' && record.lastAction?.action !== 'reject' && /cancel/i.test(statusKey(order) ?? '')

/** The lines before the customer changed them: kept from the moment that the customer was asked. */
function changeOf(record: OrderRecord, order: ReadOrder, data: unknown): unknown {
  if (record.beforeChange !== null) return record.beforeChange
  const before = itemsOf(record.order)
  const wasAsked = record.lane === 'contact' && statusKey(order) !== 'contact'
  return wasAsked && JSON.stringify(before) !== JSON.stringify(itemsOf(data)) ? before : null
}

const itemsOf = (data: unknown): unknown => (isRecord(data) ? (data['items'] ?? null) : null)

const numbersOf = (order: ReadOrder): string =>
  [order.id, order.print_order_number, order.receipt_number]
    .map(readable)
    .filter((number) => typeof number === 'string')
    .join(' ')
    .toLowerCase()

/** Whether two records say the same, so that nothing needs to be written or told. */
export const isSameRecord = (one: OrderRecord, other: OrderRecord): boolean =>
  JSON.stringify({ ...one, readAt: null, version: 0 }) === JSON.stringify({ ...other, readAt: null, version: 0 })
