import * as z from 'zod/mini'
import { Flag, Integer, Text } from '#contract/plain.ts'

/** Why an order can be rejected; the specification, "Cancel reason". */
export const CancelReason = z.strictObject({
  id: Integer,
  name: Text,
  should_select_items: Flag,
  options: z.optional(z.strictObject({ select_items_title: Text })),
})
export type CancelReason = z.infer<typeof CancelReason>
