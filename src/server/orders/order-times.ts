import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { momentOf } from '#domain/moment.ts'
import type { OrderRecord } from '#domain/order.ts'

interface Moments {
  /** When the desk received the order, on its own clock. */
  readonly receivedAt: number
  /** When the order was placed, on the service's clock; nothing if unknown or ambiguous. */
  readonly createdAt: number | undefined
  /** Milliseconds that the service's clock is ahead of the desk's; nothing if unknown. */
  readonly aheadMs: number | undefined
  readonly windowMs: number
}

/** A creation time further back than this is not trusted. */
const likelyMs = 24 * 60 * 60_000

/**
 * When an order began to wait for its answer, on the desk's clock: the earlier of receipt and creation.
 * unspecified: the deadline, and whose clock is right. The creation time is converted to the desk's clock, so either
 * clock may be wrong; it never extends the deadline beyond receipt plus window. While the offset is unknown, it counts
 * only if it leaves the order part of its window: otherwise a service whose clock is behind would make every order
 * overdue on arrival.
 */
export function waitingSince({ receivedAt, createdAt, aheadMs, windowMs }: Moments): number {
  if (createdAt === undefined) return receivedAt
  const created = createdAt - (aheadMs ?? 0)
  const believedMs = aheadMs === undefined ? windowMs : likelyMs
  return receivedAt - created < believedMs ? Math.min(created, receivedAt) : receivedAt
}

type Dated = Pick<OrderRecord, 'orderId' | 'receivedAt' | 'backAt' | 'order'>

/** Timestamps of orders, converted to the desk's clock as it stands now. */
export interface OrderTimes {
  /** Tracks the order's timestamps from here on by elapsed time. */
  note(order: Dated | undefined): void
  /** When the desk received it, or when it came back to be answered. */
  arrivedAt(order: Omit<Dated, 'order'>): number
  waitsSince(order: Dated): number
  respondBy(order: Dated): number
}

interface OrderTimesDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
  /** The time to answer this order. */
  readonly windowMs: (order: Pick<OrderRecord, 'order'>) => number
  /** Offset of the service's clock; always unknown by default. */
  readonly aheadMs?: () => number | undefined
}

/** A larger difference means that the clock was set. */
const setByMs = 2_000
/** Exceeds the number of orders open at once. */
const knownAtMost = 5_000

/**
 * Converts stored timestamps. If the desk's clock is set while orders wait, known timestamps advance by the time that
 * really passes. The service's own are converted on each call.
 */
export function createOrderTimes({ clock, windowMs, aheadMs = () => undefined }: OrderTimesDeps): OrderTimes {
  /** Known timestamps, on the steady clock. */
  const known = new Map<string, number>()

  function onClock(orderId: string, at: number): number {
    const key = `${orderId} ${at}`
    const setBack = clock.now() - clock.steady()
    // A timestamp in the future predates a clock change, so it is treated as now.
    const knownAt = known.get(key) ?? Math.min(at - setBack, clock.steady())
    if (!known.has(key)) {
      known.set(key, knownAt)
      const [oldest = ''] = known.keys()
      if (known.size > knownAtMost) known.delete(oldest)
    }
    const moved = knownAt + setBack
    return Math.abs(moved - at) > setByMs ? moved : at
  }

  const arrivedAt: OrderTimes['arrivedAt'] = ({ orderId, receivedAt, backAt }) => onClock(orderId, backAt ?? receivedAt)

  function waitsSince(record: Dated): number {
    if (record.backAt !== null) return arrivedAt(record)
    const created = isRecord(record.order) ? record.order['created_at'] : undefined
    const createdAt = typeof created === 'string' ? momentOf(created) : undefined
    return waitingSince({ receivedAt: arrivedAt(record), createdAt, aheadMs: aheadMs(), windowMs: windowMs(record) })
  }

  return {
    note: (order) => void (order && arrivedAt(order)),
    arrivedAt,
    waitsSince,
    respondBy: (order) => waitsSince(order) + windowMs(order),
  }
}

interface WaitingDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>
}

interface Waiting {
  /** Starts with the open orders of the store, which may have waited since before this server started. */
  begin(open: readonly Pick<OrderRecord, 'orderId' | 'lane' | 'receivedAt' | 'backAt'>[]): void
  note(order: Pick<OrderRecord, 'orderId' | 'lane'>): void
  /** Since when at least one order has needed an answer without a break, on the steady clock; nothing if none does. */
  since(): number | undefined
}

/** Tracks since when orders have been waiting. Needs every change, or it misses breaks. */
export function createWaiting({ clock }: WaitingDeps): Waiting {
  const ids = new Set<OrderId>()
  let since: number | undefined
  return {
    begin(open) {
      for (const { orderId, lane, receivedAt, backAt } of open) {
        if (lane !== 'answer') continue
        ids.add(orderId)
        const waitedMs = clock.now() - (backAt ?? receivedAt)
        since = Math.min(since ?? Number.POSITIVE_INFINITY, clock.steady() - waitedMs)
      }
    },
    note({ orderId, lane }) {
      if (lane === 'answer') ids.add(orderId)
      else ids.delete(orderId)
      since = ids.size === 0 ? undefined : (since ?? clock.steady())
    },
    since: () => since,
  }
}
