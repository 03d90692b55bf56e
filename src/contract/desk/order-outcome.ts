import { oneOf } from '#contract/plain.ts'

/**
 * How a closed order ended. `missed`: cancelled while it waited for an answer of this shop, the first one or the one
 * after a change. `cancelled`: by the service or the customer, which the service does not say. `other`: came
 * back to the shop, was removed from the board, or ended without a known status.
 */
export const orderOutcomes = ['completed', 'rejected', 'cancelled', 'missed', 'other'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]
export const OrderOutcome = oneOf(orderOutcomes)
