import * as z from 'zod/mini'
import { Integer } from '#contract/integer.ts'

/** Why an order can be rejected; the specification, "Cancel reason". */
export const CancelReason = z.strictObject({
  id: Integer,
  name: z.string(),
  should_select_items: z.boolean(),
  options: z.optional(z.strictObject({ select_items_title: z.string() })),
})
export type CancelReason = z.infer<typeof CancelReason>
