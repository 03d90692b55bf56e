import type { Mode } from '#contract/desk/session.ts'
import type { VendorState } from '#contract/desk/vendor-state.ts'
import { clockAheadSeconds, type ServiceClock } from '#server/vendor/service-clock.ts'

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
  /** How the desk's clock stands to the service's. */
  readonly serviceClock: Pick<ServiceClock, 'isOff' | 'aheadMs'>
}

/**
 * Whether the desk can do its work, as `/readyz` tells it. Without its store it can take no word of an order (`down`);
 * without the vendor it takes them all the same, and nobody should be sent elsewhere (`degraded`).
 */
export function readiness({ mode, now, isStoreWorking, vendor, serviceClock }: Circumstances) {
  const isWell = isVendorWell(vendor) && !isClockWrong(now) && !serviceClock.isOff()
  return {
    status: isStoreWorking ? (isWell ? 'ok' : 'degraded') : 'down',
    mode,
    store: isStoreWorking ? 'works' : 'lost',
    /** What the last call showed, and when that was; nulls before the first. */
    vendor,
    clock: isClockWrong(now) ? 'wrong' : serviceClock.isOff() ? 'differs' : 'set',
    clock_ahead_seconds: clockAheadSeconds(serviceClock),
  } as const
}
