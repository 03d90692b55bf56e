import type { Urgency } from '#domain/urgency.ts'
import type { RingNotification, NotificationText } from './tablet/notification.ts'
import type { Ring } from './ring-state.ts'
import type { Sound } from '#web/features/ring/tablet/sound.ts'

/** Everything that decides what to play and notify. */
export interface Situation {
  /** In milliseconds, on the page's steady clock. */
  readonly now: number
  readonly ring: Omit<Ring, 'seen'> | undefined
  /** The connection has been lost for so long that orders may be missing. */
  readonly isLost: boolean
  readonly isHidden: boolean
  /** The text of a notification about the ring. */
  readonly text: NotificationText | undefined
}

export interface Ringer {
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
