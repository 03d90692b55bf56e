import * as z from 'zod/mini'
import { Who } from './who.ts'

// What this shop marks on an order by itself. The vendor never learns of it.

export const pickStates = ['picked', 'missing'] as const
export type PickState = (typeof pickStates)[number]

/**
 * A line that was put into the bag, or was not found; `line` is its `lineKey`. It stands for the line as it was then:
 * once the customer changed the line, it is here no more.
 */
const Pick = z.object({
  line: z.string(),
  state: z.custom<PickState>((value) => pickStates.some((state) => state === value)),
  by: Who,
  at: z.string(),
})
export type Pick = z.infer<typeof Pick>

/** Who gave the bag away, or took it back, when, and whether the code that was said there was the service's. */
const HandOver = z.object({ by: Who, at: z.string(), code_matched: z.boolean() })
export type HandOver = z.infer<typeof HandOver>

/** As a row has it. */
export const marksOnRow = {
  picks: z.array(Pick),
  handed_over: z.nullable(HandOver),
  /** It came back. */
  returned: z.nullable(HandOver),
  /** How many copies of its ticket were asked for. */
  prints: z.number(),
}
