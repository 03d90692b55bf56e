import type { Clock } from '#contract/clock.ts'
import { runForever } from '#server/runtime/run-forever.ts'
import type { Log } from '#server/runtime/bug.ts'
import type { VendorMonitor } from '#server/vendor/vendor-monitor.ts'
import type { ServiceClock } from '#server/vendor/service-clock.ts'
import { VendorFailure } from '#server/vendor/vendor.ts'
import { isVendorWell } from './readiness.ts'

export interface VendorProbeDeps {
  readonly vendor: VendorMonitor
  readonly serviceClock?: Pick<ServiceClock, 'needsAnswers'> | undefined
  readonly clock: Clock
  readonly log: Log
}

/** So long nobody need have asked the vendor anything; and less while something is wrong, so that its end is seen. */
const quietMs = 5 * 60 * 1000
const troubledMs = 30 * 1000

/**
 * Asks the vendor for something small where nobody else has for a while, at the start first, until the signal aborts: a
 * token that it refuses, or an address that leads nowhere, is known before a customer orders and not by the order that
 * is lost. What comes of it is noted by the witness, as of any call.
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
    // A clock that seems to be wrong is looked at again soon, too.
    const isQuiet = isVendorWell(vendor.state()) && !serviceClock?.needsAnswers()
    const dueMs = vendor.askedAt() + (isQuiet ? quietMs : troubledMs) - clock.steady()
    if (dueMs > 0) return clock.sleep(dueMs, closing)
    await ask()
    // Where it was not even asked, nothing has changed.
    await clock.sleep(troubledMs, closing)
  })
}
