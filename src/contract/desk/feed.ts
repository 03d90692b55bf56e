import type { AcceptMoment } from './accept-moment.ts'
import type { Alarm, OrderRow, WholeRow } from './inbox.ts'
import type { Shortage } from './shortages.ts'

/**
 * An order in a feed event: whole, as its own screen shows it; or as the board shows it if the store or the catalog
 * was too slow.
 */
export type FeedRow = OrderRow | WholeRow

export interface FeedData {
  /** The first event of a connection: the whole open board. */
  readonly snapshot: {
    readonly version: number
    readonly server_time: string
    readonly webhook_heard_at?: string | null
    /** `readFeedEvent` drops entries that it cannot read; `isWhole` says whether it did. */
    readonly orders?: readonly OrderRow[]
    readonly isWhole?: boolean
    readonly alarms?: readonly Alarm[]
    /** That of the board's `meta`. Older servers omit it. */
    readonly auto_accept?: AcceptMoment | null
    /** That of the board's `meta`. Older servers omit it. */
    readonly shortages?: readonly Shortage[]
  }
  /**
   * One order changed. Without `row` it has to be fetched, because older servers send none. Null means that it no
   * longer exists.
   */
  readonly order: { readonly order_id: string; readonly version: number; readonly row?: FeedRow | null }
  /** An alarm began, continues or ended. `alarms` is the list of current ones. */
  readonly alarm: { readonly code: string; readonly alarms?: readonly Alarm[] }
  /** `webhook_heard_at` and `auto_accept` are those of the board's `meta`. Older servers omit it. */
  readonly hb: {
    readonly version: number
    readonly server_time: string
    readonly webhook_heard_at?: string | null
    readonly auto_accept?: AcceptMoment | null
  }
  /** The products that are out today have changed: the whole list. Pages of older versions ignore it. */
  readonly shortages: { readonly shortages: readonly Shortage[] }
  readonly bye: { readonly retry_ms: number }
}

/** Server-sent events of the feed: each has this name, and this JSON as its data. */
export type FeedEvent = {
  readonly [Name in keyof FeedData]: { readonly event: Name; readonly data: FeedData[Name] }
}[keyof FeedData]

export const feedPath = '/api/desk/feed'

/** Interval of heartbeats. A tablet that receives nothing for `feedSilenceMs` has lost its feed. */
export const feedHeartbeatMs = 10_000
export const feedSilenceMs = 22_000
