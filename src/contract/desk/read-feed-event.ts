import { isRecord } from '#contract/json.ts'
import type { FeedData, FeedEvent } from './feed.ts'
import { Alarm, OrderRow, WholeRow } from './inbox.ts'
import { Shortage } from './shortages.ts'
import * as z from 'zod/mini'

const stateOfDesk = { version: 'number', server_time: 'string' } as const
/** Fields that an event must have. */
const required: { readonly [Name in keyof FeedData]: Readonly<Record<string, 'number' | 'string'>> } = {
  snapshot: stateOfDesk,
  order: { order_id: 'string', version: 'number' },
  alarm: { code: 'string' },
  hb: stateOfDesk,
  shortages: {},
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
  snapshot({ orders, alarms, shortages }) {
    const sent = Array.isArray(orders) ? (orders as unknown[]) : undefined
    const rows = sent?.map((row) => valueIn(OrderRow, row)).filter((row) => row !== undefined)
    return {
      orders: rows,
      isWhole: rows !== undefined && rows.length === sent?.length,
      alarms: alarmsIn(alarms),
      shortages: shortagesIn(shortages),
    }
  },
  order: ({ row }) => ({ row: row === null ? null : (valueIn(WholeRow, row) ?? valueIn(OrderRow, row)) }),
  alarm: ({ alarms }) => ({ alarms: alarmsIn(alarms) }),
  shortages: ({ shortages }) => ({ shortages: shortagesIn(shortages) ?? [] }),
}

const shortagesIn = (value: unknown) => valueIn(z.array(Shortage), value)

const alarmsIn = (value: unknown) => valueIn(z.array(Alarm), value)

function valueIn<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> | undefined {
  const read = z.safeParse(schema, value)
  return read.success ? read.data : undefined
}
