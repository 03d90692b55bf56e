import * as z from 'zod/mini'
import { Flag, Nothing, OptionalText } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

/** What a tablet says of itself: each link of the chain that makes it ring. */
export const TabletState = z.object({
  /** Somebody tapped for it to ring, on this page. */
  armed: Flag,
  sound: Flag,
  /** Its screen is kept awake. */
  awake: Flag,
  feed: Flag,
  notifications: Flag,
  /** Somebody touched it since its last beat. */
  touched: Flag,
})
export type TabletState = z.infer<typeof TabletState>

/**
 * A tablet is there; sent every 30 s, and when something about it changes. `tab` tells the pages of one browser apart: a
 * second one that is open for the catalog must not say that the tablet is silent.
 */
export const presence = endpoint({
  method: 'POST',
  path: '/api/desk/presence',
  body: z.object({ ...TabletState.shape, tab: OptionalText }),
  answer: z.object({ data: Nothing }),
})

export const presenceBeatMs = 30_000
/** A tablet without a beat for so long is not there: it may have missed one, not two. */
export const presenceLostMs = 75_000
