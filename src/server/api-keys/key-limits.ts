import type { Clock } from '#contract/clock.ts'

// How often a program may ask, as a token bucket for each key: `most` requests at once, and on average `most` in
// `withinSeconds`. Each server counts for itself.

const most = 120
const withinSeconds = 60

/** Where a key stands after a request. */
export interface KeyQuota {
  readonly isAllowed: boolean
  /** The headers of the answer. */
  readonly headers: Readonly<Record<string, string>>
  /** When the next request is allowed, in milliseconds from now; 0 if now. */
  readonly retryAfterMs: number
}

/** The headers are those of draft-ietf-httpapi-ratelimit-headers-10: `t` is when all requests are free again. */
const headersOf = (left: number): KeyQuota['headers'] => ({
  'RateLimit-Policy': `"key";q=${most};w=${withinSeconds}`,
  RateLimit: `"key";r=${Math.floor(left)};t=${Math.ceil(((most - left) * withinSeconds) / most)}`,
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
    const retryAfterMs = left >= 1 ? 0 : ((1 - left) * withinSeconds * 1000) / most
    return { isAllowed, headers: headersOf(left), retryAfterMs }
  }
}

const filled = (left: number, ms: number): number => Math.min(most, left + (ms * most) / (withinSeconds * 1000))
