import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import type { Urgency } from '#ui/countdown-ring.tsx'
import { momentOf } from '#words/format.ts'

/** How long an order still waits for its answer: an estimate, on the server's clock. */
export interface TimeLeft {
  readonly seconds: number
  /** From 0 to 1 of the window. */
  readonly share: number
  readonly urgency: Urgency
}

const second = 1000

/**
 * unspecified: the deadline ("usually", "e.g. 5 minutes"); so it is a setting, counted from `created_at`.
 * @returns nothing where the order says no certain moment.
 */
export function timeLeft(order: ReadOrder, windowSeconds: number, serverNow: number): TimeLeft | undefined {
  const placedAt = momentOf(readable(order.created_at))
  if (placedAt === undefined) return undefined
  // An order from the future was placed by a clock that is ahead: it waits one window at most.
  const waited = Math.max(0, (serverNow - placedAt) / second)
  const seconds = Math.max(0, windowSeconds - waited)
  const share = seconds / windowSeconds
  return { seconds, share, urgency: urgencyOf(share) }
}

function urgencyOf(share: number): Urgency {
  if (share > 0.5) return 'calm'
  return share > 0.2 ? 'amber' : 'red'
}
