import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, NullableText, oneOf, Text } from '#contract/plain.ts'
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

/** What the service sends that the contract does not know, or of another type. */
const Drift = z.object({
  /** The answer and the place in it: `GET /orders/:orderId data.items[].price`. */
  path: Text,
  /** Types as `typeof` names them, with `null`, `array` and `missing`. */
  found: Text,
  /** `nothing` for an unknown field. */
  expected: Text,
  count: AnyNumber,
  first_at: Text,
  last_at: Text,
  /** One value, its letters and digits replaced, so that it holds nothing personal. */
  example: Text,
})
export type Drift = z.infer<typeof Drift>

/** The most frequent 200, for a manager. */
export const readDrift = endpoint({
  method: 'GET',
  path: '/api/desk/drift',
  answer: z.object({ data: z.array(Drift) }),
})
