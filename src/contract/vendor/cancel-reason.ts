import { endpoint } from '#contract/endpoint.ts'
import { Flag, Integer, Text } from '#contract/plain.ts'
import * as z from 'zod/mini'

/** Why an order can be rejected; the specification, "Cancel reason". */
export const CancelReason = z.strictObject({
  id: Integer,
  name: Text,
  should_select_items: Flag,
  options: z.optional(z.strictObject({ select_items_title: Text })),
})
export type CancelReason = z.infer<typeof CancelReason>

/** The call for rejection reasons. It is separate because a page needs it only for a rejection. */
export const cancelReasonEndpoints = {
  listCancelReasons: endpoint({
    method: 'GET',
    path: '/cancel-reasons',
    answer: z.strictObject({ data: z.array(CancelReason) }),
  }),
} as const
