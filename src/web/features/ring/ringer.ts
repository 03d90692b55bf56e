import type { Urgency } from '#web/components/countdown-ring.tsx'
import type { Toast, ToastText } from './tablet/notification.ts'
import type { Ring } from './ring-state.ts'
import type { Sound } from '#web/features/ring/tablet/sound.ts'

/** All that decides what is heard and shown at a moment. */
export interface Situation {
  /** In milliseconds, on the page's own steady clock. */
  readonly now: number
  readonly ring: Omit<Ring, 'seen'> | undefined
  /** Nothing was heard of the desk for so long that orders may be missing. */
  readonly isLost: boolean
  readonly isHidden: boolean
  /** What a notification would say of the ring. */
  readonly text: ToastText | undefined
}

export interface Ringer {
  /** Plays what is due; called every half second, or whenever something changed. */
  beat(situation: Situation): void
}

const paceMs: Readonly<Record<Urgency, number>> = { calm: 3000, amber: 2000, red: 1000 }
const lostPaceMs = 6000
/** Beats come a little early and late; a stroke must not wait for the next one. */
const toleranceMs = 100

/** Plays what the waiting orders make ring, as long as they do. It has no timer of its own, and remembers two moments. */
export function createRinger(sound: Pick<Sound, 'ring' | 'lost'>, notice: Pick<Toast, 'want'>): Ringer {
  let rangAt = Number.NEGATIVE_INFINITY
  let lostAt = Number.NEGATIVE_INFINITY
  // A clock that was set back would keep it silent until then.
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
      notice.want(isHidden && ring ? text : undefined)
    },
  }
}
