import { tapLimitMs } from '#contract/desk/action.ts'

// How long is waited for the vendor and by a tablet, in milliseconds: each limit stands here, and here alone.

export const readLimitMs = 8_000
export const actionLimitMs = 10_000
/**
 * So long one address of a name has to let a connection in before the next one is tried: longer than the second after
 * which a lost packet is sent again, and so short that an action still comes to the third one after two that are dead.
 */
export const handshakeLimitMs = 2_500
/** By when a tap has its answer; what is left of its 30 s is for the way back to the tablet. */
export const answeredWithinMs = tapLimitMs - 1_000
/** A request that was broken off may still be at work at the vendor: it is given this long before anybody looks. */
export const settlingMs = 2_000
/** A vendor that answers within it is prompt, and so long a card waits for what its order says, not to be drawn twice. */
export const promptMs = 15

/** Nobody at a counter waits longer than that, whatever is asked for. */
const retryAtMostSeconds = 3600

/** Seconds, as a number; or a date, which is by the service's own clock, and that only its `Date` tells. */
export function retryAfterMsOf(retryAfter = '', date = ''): number | undefined {
  const seconds = /^\s*\d/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.parse(date)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, retryAtMostSeconds) * 1000 : undefined
}
