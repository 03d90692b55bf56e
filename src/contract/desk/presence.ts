import * as z from 'zod/mini'
import { Flag, Nothing, OptionalText } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

/** The state that a tablet reports: everything that has to work for it to ring. */
export const TabletState = z.object({
  /** Sound was turned on for this page by a press. */
  armed: Flag,
  sound: Flag,
  /** The screen is kept awake. */
  awake: Flag,
  feed: Flag,
  notifications: Flag,
  /** The tablet was touched since its last beat. */
  touched: Flag,
})
export type TabletState = z.infer<typeof TabletState>

/**
 * A tablet's beat, sent every 30 s and when its state changes. `tab` tells the pages of one browser apart, so that a
 * second page that shows the catalog does not report the tablet as silent.
 */
export const presence = endpoint({
  method: 'POST',
  path: '/api/desk/presence',
  body: z.object({ ...TabletState.shape, tab: OptionalText }),
  answer: z.object({ data: Nothing }),
})

export const presenceBeatMs = 30_000
/** A tablet without a beat for this long counts as absent. One lost beat is tolerated, two are not. */
export const presenceLostMs = 75_000
