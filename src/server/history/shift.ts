import type { OrderRecord } from '#domain/order.ts'
import { outcomeOfOrder } from '#domain/order-outcome.ts'
import { asksCustomer } from '#contract/desk/log.ts'
import type { OrderOutcome } from '#contract/desk/order-outcome.ts'
import { missedNamed, type Bar, type Fate, type NamedOrder, type Reason, type Shift } from '#contract/desk/shift.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { printNumber } from '#server/orders/order-row.ts'
import { reasonOf } from '#server/orders/reject-reasons.ts'
import type { LogEntry } from '#server/storage/store.ts'
import { moneyOf, type Sale, saleOf } from './shift-money.ts'

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
  readonly outcome: OrderOutcome | null
  readonly number: string | null
  /** What it sold for; undefined if its money does not count. */
  readonly sale: Sale | undefined
}

export function knownOrder(record: OrderRecord): KnownOrder {
  const { orderId, receivedAt, source, lane } = record
  const outcome = outcomeOfOrder(record)
  return { orderId, receivedAt, source, lane, outcome, number: printNumber(record), sale: saleOf(record) }
}

/** Summarizes the orders of a span, from their state and their log rows. */
export function shiftOf(span: Span, orders: readonly KnownOrder[], log: readonly LogEntry[]): Shift {
  const done = doneOf(log)
  const known = orders.map((order) => {
    const own = done.get(order.orderId) ?? []
    return { order, done: own, fate: fateOf(order, own) }
  })
  return {
    from: iso(span.from),
    to: iso(span.to),
    heard: orders.length,
    ...countFates(known),
    missed_orders: latestMissed(known),
    asked: known.filter(({ done: own }) => own.some(({ what, outcome, sent }) => asksCustomer(what, outcome, sent)))
      .length,
    money: moneyOf(orders.flatMap(({ sale }) => sale ?? [])),
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

/** Whether a log row is of an answer, which a question to the customer is too. */
export const isAnswer = ({ what }: LogEntry): boolean => what === 'accept' || what === 'reject'

/** When the attempt began; a log row is dated by when its outcome was known. */
export const tappedAt = ({ at, tookMs }: LogEntry): number => at - (tookMs ?? 0)

/** `done` are the completed actions on it from here, oldest first. */
export function fateOf({ lane, outcome }: Pick<KnownOrder, 'lane' | 'outcome'>, done: readonly LogEntry[]): Fate {
  if (lane === 'answer' || lane === 'contact') return 'waiting'
  if (outcome === 'missed') return 'missed'
  const answer = done.findLast(isAnswer)
  if (answer) return answer.what === 'accept' ? 'accepted' : 'rejected'
  return 'other'
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
    const { name, id, code } = reasonOf(sent)
    const key = JSON.stringify([id, code])
    const before = reasons.get(key)
    reasons.set(key, { name: name ?? before?.name ?? null, id, code, count: (before?.count ?? 0) + 1 })
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
