import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { urgencyOf, type Urgency } from '#domain/urgency.ts'
import { momentOf } from '#domain/moment.ts'

/** The estimated time left to answer an order, on the server's clock. */
export interface TimeLeft {
  readonly seconds: number
  /** The share of the time window, from 0 to 1. */
  readonly share: number
  readonly urgency: Urgency
}

const second = 1000

/**
 * The deadline to answer an order in milliseconds: the server's, or else its creation time plus the window.
 * unspecified: the deadline ("usually", "e.g. 5 minutes"), so the window is a setting.
 * @returns undefined if neither is known.
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

/** The time left until a deadline, at most one window, because the clock that created the order may be ahead. */
export function timeLeft(until: number, windowSeconds: number, serverNow: number): TimeLeft {
  const seconds = Math.min(windowSeconds, Math.max(0, (until - serverNow) / second))
  const share = seconds / windowSeconds
  return { seconds, share, urgency: urgencyOf(share) }
}
