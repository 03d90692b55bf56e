import { oneOf, Text } from '#contract/plain.ts'
import * as z from 'zod/mini'

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

/** With a `409`: who is answering the order, or did. Without sign-in there is nobody to name. */
export const AnsweredBy = z.object({
  order: Text,
  action: oneOf(actions),
  by: z.nullable(z.object({ person: Text, tablet: Text })),
  at: Text,
})
export type AnsweredBy = z.infer<typeof AnsweredBy>

/** Who did something, and on which tablet, by the names that the shop gave them. */
export const Who = z.object({ person: Text, tablet: Text })
export type Who = z.infer<typeof Who>
