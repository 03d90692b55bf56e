import type { FailureCode } from './failure.ts'
import { createStore, type ChangeRecords } from '#web/api/store.ts'
import { steadyNow } from './server-clock.ts'

/** What the last call told of the chain from this tablet to the vendor. */
export type Contact =
  | { readonly state: 'ok' | 'vendor' | 'token' }
  | {
      readonly state: 'lost'
      /** On the page's own steady clock. */
      readonly since: number
      /** This page had none yet: what it shows is what the tablet kept, as it was then. */
      readonly isKept?: boolean
    }

const connectionNews = createStore<Contact>({ state: 'ok' })
export const contact: ChangeRecords<Contact> = connectionNews

function stateOf(code: FailureCode | undefined): Contact['state'] {
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

/**
 * Takes down how a call ended: with the code of its failure, or with none. What the desk says by itself tells nothing
 * of the vendor.
 */
export function noteContact(code: FailureCode | undefined, isOfVendor: boolean): void {
  const before = contact.read().state
  const told = stateOf(code)
  const isSilentOfVendor = told === 'ok' && !isOfVendor && before !== 'lost'
  const state = isSilentOfVendor ? before : told
  // Each failure tells of the vendor's trouble anew, so that it is known when there was none for a while.
  if (state !== 'lost') {
    if (state !== before || code !== undefined) connectionNews.set({ state })
  } else if (before !== state) connectionNews.set({ state, since: steadyNow() })
}

/** What is shown from now on is from that moment on the page's own steady clock. */
export const noteKept = (since: number): void => connectionNews.set({ state: 'lost', since, isKept: true })

/** Whether what is shown may be hours old: nothing is done on such ground. */
export function isKept(): boolean {
  const now = contact.read()
  return now.state === 'lost' && now.isKept === true
}
