import type { At } from '#proxy/gate/guard.ts'
import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import { answer, answerFailure, answerText, DeskFailure } from '#proxy/desk-failure.ts'
import type { Metrics } from '#proxy/metrics.ts'
import { senderOf } from '#proxy/people/people-gate.ts'
import type { ServiceClock } from '#proxy/vendor/service-clock.ts'
import type { VendorWitness } from '#proxy/vendor/vendor-witness.ts'
import { readiness } from './readiness.ts'
import type { StoreWitness } from './store-witness.ts'

interface OutlookParts {
  readonly clock: Pick<Clock, 'now'>
  readonly mode: Mode
  readonly metrics: Metrics
  readonly storeWitness: StoreWitness
  readonly vendor: Pick<VendorWitness, 'state'>
  readonly serviceClock: Pick<ServiceClock, 'isOff' | 'aheadMs'>
}

/** What machines look at from outside: whether the desk can do its work, and how it goes. */
export function outlookRoutes(at: At, parts: OutlookParts): void {
  const { clock, mode, metrics, storeWitness, vendor, serviceClock } = parts
  async function ready(): Promise<Response> {
    const isStoreWorking = await storeWitness.works()
    const data = readiness({ mode, now: clock.now(), isStoreWorking, vendor: vendor.state(), serviceClock })
    if (isStoreWorking) return answer(200, { data })
    return answerFailure(
      new DeskFailure(503, 'store_unavailable', 'The desk cannot write now.', { data, retryAfterMs: 5000 }),
    )
  }
  at('/readyz', { GET: [ready] })
  at('/metrics', {
    GET: [
      async (c) => {
        // To a stranger there is nothing here.
        const page = senderOf(c).isInside ? await metrics.page() : undefined
        if (!page) throw new DeskFailure(404, 'not_found', 'There is nothing at this address.')
        return answerText(200, page.text, { 'Content-Type': page.contentType })
      },
    ],
  })
}
