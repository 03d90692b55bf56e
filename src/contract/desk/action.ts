import { Flag, oneOf, Text } from '#contract/plain.ts'
import { acceptMoments } from './accept-moment.ts'
import * as z from 'zod/mini'

/** The actions that a person can take on an order. */
export const actions = ['accept', 'reject', 'ready'] as const
export type Action = (typeof actions)[number]

/** The header that makes an attempt idempotent: a UUID, the same on every retry of the request. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/**
 * In an action's request: the version of the order row that the tablet showed when the button was pressed. The server
 * uses it to tell whether the person could have seen an earlier answer, however long the request took. In the
 * response: the version of the row that includes the outcome.
 */
export const orderVersionHeader = 'X-Order-Version'

/** Time limit for an attempt, in milliseconds. It is answered within it whatever the vendor does. */
export const tapLimitMs = 30_000

/**
 * The person and the tablet behind an action, by the names that the shop gave them. `rule`: it was accepted
 * automatically, at once or at the last moment. `key`: a program did it, with the key of that name.
 */
export const Who = z.object({
  person: Text,
  tablet: Text,
  rule: z.optional(oneOf(acceptMoments)),
  key: z.optional(Flag),
})
export type Who = z.infer<typeof Who>

/** The person of an automatic acceptance, for files and other programs; the page says it in its language. */
export const automaticPerson = 'Automatic acceptance'

/** With a `409`: the person who is answering the order, or has answered it. Without sign-in there is no name. */
export const AnsweredBy = z.object({
  order: Text,
  action: oneOf(actions),
  by: z.nullable(Who),
  at: Text,
})
export type AnsweredBy = z.infer<typeof AnsweredBy>
