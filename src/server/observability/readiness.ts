import type { Mode } from '#contract/desk/session.ts'
import type { VendorState } from '#contract/desk/vendor-state.ts'
import { clockAheadSeconds, type ServiceClock } from '#server/vendor/service-clock.ts'

/** Whether the clock was never set, so that deadlines and sign-ins cannot work. `now` is in milliseconds since 1970. */
export const isClockWrong = (now: number): boolean => now < Date.UTC(2026)

/** Whether the vendor works, as far as is known. */
export const isVendorWell = ({ line, token }: VendorState): boolean =>
  (line ?? 'answers') === 'answers' && token !== 'refused'

interface Circumstances {
  readonly mode: Mode
  /** In milliseconds since 1970. */
  readonly now: number
  readonly isStoreWorking: boolean
  readonly vendor: VendorState
  /** The desk's clock compared with the service's. */
  readonly serviceClock: Pick<ServiceClock, 'isOff' | 'aheadMs'>
}

/**
 * The answer of `/readyz`. Without its store the server cannot take notifications (`down`). Without the vendor it still
 * takes them, so traffic must not be sent elsewhere (`degraded`).
 */
export function readiness({ mode, now, isStoreWorking, vendor, serviceClock }: Circumstances) {
  const isWell = isVendorWell(vendor) && !isClockWrong(now) && !serviceClock.isOff()
  return {
    status: isStoreWorking ? (isWell ? 'ok' : 'degraded') : 'down',
    mode,
    store: isStoreWorking ? 'works' : 'lost',
    /** The result of the last call and its time; nulls before the first. */
    vendor,
    clock: isClockWrong(now) ? 'wrong' : serviceClock.isOff() ? 'differs' : 'set',
    clock_ahead_seconds: clockAheadSeconds(serviceClock),
  } as const
}
