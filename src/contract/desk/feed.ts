import * as z from 'zod/mini'
import { isRecord } from '#contract/json.ts'
import { Alarm, OrderRow, WholeRow } from './inbox.ts'

/**
 * An order as an event of the feed has it: whole, as its own screen shows it, or as the board shows it where the store
 * or the catalog did not answer in time.
 */
export type FeedRow = OrderRow | WholeRow

interface FeedData {
  /** The first event of a connection: the whole open board. */
  readonly snapshot: {
    readonly version: number
    readonly server_time: string
    /** An entry that cannot be read is left out by `readFeedEvent`; `isWhole` tells so. */
    readonly orders?: readonly OrderRow[]
    readonly isWhole?: boolean
    readonly alarms?: readonly Alarm[]
  }
  /** One order changed. No row: it is to be asked for, as a server of an older version sends none. Null: there is none. */
  readonly order: { readonly order_id: string; readonly version: number; readonly row?: FeedRow | null }
  /** An alarm began, goes on, or is over; `alarms` are those there are now. */
  readonly alarm: { readonly code: string; readonly alarms?: readonly Alarm[] }
  readonly hb: { readonly version: number; readonly server_time: string }
  readonly bye: { readonly retry_ms: number }
}

/** What the feed sends: server-sent events, each with this name and this JSON as its data. */
export type FeedEvent = {
  readonly [Name in keyof FeedData]: { readonly event: Name; readonly data: FeedData[Name] }
}[keyof FeedData]

export const feedPath = '/api/desk/feed'

/** A heartbeat comes this often; a tablet that hears nothing for `feedSilenceMs` has lost its feed. */
export const feedHeartbeatMs = 10_000
export const feedSilenceMs = 22_000

const stateOfDesk = { version: 'number', server_time: 'string' } as const
/** Without these fields an event is none. */
const required: { readonly [Name in keyof FeedData]: Readonly<Record<string, 'number' | 'string'>> } = {
  snapshot: stateOfDesk,
  order: { order_id: 'string', version: 'number' },
  alarm: { code: 'string' },
  hb: stateOfDesk,
  bye: { retry_ms: 'number' },
}

/**
 * Reads an event; `data` is its parsed JSON. A row that cannot be read is left out, and the others stay.
 * @returns nothing where the event is none of ours. @throws {TypeError} where it is, and lacks what it must have.
 */
export function readFeedEvent(event: string, data: unknown): FeedEvent | undefined {
  if (!Object.hasOwn(required, event)) return undefined
  const name = event as keyof FeedData
  if (!isRecord(data)) throw new TypeError(event)
  for (const [field, type] of Object.entries(required[name])) {
    if (typeof data[field] !== type) throw new TypeError(field)
  }
  // Each field that it must have was just looked at.
  return { event: name, data: { ...data, ...readable[name]?.(data) } } as FeedEvent
}

/** The fields of an event that may be missing or unreadable, as far as they can be read. */
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
