import * as z from 'zod/mini'
import { isRecord } from '#contract/json.ts'
import { Alarm, OrderRow, WholeRow } from './inbox.ts'

/**
 * An order in a feed event: whole, as its own screen shows it; or as the board shows it if the store or the catalog
 * was too slow.
 */
export type FeedRow = OrderRow | WholeRow

interface FeedData {
  /** The first event of a connection: the whole open board. */
  readonly snapshot: {
    readonly version: number
    readonly server_time: string
    readonly webhook_heard_at?: string | null
    /** `readFeedEvent` drops entries that it cannot read; `isWhole` says whether it did. */
    readonly orders?: readonly OrderRow[]
    readonly isWhole?: boolean
    readonly alarms?: readonly Alarm[]
  }
  /**
   * One order changed. Without `row` it has to be fetched, because older servers send none. Null means that it no
   * longer exists.
   */
  readonly order: { readonly order_id: string; readonly version: number; readonly row?: FeedRow | null }
  /** An alarm began, continues or ended. `alarms` is the list of current ones. */
  readonly alarm: { readonly code: string; readonly alarms?: readonly Alarm[] }
  /** `webhook_heard_at` is that of the board's `meta`. Older servers omit it. */
  readonly hb: { readonly version: number; readonly server_time: string; readonly webhook_heard_at?: string | null }
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

const stateOfDesk = { version: 'number', server_time: 'string' } as const
/** Fields that an event must have. */
const required: { readonly [Name in keyof FeedData]: Readonly<Record<string, 'number' | 'string'>> } = {
  snapshot: stateOfDesk,
  order: { order_id: 'string', version: 'number' },
  alarm: { code: 'string' },
  hb: stateOfDesk,
  bye: { retry_ms: 'number' },
}

/**
 * Reads an event from its parsed JSON. Drops a row that cannot be read and keeps the others.
 * @returns undefined for an unknown event.
 * @throws {TypeError} if a required field is missing.
 */
export function readFeedEvent(event: string, data: unknown): FeedEvent | undefined {
  if (!Object.hasOwn(required, event)) return undefined
  const name = event as keyof FeedData
  if (!isRecord(data)) throw new TypeError(event)
  for (const [field, type] of Object.entries(required[name])) {
    if (typeof data[field] !== type) throw new TypeError(field)
  }
  // Every required field was checked above.
  return { event: name, data: { ...data, ...readable[name]?.(data) } } as FeedEvent
}

/** Reads the event fields that may be missing or unreadable. */
const readable: Partial<Record<keyof FeedData, (data: Record<string, unknown>) => object>> = {
  snapshot({ orders, alarms }) {
    const sent = Array.isArray(orders) ? (orders as unknown[]) : undefined
    const rows = sent?.map((row) => valueIn(OrderRow, row)).filter((row) => row !== undefined)
    return { orders: rows, isWhole: rows !== undefined && rows.length === sent?.length, alarms: alarmsIn(alarms) }
  },
  order: ({ row }) => ({ row: row === null ? null : (valueIn(WholeRow, row) ?? valueIn(OrderRow, row)) }),
  alarm: ({ alarms }) => ({ alarms: alarmsIn(alarms) }),
}

const alarmsIn = (value: unknown) => valueIn(z.array(Alarm), value)

function valueIn<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> | undefined {
  const read = z.safeParse(schema, value)
  return read.success ? read.data : undefined
}
