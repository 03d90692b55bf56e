import type { VendorState } from '#contract/desk/vendor-state.ts'
import type { Clock } from '#contract/clock.ts'
import { vendor as endpoints, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import type { Vendor, VendorAnswer } from './vendor.ts'
import { Bug, VendorFailure, type VendorFailureReason } from './vendor-failure.ts'

export interface VendorMonitor extends Vendor {
  /** The state according to the latest calls, in the order in which they were sent. */
  state(): VendorState
  /** When the call that showed it was sent, on the steady clock; long ago if there was none. */
  askedAt(): number
}

/**
 * Instruments a vendor and tracks its state. `onToken` is called for each answer that shows whether the token is
 * accepted, `onAnswer` for each that is readable.
 */
export function monitorVendor(
  vendor: Vendor,
  clock: Clock,
  onToken: (isTaken: boolean) => void,
  onAnswer: (name: VendorEndpointName, about: unknown, answer: VendorAnswer) => void = () => undefined,
): VendorMonitor {
  let state: VendorState = { token: null, line: null, as_of: null }
  let shownBy = Number.NEGATIVE_INFINITY

  function note(sentAt: number, name: VendorEndpointName, reason: VendorFailureReason | undefined): void {
    // A call that hung until its timeout is older than a call that was answered since.
    if (sentAt < shownBy) return
    shownBy = sentAt
    const failure = reason === 'not-found' && !isOfOrder(name) ? 'failing' : reason
    const token = tokenBy(failure)
    state = { token: token ?? state.token, line: lineBy(failure), as_of: new Date(clock.now()).toISOString() }
    if (token) onToken(token === 'accepted')
  }

  return {
    state: () => state,
    askedAt: () => shownBy,
    async call(name, ask) {
      let sentAt = clock.steady()
      const onBegin = () => {
        sentAt = clock.steady()
        ask.onBegin?.()
      }
      try {
        const answer = await vendor.call(name, { ...ask, onBegin })
        note(sentAt, name, undefined)
        onAnswer(name, [ask.params, ask.query], answer)
        return answer
      } catch (error) {
        if (saysSomething(error)) note(sentAt, name, error.reason)
        throw error
      }
    },
  }
}

/** Whether the failure is the vendor's and not our own. */
const saysSomething = (error: unknown): error is VendorFailure =>
  error instanceof VendorFailure && !error.wasNotTried && !(error instanceof Bug)

/** A vendor may not know an order; one that does not know its own lists is the wrong server. */
const isOfOrder = (name: VendorEndpointName): boolean => endpoints[name].path.includes(':orderId')

/** An unknown order, or one in the wrong state, means that the token was accepted. */
function tokenBy(reason: VendorFailureReason | undefined): VendorState['token'] {
  if (reason === 'unauthenticated') return 'refused'
  return reason === undefined || reason === 'refused' || reason === 'not-found' ? 'accepted' : null
}

function lineBy(reason: VendorFailureReason | undefined): VendorState['line'] {
  if (reason === 'silent') return 'silent'
  return reason === 'failing' || reason === 'unreadable' ? 'failing' : 'answers'
}
