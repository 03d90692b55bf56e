import * as z from 'zod/mini'

/** What a person can do to an order. */
export const actions = ['accept', 'reject', 'ready'] as const
export type Action = (typeof actions)[number]

/** The header that makes one tap one action: a UUID, the same on every repeat of the tap's request. */
export const idempotencyKeyHeader = 'Idempotency-Key'

/** `202`: it was sent, and the vendor cannot be asked now whether it arrived. `data` is the order as last read. */
export const UnknownOutcome = z.object({ outcome: z.literal('unknown'), data: z.unknown() })

/** With a `409`: who is answering the order, or did. Without sign-in there is nobody to name. */
export const AnsweredBy = z.object({
  order: z.string(),
  action: z.enum(actions),
  by: z.nullable(z.object({ person: z.string(), tablet: z.string() })),
  at: z.string(),
})
export type AnsweredBy = z.infer<typeof AnsweredBy>

/** One tap is answered within this time, whatever the vendor does, in milliseconds. */
export const tapLimitMs = 30_000
