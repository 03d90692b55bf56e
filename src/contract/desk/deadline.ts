import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, NullableText, oneOf } from '#contract/plain.ts'
import * as z from 'zod/mini'

export const deadlineSources = ['learned', 'configured'] as const

const Estimate = z.object({
  /** The time to answer that is usual, in seconds. */
  seconds: AnyNumber,
  /** The cautious end, which rings, alerts and rules use. */
  low: AnyNumber,
  high: AnyNumber,
  /** How many cancellations it rests on; those that were seen while it is configured. */
  observations: AnyNumber,
  /** `configured`: RESPONSE_WINDOW_SECONDS, because fewer than ten were seen, or the last ones disagree. */
  source: oneOf(deadlineSources),
})
export type Deadline = z.infer<typeof Estimate>

/** For the shop and service type with the most observations; `groups` has each. */
export const readDeadline = endpoint({
  method: 'GET',
  path: '/api/desk/deadline',
  answer: z.extend(Estimate, {
    groups: z.array(z.extend(Estimate, { shop: NullableText, service: NullableText, shop_name: NullableText })),
  }),
})
