import { readable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { momentOf } from '#domain/moment.ts'
import { type Urgency, urgencyOf } from '#domain/urgency.ts'
import { serverNow, useServerNow } from '#web/api/http/server-clock.ts'
import type { OrderView } from '#web/api/order.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useQuery } from '@tanstack/react-query'

/** The estimated time left to answer an order, on the server's clock. */
interface TimeLeft {
  readonly seconds: number
  /** The share of the time window, from 0 to 1. */
  readonly share: number
  readonly urgency: Urgency
}

/** Text colours by urgency. */
export const urgencyInks: Readonly<Record<Urgency, string>> = {
  calm: 'text-good',
  amber: 'text-amber',
  red: 'text-red',
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

export type TimedOrder = Pick<OrderView, 'order'> & {
  readonly row: Pick<NonNullable<OrderView['row']>, 'respond_by'> | undefined
}

function useRespondBy({ order, row }: TimedOrder) {
  const { data: session } = useQuery(sessionQuery())
  const windowSeconds = session?.response_window_seconds
  const until = windowSeconds === undefined ? undefined : respondBy(row?.respond_by, order, windowSeconds)
  return until === undefined || windowSeconds === undefined ? undefined : { until, windowSeconds }
}

/** The time left to answer an order, updated every second. */
export function useTimeLeft(view: TimedOrder): TimeLeft | undefined {
  const deadline = useRespondBy(view)
  const now = useServerNow()
  return deadline && timeLeft(deadline.until, deadline.windowSeconds, now)
}

/** Returns a function that reads the time left when called, without a render each second. */
export function useReadTimeLeft(view: TimedOrder): () => TimeLeft | undefined {
  const deadline = useRespondBy(view)
  return () => deadline && timeLeft(deadline.until, deadline.windowSeconds, serverNow())
}
