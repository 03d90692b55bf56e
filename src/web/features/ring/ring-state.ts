import type { OrderRow } from '#contract/desk/inbox.ts'
import { urgencyOf, urgentFrom, type Urgency } from '#web/components/countdown-ring.tsx'

/** What is heard now. */
export interface Ring {
  /** How many orders ring. */
  readonly waiting: number
  /** How many more wait, and were seen a moment ago. */
  readonly seen: number
  /** By the one that has the least time left: the less, the louder and faster. */
  readonly urgency: Urgency
  /** When this changes although no order does, in milliseconds on the server's clock; nothing where it stays. */
  readonly nextChangeAt: number | undefined
}

/** All of an order that the ring depends on. */
export type RingRow = Pick<OrderRow, 'lane' | 'received_at' | 'respond_by' | 'acknowledged'>

const second = 1000

/**
 * What the orders and the server's time, in milliseconds, make a tablet ring; and nothing else does.
 * @returns nothing where it is silent.
 */
export function ringOf(rows: readonly RingRow[], serverNow: number, windowSeconds: number): Ring | undefined {
  const waiting = rows.filter((row) => isRinging(row, serverNow))
  if (waiting.length === 0) return undefined
  const windowMs = windowSeconds * second
  const respondBy = Math.min(...waiting.map((row) => respondByOf(row, windowMs)))
  const turns = [urgentFrom.amber, urgentFrom.red].map((share) => respondBy - share * windowMs)
  const changes = [...turns, ...rows.filter((row) => row.lane === 'answer').map(quietUntil)]
  const next = Math.min(...changes.filter((at) => at > serverNow))
  return {
    waiting: waiting.length,
    seen: rows.filter(({ lane }) => lane === 'answer').length - waiting.length,
    urgency: urgencyOf((respondBy - serverNow) / windowMs),
    nextChangeAt: Number.isFinite(next) ? next : undefined,
  }
}

/** Orders that wait in silence. */
export interface AllSeen {
  readonly count: number
  /** Who said lately to have seen them. */
  readonly people: readonly string[]
}

/** @returns nothing where an order rings, or none waits. */
export function allSeenOf(rows: readonly RingRow[], serverNow: number): AllSeen | undefined {
  const waiting = rows.filter(({ lane }) => lane === 'answer')
  if (waiting.length === 0 || waiting.some((row) => isRinging(row, serverNow))) return undefined
  const people = waiting.flatMap(({ acknowledged }) => acknowledged?.by.person ?? [])
  return { count: waiting.length, people: [...new Set(people)] }
}

/** Whether an order rings: it waits for its answer, and nobody has said lately that they have seen it. */
export const isRinging = (row: RingRow, serverNow: number): boolean =>
  row.lane === 'answer' && !(quietUntil(row) > serverNow)

const quietUntil = ({ acknowledged }: RingRow): number => (acknowledged ? Date.parse(acknowledged.until) : Number.NaN)

/** An order without a readable deadline is as urgent as one whose time is over. */
function respondByOf({ respond_by, received_at }: RingRow, windowMs: number): number {
  const at = respond_by === null ? Date.parse(received_at) + windowMs : Date.parse(respond_by)
  return Number.isFinite(at) ? at : 0
}
