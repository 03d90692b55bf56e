import { tapLimitMs } from '#contract/desk/action.ts'

// All timeouts for the vendor and for tablets, in milliseconds.

export const readLimitMs = 8_000
export const actionLimitMs = 10_000
/**
 * How long one address of a name may take to connect before the next one is tried: longer than the second after which a
 * lost packet is resent, and short enough for an action to reach a third address after two dead ones.
 */
export const handshakeLimitMs = 2_500
/** When an attempt must be answered; the rest of its 30 s is for the way back to the tablet. */
export const answeredWithinMs = tapLimitMs - 1_000
/** An aborted request may still be running at the vendor, so re-reading waits this long. */
export const settlingMs = 2_000
/** An answer within this time is prompt: a card waits for it, so that it is drawn once and not twice. */
export const promptMs = 15

/** Upper limit for any `Retry-After`, because people at a counter wait. */
const retryAtMostSeconds = 3600

/** Reads `Retry-After`: seconds, or a date on the service's clock, which is relative to its `Date`. */
export function retryAfterMsOf(retryAfter = '', date = ''): number | undefined {
  const seconds = /^\s*\d/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.parse(date)) / 1000
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, retryAtMostSeconds) * 1000 : undefined
}
