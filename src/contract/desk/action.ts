/** What a person can do to an order. */
export const actions = ['accept', 'reject', 'ready'] as const
export type Action = (typeof actions)[number]

/** The header that makes one tap one action: a UUID, the same on every repeat of the tap's request. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/**
 * With an action: the version of the order's row that the tablet showed as somebody pressed. By it the server knows
 * whether they can have seen an earlier answer to the order, however long the request was on its way. With the answer:
 * the version of the row that has the outcome.
 */
export const orderVersionHeader = 'X-Order-Version'

/** One tap is answered within this time, whatever the vendor does, in milliseconds. */
export const tapLimitMs = 30_000
