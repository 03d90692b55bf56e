import type { At } from '#server/http/guard.ts'
import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import { answer, answerFailure, answerText, HttpError } from '#server/http/http-error.ts'
import type { Metrics } from '#server/runtime/metrics.ts'
import { senderOf } from '#server/auth/require-sign-in.ts'
import type { ServiceClock } from '#server/vendor/service-clock.ts'
import type { VendorMonitor } from '#server/vendor/vendor-monitor.ts'
import { readiness } from './readiness.ts'
import type { StoreMonitor } from './store-monitor.ts'

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
