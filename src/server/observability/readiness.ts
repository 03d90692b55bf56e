import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { VendorState } from '#contract/desk/vendor-state.ts'
import { senderOf } from '#server/auth/require-sign-in.ts'
import type { At } from '#server/http/guard.ts'
import { answer, answerFailure, answerText, HttpError } from '#server/http/http-error.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { clockAheadSeconds, type ServiceClock } from '#server/vendor/service-clock.ts'
import type { VendorMonitor } from '#server/vendor/vendor-monitor.ts'
import type { StoreMonitor } from './store-monitor.ts'

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
function readiness({ mode, now, isStoreWorking, vendor, serviceClock }: Circumstances) {
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

interface ObservabilityDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly config: { readonly mode: Mode }
  readonly metrics: Metrics
  readonly storeMonitor: StoreMonitor
  readonly vendor: Pick<VendorMonitor, 'state'>
  readonly serviceClock: Pick<ServiceClock, 'isOff' | 'aheadMs'>
}

/** The routes for monitoring: health, readiness and metrics. */
export function observabilityRoutes(at: At, parts: ObservabilityDeps): void {
  at('/healthz', { GET: [() => answer(200, { data: { status: 'ok' } })] })
  const { clock, config, metrics, storeMonitor, vendor, serviceClock } = parts
  async function ready(): Promise<Response> {
    const isStoreWorking = await storeMonitor.works()
    const data = readiness({
      mode: config.mode,
      now: clock.now(),
      isStoreWorking,
      vendor: vendor.state(),
      serviceClock,
    })
    if (isStoreWorking) return answer(200, { data })
    return answerFailure(
      new HttpError(503, 'store_unavailable', 'The desk cannot write now.', { data, retryAfterMs: 5000 }),
    )
  }
  at('/readyz', { GET: [ready] })
  at('/metrics', {
    GET: [
      async (c) => {
        // Strangers get a 404.
        const page = senderOf(c).isInside ? await metrics.page() : undefined
        if (!page) throw new HttpError(404, 'not_found', 'There is nothing at this address.')
        return answerText(200, page.text, { 'Content-Type': page.contentType })
      },
    ],
  })
}
