import { NullableNumber, NullableText, oneOf } from '#contract/plain.ts'
import * as z from 'zod/mini'

/**
 * How a closed order ended. `missed`: cancelled while it waited for an answer of this shop, the first one or the one
 * after a change. `cancelled`: by the service or the customer, which the service does not say. `other`: came
 * back to the shop, was removed from the board, or ended without a known status.
 */
export const orderOutcomes = ['completed', 'rejected', 'cancelled', 'missed', 'other'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]
export const OrderOutcome = oneOf(orderOutcomes)

/**
 * Why this shop rejected an order or asked about its items: the reason's name if it was known at the time, else its
 * number or code. All are null for own words, which are not stored.
 */
export const RejectReason = z.object({ name: NullableText, id: NullableNumber, code: NullableText })
export type RejectReason = z.infer<typeof RejectReason>
