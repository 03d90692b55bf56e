import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { urgencyOf, type Urgency } from '#web/components/countdown-ring.tsx'
import { momentOf } from '#domain/moment.ts'

/** How long an order still waits for its answer: an estimate, on the server's clock. */
export interface TimeLeft {
  readonly seconds: number
  /** From 0 to 1 of the window. */
  readonly share: number
  readonly urgency: Urgency
}

const second = 1000

/**
 * By when an order should be answered, in milliseconds: as the desk says, else counted from its own moment.
 * unspecified: the deadline ("usually", "e.g. 5 minutes"); so the window is a setting.
 * @returns nothing where neither says a certain moment.
 */
export function respondBy(
  respondByIso: string | null | undefined,
  order: ReadOrder,
  windowSeconds: number,
): number | undefined {
  if (respondByIso) return Date.parse(respondByIso)
  const placedAt = momentOf(readable(order.created_at))
  return placedAt === undefined ? undefined : placedAt + windowSeconds * second
}

/** What is left until then. An order from the future was placed by a clock that is ahead: it waits one window at most. */
export function timeLeft(until: number, windowSeconds: number, serverNow: number): TimeLeft {
  const seconds = Math.min(windowSeconds, Math.max(0, (until - serverNow) / second))
  const share = seconds / windowSeconds
  return { seconds, share, urgency: urgencyOf(share) }
}
