import type { VendorState } from '#contract/desk/vendor-state.ts'
import type { Clock } from '#contract/clock.ts'
import { OwnMistake, VendorFailure, type Vendor, type VendorFailureReason } from './vendor.ts'

export interface VendorWitness extends Vendor {
  /** What the last calls showed, by when they were sent. */
  state(): VendorState
  /** When the call was sent that showed it, on the steady clock; long ago where there was none. */
  askedAt(): number
}

/** The same vendor, and what its answers tell of it. */
export function witnessVendor(vendor: Vendor, clock: Clock): VendorWitness {
  let state: VendorState = { token: null, line: null, as_of: null }
  let shownBy = Number.NEGATIVE_INFINITY

  function note(sentAt: number, reason: VendorFailureReason | undefined): void {
    // One that hung until its time was up tells of a line that has answered since.
    if (sentAt < shownBy) return
    shownBy = sentAt
    state = {
      token: tokenBy(reason) ?? state.token,
      line: lineBy(reason),
      as_of: new Date(clock.now()).toISOString(),
    }
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
        note(sentAt, undefined)
        return answer
      } catch (error) {
        if (saysSomething(error)) note(sentAt, error.reason)
        throw error
      }
    },
  }
}

/** Whether the vendor was asked, and the failure is not of our own making. */
const saysSomething = (error: unknown): error is VendorFailure =>
  error instanceof VendorFailure && !error.wasNotTried && !(error instanceof OwnMistake)

/** Who answers that the order is unknown, or in the wrong state, has let us in. */
function tokenBy(reason: VendorFailureReason | undefined): VendorState['token'] {
  if (reason === 'unauthenticated') return 'refused'
  return reason === undefined || reason === 'refused' || reason === 'not-found' ? 'accepted' : null
}

function lineBy(reason: VendorFailureReason | undefined): VendorState['line'] {
  if (reason === 'silent') return 'silent'
  return reason === 'failing' || reason === 'unreadable' ? 'failing' : 'answers'
}
