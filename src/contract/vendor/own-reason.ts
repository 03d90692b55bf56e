// A rejection without the list of reasons.

/** The codes in the specification for a rejection without the list of reasons. */
export const reasonCodes = ['OUT_OF_STOCK', 'TOO_BUSY', 'CLOSING_SOON'] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** unspecified: the length limit of `reason_text`; this is a strict guess. In graphemes. */
export const reasonTextLimit = 500
