import type { OrderRecord } from '#domain/order.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import { momentOf } from '#domain/moment.ts'

export interface Moments {
  /** When the desk got word of the order, on its own clock. */
  readonly receivedAt: number
  /** When the service says that it was placed, on the service's clock; nothing where it says no certain moment. */
  readonly createdAt: number | undefined
  /** How far the service's clock is ahead of the desk's; nothing while nobody knows. */
  readonly aheadMs: number | undefined
  readonly windowMs: number
}

/** A service that tells of an order a day after it was made means something else by that moment, or nothing. */
const likelyMs = 24 * 60 * 60_000

/**
 * Since when an order waits for its answer, on the desk's clock: the earlier of its receipt and its own moment.
 * unspecified: the deadline, and whose clock is right. The service's moment is brought to the desk's clock first, so that
 * it does not matter which of the two is wrong. It never puts the deadline off beyond receipt and window. While nobody
 * knows how the clocks stand to each other, it counts only as far as it leaves the order some of its window: a service
 * whose clock is behind would else have every order over as it comes.
 */
export function waitingSince({ receivedAt, createdAt, aheadMs, windowMs }: Moments): number {
  if (createdAt === undefined) return receivedAt
  const created = createdAt - (aheadMs ?? 0)
  const believedMs = aheadMs === undefined ? windowMs : likelyMs
  return receivedAt - created < believedMs ? Math.min(created, receivedAt) : receivedAt
}

type Dated = Pick<OrderRecord, 'orderId' | 'receivedAt' | 'backAt' | 'order'>

/** The moments of orders, on the desk's clock as it stands now. */
export interface OrderTimes {
  /** From here on its moments go on by the time that passes. */
  note(order: Dated | undefined): void
  /** When the desk got word of it, or when it came back to be answered. */
  heardAt(order: Omit<Dated, 'order'>): number
  waitsSince(order: Dated): number
  /** By when it should be answered. */
  respondBy(order: Dated): number
}

interface OrderTimesDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
  readonly windowMs: number
  /** As the clock of the service tells it; nobody knows, where it is left out. */
  readonly aheadMs?: () => number | undefined
}

/** The clock was set if what should be one moment is two that are further apart. */
const setByMs = 2_000
/** More orders than are open at once. */
const metAtMost = 5_000

/**
 * Stored moments stay as the desk's clock stood then. Where the clock is set while orders wait, the moments that this
 * process has met go on by the time that really passes; the service's own are converted as they are asked for.
 */
export function createOrderTimes({ clock, windowMs, aheadMs = () => undefined }: OrderTimesDeps): OrderTimes {
  /** Moments that were met, on the steady clock. */
  const met = new Map<string, number>()

  function onClock(orderId: string, at: number): number {
    const key = `${orderId} ${at}`
    const setBack = clock.now() - clock.steady()
    // A moment of the future was noted by a clock that was set back since: it is no later than now.
    const metAt = met.get(key) ?? Math.min(at - setBack, clock.steady())
    if (!met.has(key)) {
      met.set(key, metAt)
      const [oldest = ''] = met.keys()
      if (met.size > metAtMost) met.delete(oldest)
    }
    const moved = metAt + setBack
    return Math.abs(moved - at) > setByMs ? moved : at
  }

  const heardAt: OrderTimes['heardAt'] = ({ orderId, receivedAt, backAt }) => onClock(orderId, backAt ?? receivedAt)

  function waitsSince(record: Dated): number {
    if (record.backAt !== null) return heardAt(record)
    const created = isRecord(record.order) ? record.order['created_at'] : undefined
    const createdAt = typeof created === 'string' ? momentOf(created) : undefined
    return waitingSince({ receivedAt: heardAt(record), createdAt, aheadMs: aheadMs(), windowMs })
  }

  return {
    note: (order) => void (order && heardAt(order)),
    heardAt,
    waitsSince,
    respondBy: (order) => waitsSince(order) + windowMs,
  }
}
