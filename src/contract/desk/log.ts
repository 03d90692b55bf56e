import * as z from 'zod/mini'
import { NullableNumber, NullableText, OptionalText, Text } from '#contract/plain.ts'
import { isRecord } from '#contract/json.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Who } from './action.ts'

/** One row of the action log: who did what, and the outcome. Timestamps are ISO 8601 in UTC. */
const LogEntry = z.object({
  at: Text,
  /** `accept`, `reject`, `ready`, or another action that the server logs. */
  what: Text,
  order_id: NullableText,
  /** The order's print number, if it is still known. */
  number: NullableText,
  /** The name of the person or tablet that the action concerns. */
  about: OptionalText,
  by: z.nullable(Who),
  /** The request, without codes and free text. */
  sent: z.nullable(z.custom<Readonly<Record<string, unknown>>>(isRecord)),
  vendor: z.nullable(z.object({ status: NullableNumber, message: NullableText })),
  outcome: Text,
  /**
   * How the outcome became known: the vendor's answer, an immediate re-read, a later read, or one after a crash. Null
   * while it is unknown.
   */
  settled_by: NullableText,
  /** From the attempt to its outcome. */
  took_ms: NullableNumber,
  /** How many requests were sent to the vendor for it. */
  posts: NullableNumber,
})
export type LogEntry = z.infer<typeof LogEntry>

/** Whether the customer is asked. A rejection of single items does not end an order. */
export const asksCustomer = (what: string, outcome: string, sent: { readonly item_ids?: unknown } | null): boolean =>
  what === 'reject' && outcome === 'done' && sent?.item_ids !== undefined

/** Actions that nobody needs to be signed in for, because the `desk` command takes them. */
export const commandActions: readonly string[] = [
  'make code',
  'change tablet',
  'cut off',
  'add person',
  'remove person',
  'new pin',
  'add key',
  'remove key',
]

/**
 * The log, newest first. `before` is `meta.next` of the previous page. Filters: one order, entries before the moment
 * `until`, or the person `by`; a page filtered by person may have few rows or none although older ones exist. With
 * `format=csv` returns all of it as a file, whose last column has the local time in `zone`, such as `Asia/Baghdad`.
 */
export const readLog = endpoint({
  method: 'GET',
  path: '/api/desk/log',
  query: z.object({
    order_id: OptionalText,
    until: OptionalText,
    by: OptionalText,
    before: OptionalText,
    format: OptionalText,
    zone: OptionalText,
  }),
  answer: z.object({ data: z.array(LogEntry), meta: z.object({ next: NullableText }) }),
})
