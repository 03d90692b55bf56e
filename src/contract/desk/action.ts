/** What a person can do to an order. */
export const actions = ['accept', 'reject', 'ready'] as const
export type Action = (typeof actions)[number]

/** The header that makes one tap one action: a UUID, the same on every repeat of the tap's request. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/** One tap is answered within this time, whatever the vendor does, in milliseconds. */
export const tapLimitMs = 30_000
