// A rejection without the list of reasons.

/** The codes that the specification names for a rejection without the list of reasons. */
export const reasonCodes = ['OUT_OF_STOCK', 'TOO_BUSY', 'CLOSING_SOON'] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** unspecified: how long `reason_text` may be; ours is the stricter guess. Counted in graphemes. */
export const reasonTextLimit = 500
