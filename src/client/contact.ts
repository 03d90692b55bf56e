import type { FailureCode } from './failure.ts'

/** What the last call told of the chain from this tablet to the vendor. */
export type Contact =
  | { readonly state: 'ok' }
  | { readonly state: 'lost'; readonly since: number }
  | { readonly state: 'vendor' }
  | { readonly state: 'token' }

const ok: Contact = { state: 'ok' }
let contact: Contact = ok
const watchers = new Set<() => void>()

const vendorCodes: readonly FailureCode[] = ['vendor_busy', 'vendor_timeout', 'vendor_unreadable']

function stateOf(code: FailureCode | undefined): Contact['state'] {
  if (code === 'no_contact' || code === 'offline') return 'lost'
  if (code === 'vendor_auth_failed') return 'token'
  return code !== undefined && vendorCodes.includes(code) ? 'vendor' : 'ok'
}

/** Takes down how a call ended: with the code of its failure, or with none. */
export function noteContact(code: FailureCode | undefined): void {
  const state = stateOf(code)
  if (state === contact.state) return
  contact = state === 'lost' ? { state, since: Date.now() } : { state }
  for (const watcher of watchers) watcher()
}

/** For `useSyncExternalStore`. */
export const contactStore = {
  read: (): Contact => contact,
  watch(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}
