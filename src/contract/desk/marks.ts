import * as z from 'zod/mini'
import { AnyNumber, Flag, Text } from '#contract/plain.ts'
import { Who } from './action.ts'

// What this shop marks on an order by itself. The vendor never learns of it.

export const pickStates = ['picked', 'missing'] as const
export type PickState = (typeof pickStates)[number]

/**
 * A line that was put into the bag, or was not found; `line` is its `lineKey`. It stands for the line as it was then:
 * once the customer changed the line, it is here no more.
 */
export interface Pick {
  readonly line: string
  readonly state: PickState
  readonly by: Who
  readonly at: string
}

/** Whether the bag goes out, or comes back. */
export const handOverKinds = ['pickup', 'return'] as const
export type HandOverKind = (typeof handOverKinds)[number]

/** Who gave the bag away, or took it back, when, and whether the code that was said there was the service's. */
export interface HandOver {
  readonly by: Who
  readonly at: string
  readonly code_matched: boolean
}

/** Once a ticket was asked for; whether paper came nobody can tell. Without a person a tablet asked by itself. */
const PrintAsked = z.object({ by: Who, at: Text, automatic: Flag })

/** The answer to a print that may be asked for: which copy it is, over all tablets, and the latest 20 of them. */
export const PrintLeave = z.object({ copy: AnyNumber, asked: z.array(PrintAsked) })
