import type { Clock } from '#contract/clock.ts'

// How often a program may ask, as a token bucket for each key: `most` requests at once, and on average `most` in
// `withinSeconds`. Each server counts for itself.

const most = 120
const withinSeconds = 60
const oneEveryMs = (withinSeconds * 1000) / most

/** Where a key stands after a request. */
export interface KeyQuota {
  readonly isAllowed: boolean
  /** The headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
  /** When one more request is allowed than now, in milliseconds from now. */
  readonly moreInMs: number
}

/**
 * Headers by draft-ietf-httpapi-ratelimit-headers-10: a name as a String, `r` requests left, and in `t` seconds more
 * (sections 3 and 4). A `Retry-After` should not be earlier than `t` (section 6), so both tell the same moment.
 */
const headersOf = (left: number, moreInMs: number): KeyQuota['headers'] => ({
  'RateLimit-Policy': `"key";q=${most};w=${withinSeconds}`,
  RateLimit: `"key";r=${Math.floor(left)};t=${Math.ceil(moreInMs / 1000)}`,
})

/** Counts the requests of keys. @returns a function that counts one of a key. */
export function createKeyLimits(clock: Pick<Clock, 'steady'>): (keyId: string) => KeyQuota {
  const buckets = new Map<string, { left: number; at: number }>()

  /** Full buckets are those of keys that have long been silent, or were removed. */
  function forgetFull(): void {
    for (const [keyId, { left, at }] of buckets) if (filled(left, clock.steady() - at) >= most) buckets.delete(keyId)
  }

  return (keyId) => {
    const now = clock.steady()
    const known = buckets.get(keyId)
    const before = known ? filled(known.left, now - known.at) : most
    const isAllowed = before >= 1
    const left = isAllowed ? before - 1 : before
    if (!known) forgetFull()
    buckets.set(keyId, { left, at: now })
    const moreInMs = (1 - (left % 1)) * oneEveryMs
    return { isAllowed, headers: headersOf(left, moreInMs), moreInMs }
  }
}

const filled = (left: number, ms: number): number => Math.min(most, left + ms / oneEveryMs)
