import * as z from 'zod/mini'
import { Integer } from '../integer.ts'

/** Why an order can be rejected; the specification, "Cancel reason". */
export const CancelReason = z.strictObject({
  id: Integer,
  name: z.string(),
  should_select_items: z.boolean(),
  options: z.optional(z.strictObject({ select_items_title: z.string() })),
})
export type CancelReason = z.infer<typeof CancelReason>

/** The codes that the specification names for a rejection without the list of reasons. */
export const reasonCodes = ['OUT_OF_STOCK', 'TOO_BUSY', 'CLOSING_SOON'] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** unspecified: how long `reason_text` may be; ours is the stricter guess. Counted in graphemes. */
export const reasonTextLimit = 500
