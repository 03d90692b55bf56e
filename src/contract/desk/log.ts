import * as z from 'zod/mini'
import { NullableNumber, NullableText, OptionalText, Text } from '#contract/plain.ts'
import { isRecord } from '#contract/json.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Who } from './action.ts'

/** One row of the action log: who did what, and what came of it. Moments are ISO 8601, in UTC. */
const LogEntry = z.object({
  at: Text,
  /** `accept`, `reject`, `ready`, or what else the desk writes down. */
  what: Text,
  order_id: NullableText,
  /** The order's print number, where the desk still knows it. */
  number: NullableText,
  /** The person or the tablet that it concerns, by name. */
  about: OptionalText,
  by: z.nullable(Who),
  /** What was asked for, without codes and without anybody's own words. */
  sent: z.nullable(z.custom<Readonly<Record<string, unknown>>>(isRecord)),
  vendor: z.nullable(z.object({ status: NullableNumber, message: NullableText })),
  outcome: Text,
  /** By the vendor's answer, a re-read at once, a later reading, or one after a crash; null while it is unknown. */
  settled_by: NullableText,
  /** From the tap to this outcome. */
  took_ms: NullableNumber,
  /** How often the vendor was asked to do it. */
  posts: NullableNumber,
})
export type LogEntry = z.infer<typeof LogEntry>

/** An order of which only items were rejected is not over: the service asks the customer. */
export const asksCustomer = (what: string, outcome: string, sent: { readonly item_ids?: unknown } | null): boolean =>
  what === 'reject' && outcome === 'done' && sent?.item_ids !== undefined

/** Where nobody did one of these, the `desk` command did: nobody is signed in for it. */
export const commandActions: readonly string[] = ['make code', 'cut off', 'add person', 'remove person', 'new pin']

/**
 * Newest first; `before` is `meta.next` of the page before. Of one order, of what was done before the moment `until`, or
 * by the person `by`, of whom a page may have few rows or none though older ones have more. With `format=csv` all of it,
 * as a file, whose last column has the local time in `zone`, as `Asia/Baghdad`.
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
