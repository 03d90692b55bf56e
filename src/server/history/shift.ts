import { isCalledOff } from '#domain/lane.ts'
import type { OrderRecord, TimelineRecord } from '#domain/order.ts'
import { asksCustomer } from '#contract/desk/log.ts'
import { missedNamed, type Bar, type Fate, type NamedOrder, type Reason, type Shift } from '#contract/desk/shift.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { printNumber } from '#server/orders/order-row.ts'
import type { LogEntry } from '#server/storage/store.ts'

/** In milliseconds since 1970; excludes the end. */
export interface Span {
  readonly from: number
  readonly to: number
  /** The start of the first bar, which may be before that of the span. */
  readonly barsFrom: number
}

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** The counted part of an order. Its record is much larger, and a span may have thousands of orders. */
export interface KnownOrder extends Pick<OrderRecord, 'orderId' | 'receivedAt' | 'source' | 'lane'> {
  /** Whether it ended by a cancellation. */
  readonly isCalledOff: boolean
  readonly number: string | null
}

export function knownOrder(record: OrderRecord): KnownOrder {
  const { orderId, receivedAt, source, lane } = record
  return { orderId, receivedAt, source, lane, isCalledOff: wasCalledOff(record), number: printNumber(record) }
}

/** Whether an order ended by a cancellation. */
export function wasCalledOff({ lane, orderId, order }: OrderRecord): boolean {
  const shown = readOrder(orderId, order)
  return lane === 'closed' && shown !== undefined && isCalledOff(shown)
}

/**
 * Summarizes the orders of a span, from their state and their log rows; for cancelled ones also from their timelines.
 */
export function shiftOf(
  span: Span,
  orders: readonly KnownOrder[],
  log: readonly LogEntry[],
  history: ReadonlyMap<OrderId, readonly TimelineRecord[]>,
): Shift {
  const done = doneOf(log)
  const known = orders.map((order) => {
    const own = done.get(order.orderId) ?? []
    return { order, done: own, fate: fateOf(order, own, history.get(order.orderId) ?? []) }
  })
  return {
    from: iso(span.from),
    to: iso(span.to),
    heard: orders.length,
    ...countFates(known),
    missed_orders: latestMissed(known),
    asked: known.filter(({ done: own }) => own.some(({ what, outcome, sent }) => asksCustomer(what, outcome, sent)))
      .length,
    ready: known.filter(({ done: own }) => own.some(({ what }) => what === 'ready')).length,
    first_answer: firstAnswers(known),
    reasons: [...reasonsOf(known.flatMap(({ done: own }) => own))],
    bars: [...barsOf(span, known)],
  }
}

interface Known {
  readonly order: KnownOrder
  /** Actions on it from here, oldest first. */
  readonly done: readonly LogEntry[]
  readonly fate: Fate
}

function doneOf(log: readonly LogEntry[]): ReadonlyMap<OrderId, readonly LogEntry[]> {
  const done = new Map<OrderId, LogEntry[]>()
  for (const entry of log) {
    if (entry.orderId === null || entry.outcome !== 'done') continue
    done.set(entry.orderId, [...(done.get(entry.orderId) ?? []), entry])
  }
  for (const entries of done.values()) entries.sort((one, other) => tappedAt(one) - tappedAt(other))
  return done
}

const isAnswer = ({ what }: LogEntry): boolean => what === 'accept' || what === 'reject'

/** When the attempt began; a log row is dated by when its outcome was known. */
const tappedAt = ({ at, tookMs }: LogEntry): number => at - (tookMs ?? 0)

function fateOf(order: KnownOrder, done: readonly LogEntry[], timeline: readonly TimelineRecord[]): Fate {
  if (order.lane === 'answer' || order.lane === 'contact') return 'waiting'
  const answer = done.findLast(isAnswer)
  if (order.isCalledOff) {
    const waitedSince = lastWaitSince(timeline)
    if (waitedSince !== undefined && (!answer || tappedAt(answer) < waitedSince)) return 'missed'
  }
  if (answer) return answer.what === 'accept' ? 'accepted' : 'rejected'
  return 'other'
}

/**
 * Since when a closed order had been waiting for its answer: from its start, or since it came back from the customer.
 * @returns undefined if it was no longer waiting, because it had been answered here or elsewhere.
 */
function lastWaitSince(timeline: readonly TimelineRecord[]): number | undefined {
  const last = timeline.findLast(({ what, detail }) => what === 'lane' && detail !== 'closed')
  // Every order begins by waiting; that has no timeline entry.
  if (!last) return -Infinity
  return last.detail === 'answer' ? last.at : undefined
}

function countFates(known: readonly Pick<Known, 'fate'>[]): Readonly<Record<Fate, number>> {
  const counts = { accepted: 0, rejected: 0, missed: 0, waiting: 0, other: 0 }
  for (const { fate } of known) counts[fate] += 1
  return counts
}

const named = ({ orderId, number }: KnownOrder): NamedOrder => ({ order_id: orderId, number })

const latestMissed = (known: readonly Known[]): NamedOrder[] =>
  known
    .filter(({ fate }) => fate === 'missed')
    .toSorted(({ order: one }, { order: other }) => other.receivedAt - one.receivedAt)
    .slice(0, missedNamed)
    .map(({ order }) => named(order))

function firstAnswers(known: readonly Known[]): Shift['first_answer'] {
  const times = known
    .flatMap(({ order, done }) => {
      const first = done.find(isAnswer)
      // For an order opened by hand, the start of its wait is unknown.
      if (!first || order.source !== 'webhook') return []
      return [{ order, ms: Math.max(0, tappedAt(first) - order.receivedAt) }]
    })
    .toSorted((one, other) => one.ms - other.ms)
  const slowest = times.at(-1)
  return {
    count: times.length,
    median_ms: medianOf(times.map(({ ms }) => ms)),
    slowest_ms: slowest?.ms ?? null,
    slowest: slowest ? named(slowest.order) : null,
  }
}

/** The median of sorted numbers. */
function medianOf(sorted: readonly number[]): number | null {
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/** A reason number may have had another name before: the latest is used. */
function reasonsOf(done: readonly LogEntry[]): readonly Reason[] {
  const reasons = new Map<string, Reason>()
  for (const { what, sent } of done) {
    if (what !== 'reject') continue
    const { reason = null, reason_id: id = null, reason_code: code = null } = sent ?? {}
    const key = JSON.stringify([id, code])
    const before = reasons.get(key)
    reasons.set(key, { name: reason ?? before?.name ?? null, id, code, count: (before?.count ?? 0) + 1 })
  }
  return [...reasons.values()].toSorted((one, other) => other.count - one.count)
}

/** The length of a bar: beyond two days, hourly bars are too many to tell apart. */
export const barMsOf = ({ from, to }: Pick<Span, 'from' | 'to'>): number => (to - from > 2 * dayMs ? dayMs : hourMs)

function barsOf(span: Span, known: readonly Known[]): readonly Bar[] {
  const { to, barsFrom } = span
  const barMs = barMsOf(span)
  return Array.from({ length: Math.ceil((to - barsFrom) / barMs) }, (_, index) => {
    const at = barsFrom + index * barMs
    const own = known.filter(({ order }) => order.receivedAt >= at && order.receivedAt < at + barMs)
    return { at: iso(at), ...countFates(own) }
  })
}

const iso = (at: number): string => new Date(at).toISOString()
