import type { FailureCode } from './failure.ts'
import { createStore, type ReadableStore } from '#web/api/store.ts'
import { steadyNow } from './server-clock.ts'

/** The state of the chain from this tablet to the vendor, as of the last call. */
export type ConnectionState =
  | { readonly state: 'ok' | 'vendor' | 'token' }
  | {
      readonly state: 'lost'
      /** On the page's steady clock. */
      readonly since: number
      /** The page has had no connection yet and shows the saved board of `since`. */
      readonly isSaved?: boolean
    }

const status = createStore<ConnectionState>({ state: 'ok' })
export const connectionStatus: ReadableStore<ConnectionState> = status

function stateOf(code: FailureCode | undefined): ConnectionState['state'] {
  switch (code) {
    case 'no_contact':
    case 'offline':
      return 'lost'
    case 'vendor_auth_failed':
      return 'token'
    case 'vendor_busy':
    case 'vendor_timeout':
    case 'vendor_unreadable':
      return 'vendor'
    default:
      return 'ok'
  }
}

/** Notes the outcome of a call. A success of the desk's own API does not end a failure of the vendor. */
export function noteCallOutcome(code: FailureCode | undefined, isOfVendor: boolean): void {
  const before = connectionStatus.read().state
  const reported = stateOf(code)
  const isSilentOfVendor = reported === 'ok' && !isOfVendor && before !== 'lost'
  const state = isSilentOfVendor ? before : reported
  // Repeated vendor failures notify watchers again, so that they know when the latest one happened.
  if (state !== 'lost') {
    if (state !== before || code !== undefined) status.set({ state })
  } else if (before !== state) status.set({ state, since: steadyNow() })
}

/** Notes that the page shows the saved board of `since`, on the page's steady clock. */
export const noteSavedBoard = (since: number): void => status.set({ state: 'lost', since, isSaved: true })

/** Whether the page shows a saved board, which may be hours old and allows no action. */
export function isSavedBoardShown(): boolean {
  const now = connectionStatus.read()
  return now.state === 'lost' && now.isSaved === true
}
