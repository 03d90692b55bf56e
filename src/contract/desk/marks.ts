import { AnyNumber, Flag, Text } from '#contract/plain.ts'
import { Who } from './action.ts'
import * as z from 'zod/mini'

// The shop's own marks on an order. They are never sent to the vendor.

export const pickStates = ['picked', 'missing'] as const
export type PickState = (typeof pickStates)[number]

/**
 * A line that was packed or not found; `line` is its `lineKey`. The mark is for the line as it was then: it is
 * dropped when the customer changes the line.
 */
export interface Pick {
  readonly line: string
  readonly state: PickState
  readonly by: Who
  readonly at: string
}

/** The bag is handed over, or comes back. */
export const handOverKinds = ['pickup', 'return'] as const
export type HandOverKind = (typeof handOverKinds)[number]

/** Who handed the bag over or took it back, when, and whether the customer's code matched the service's. */
export interface HandOver {
  readonly by: Who
  readonly at: string
  readonly code_matched: boolean
}

/** One requested print. Whether it came out of the printer is unknown. Without a person, the tablet requested it. */
const PrintAsked = z.object({ by: Who, at: Text, automatic: Flag })

/** The answer to a granted print: its copy number over all tablets, and the latest 20 prints. */
export const PrintLeave = z.object({ copy: AnyNumber, asked: z.array(PrintAsked) })
