import type { StationSettings } from '#contract/desk/tablet-settings.ts'

/** How an order stands against the shop's target. */
export type Pace = 'calm' | 'soon' | 'late'

const minuteMs = 60_000

/** Whole minutes since an order was accepted, and how that stands against the target. Times in ms since 1970. */
export function waitOf(
  since: number,
  now: number,
  { amber_minutes: amber, target_minutes: target }: StationSettings,
): { readonly minutes: number; readonly pace: Pace } {
  // The clocks of servers differ by a little.
  const minutes = Math.max(0, Math.floor((now - since) / minuteMs))
  return { minutes, pace: minutes >= target ? 'late' : minutes >= amber ? 'soon' : 'calm' }
}
