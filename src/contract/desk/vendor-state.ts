import * as z from 'zod/mini'
import { NullableNumber, NullableText, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

const VendorState = z.object({
  /** Whether the vendor accepts the shop's token; null if unknown. */
  token: z.nullable(oneOf(['accepted', 'refused'])),
  /** How the last call ended: with an answer, with a vendor error, without an answer; null before the first. */
  line: z.nullable(oneOf(['answers', 'failing', 'silent'])),
  /** When that was, ISO 8601 in UTC. */
  as_of: NullableText,
  /** How far the server's clock is ahead of the vendor's; null if unknown. Older servers omit it. */
  clock_ahead_seconds: z.optional(NullableNumber),
})
export type VendorState = z.infer<typeof VendorState>

/** A larger difference between the clocks raises an alarm. */
export const clocksMayDifferSeconds = 30

/** The last known state of the vendor. Does not call the vendor. */
export const readVendorState = endpoint({
  method: 'GET',
  path: '/api/desk/vendor',
  answer: z.object({ data: VendorState }),
})
