import * as z from 'zod/mini'
import { NullableNumber, NullableText, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

const VendorState = z.object({
  /** Whether the vendor accepts the shop's token; nothing where it has not said so. */
  token: z.nullable(oneOf(['accepted', 'refused'])),
  /** How the last call ended: with an answer, with an error of its own, with none; nothing before the first. */
  line: z.nullable(oneOf(['answers', 'failing', 'silent'])),
  /** When that was: ISO 8601, in UTC. */
  as_of: NullableText,
  /** How far the desk's clock is ahead of the vendor's; nothing where no answer has told. A server of an older version leaves it out. */
  clock_ahead_seconds: z.optional(NullableNumber),
})
export type VendorState = z.infer<typeof VendorState>

/** Clocks that differ by more are an alarm. */
export const clocksMayDifferSeconds = 30

/** What the desk last saw of the vendor; it is not asked for this. */
export const readVendorState = endpoint({
  method: 'GET',
  path: '/api/desk/vendor',
  answer: z.object({ data: VendorState }),
})
