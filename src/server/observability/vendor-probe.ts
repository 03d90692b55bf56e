import type { Clock } from '#contract/clock.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { VendorMonitor } from '#server/vendor/vendor-monitor.ts'
import type { ServiceClock } from '#server/vendor/service-clock.ts'
import { VendorFailure } from '#server/vendor/vendor-failure.ts'
import { isVendorWell } from './readiness.ts'

export interface VendorProbeDeps {
  readonly vendor: VendorMonitor
  readonly serviceClock?: Pick<ServiceClock, 'needsAnswers'> | undefined
  readonly clock: Clock
  readonly log: Log
}

/** The vendor is probed after this time without a call; sooner during a failure, so that its end is seen. */
const quietMs = 5 * 60 * 1000
const troubledMs = 30 * 1000

/**
 * Sends a small request to the vendor at the start and after a while without calls, until the signal aborts. So a
 * refused token or a wrong address is noticed before a customer orders. The monitor records the result as for any call.
 */
export async function probeVendor(
  { vendor, serviceClock, clock, log }: VendorProbeDeps,
  closing: AbortSignal,
): Promise<void> {
  let logged: string | undefined

  async function ask(): Promise<void> {
    await vendor.call('listCancelReasons', { params: {}, urgency: 'watch' }).catch((error: unknown) => {
      if (!(error instanceof VendorFailure)) throw error
    })
    const state = vendor.state()
    const { line, token } = state
    const now = `${line} ${token}`
    if (now !== logged) log('vendor_state', { line, token }, isVendorWell(state) ? 'info' : 'warn')
    logged = now
  }

  await runForever({ name: 'keep_in_touch', clock, log, pauseMs: troubledMs }, closing, async () => {
    // A clock that seems wrong is checked sooner, too.
    const isQuiet = isVendorWell(vendor.state()) && !serviceClock?.needsAnswers()
    const dueMs = vendor.askedAt() + (isQuiet ? quietMs : troubledMs) - clock.steady()
    if (dueMs > 0) return clock.sleep(dueMs, closing)
    await ask()
    // If the request was not even sent, nothing has changed.
    await clock.sleep(troubledMs, closing)
  })
}
