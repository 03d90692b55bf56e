import type { Mode } from '#contract/desk/session.ts'
import type { VendorState } from '#contract/desk/vendor-state.ts'

/** A clock that was never set: deadlines and sign-ins mean nothing by it. `now` in milliseconds since 1970. */
export const isClockWrong = (now: number): boolean => now < Date.UTC(2026)

/** Whether the vendor does its work, as far as anybody knows. */
export const isVendorWell = ({ line, token }: VendorState): boolean =>
  (line ?? 'answers') === 'answers' && token !== 'refused'

interface Circumstances {
  readonly mode: Mode
  /** In milliseconds since 1970. */
  readonly now: number
  readonly isStoreWorking: boolean
  readonly vendor: VendorState
}

/**
 * Whether the desk can do its work, as `/readyz` tells it. Without its store it can take no word of an order (`down`);
 * without the vendor it takes them all the same, and nobody should be sent elsewhere (`degraded`).
 */
export function readiness({ mode, now, isStoreWorking, vendor }: Circumstances) {
  const isWell = isVendorWell(vendor) && !isClockWrong(now)
  return {
    status: isStoreWorking ? (isWell ? 'ok' : 'degraded') : 'down',
    mode,
    store: isStoreWorking ? 'works' : 'lost',
    /** What the last call showed, and when that was; nulls before the first. */
    vendor,
    clock: isClockWrong(now) ? 'wrong' : 'set',
  } as const
}
