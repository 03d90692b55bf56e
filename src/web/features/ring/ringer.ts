import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRinging, silencedUntil } from '#domain/ringing.ts'
import { type Urgency, urgencyOf, urgentFrom } from '#domain/urgency.ts'
import type { NotificationText, RingNotification } from '#web/tablet/notification.ts'
import type { Sound } from '#web/tablet/sound.ts'

export interface Ring {
  /** The number of ringing orders. */
  readonly waiting: number
  /** The urgency of the order with the least time left. It sets loudness and pace. */
  readonly urgency: Urgency
  /** When time alone changes the ring next, in milliseconds on the server's clock; undefined if never. */
  readonly nextChangeAt: number | undefined
}

/** The fields of an order that the ring depends on. */
export type RingRow = Pick<OrderRow, 'lane' | 'received_at' | 'respond_by' | 'acknowledged'>

const second = 1000

/**
 * Computes the ring from the orders and the server's time in milliseconds alone.
 * @returns undefined for silence.
 */
export function ringOf(rows: readonly RingRow[], serverNow: number, windowSeconds: number): Ring | undefined {
  const waiting = rows.filter((row) => isRinging(row, serverNow))
  if (waiting.length === 0) return undefined
  const windowMs = windowSeconds * second
  const respondBy = Math.min(...waiting.map((row) => respondByOf(row, windowMs)))
  const turns = [urgentFrom.amber, urgentFrom.red].map((share) => respondBy - share * windowMs)
  const changes = [...turns, ...rows.filter((row) => row.lane === 'answer').map(silencedUntil)]
  const next = Math.min(...changes.filter((at) => at > serverNow))
  return {
    waiting: waiting.length,
    urgency: urgencyOf((respondBy - serverNow) / windowMs),
    nextChangeAt: Number.isFinite(next) ? next : undefined,
  }
}

/** Waiting orders that are all silenced. */
export interface AllSilenced {
  readonly count: number
  /** The people who silenced them. */
  readonly people: readonly string[]
}

/** @returns undefined if an order rings or none waits. */
export function allSilencedOf(rows: readonly RingRow[], serverNow: number): AllSilenced | undefined {
  const waiting = rows.filter(({ lane }) => lane === 'answer')
  if (waiting.length === 0 || waiting.some((row) => isRinging(row, serverNow))) return undefined
  const people = waiting.flatMap(({ acknowledged }) => acknowledged?.by.person ?? [])
  return { count: waiting.length, people: [...new Set(people)] }
}

/** The deadline in milliseconds. An unreadable one counts as past, so the order is most urgent. */
function respondByOf({ respond_by, received_at }: RingRow, windowMs: number): number {
  const at = respond_by === null ? Date.parse(received_at) + windowMs : Date.parse(respond_by)
  return Number.isFinite(at) ? at : 0
}

/** Everything that decides what to play and notify. */
export interface Situation {
  /** In milliseconds, on the page's steady clock. */
  readonly now: number
  readonly ring: Ring | undefined
  /** The connection has been lost for so long that orders may be missing. */
  readonly isLost: boolean
  readonly isHidden: boolean
  /** The text of a notification about the ring. */
  readonly text: NotificationText | undefined
}

interface Ringer {
  /** Plays what is due. Call it every half second and after each change. */
  beat(situation: Situation): void
}

const paceMs: Readonly<Record<Urgency, number>> = { calm: 3000, amber: 2000, red: 1000 }
const lostPaceMs = 6000
/** Beats jitter; without a tolerance, a ring due now would wait for the next beat. */
const toleranceMs = 100

/** Repeats the ring and the lost tone at their pace. It has no timer of its own. */
export function createRinger(
  sound: Pick<Sound, 'ring' | 'lost'>,
  notification: Pick<RingNotification, 'want'>,
): Ringer {
  let rangAt = Number.NEGATIVE_INFINITY
  let lostAt = Number.NEGATIVE_INFINITY
  // `now < at` means that the clock was set back; the ring must not stay silent until then.
  const isDue = (at: number, pace: number, now: number) => now < at || now - at >= pace - toleranceMs

  return {
    beat({ now, ring, isLost, isHidden, text }) {
      if (!ring) rangAt = Number.NEGATIVE_INFINITY
      if (!isLost) lostAt = Number.NEGATIVE_INFINITY
      if (isLost && isDue(lostAt, lostPaceMs, now)) {
        lostAt = now
        sound.lost()
      } else if (ring && isDue(rangAt, paceMs[ring.urgency], now)) {
        rangAt = now
        sound.ring(ring.urgency)
      }
      notification.want(isHidden && ring ? text : undefined)
    },
  }
}
