import type { Tap } from '#domain/action-attempt.ts'

// A digest as `node/tap-hash.ts` makes it begins with the name of its key: digests of two keys tell nothing of each other.

const named = /^([\w-]{8})\.[\w-]{43}$/

const keyNameOf = (digest: string): string => named.exec(digest)?.[1] ?? ''

/** Whether a tap that comes under a known key is that tap; after a change of the digests' key, as far as can be told. */
export function isSameAttempt(known: Tap, tap: Tap): boolean {
  if (known.action !== tap.action || known.orderId !== tap.orderId) return false
  return known.digest === tap.digest || keyNameOf(known.digest) !== keyNameOf(tap.digest)
}
