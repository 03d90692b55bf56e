import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Flag, NullableText, oneOf, Text, Texts } from '#contract/plain.ts'

// The shops of a chain at a glance. Each desk summarizes itself; one desk reads the summaries of the others, with a key
// for each. Timestamps are ISO 8601 in UTC.

/** The currency, the number of orders and what they come to: an exact decimal text, such as `1234.5`. */
const Sales = z.object({ currency: Text, orders: AnyNumber, total: Text })

const Today = z.object({
  /** The beginning of the day in the shop's own time zone. */
  from: Text,
  time_zone: Text,
  /** Orders received since then. */
  orders: AnyNumber,
  /** Those that were cancelled while they waited. */
  missed: AnyNumber,
  /** The money of those that are being prepared, ready or completed, as in a report; null for a key that may not read reports. */
  sales: z.nullable(z.array(Sales)),
})

/**
 * One shop's current state, without customers, items or staff. Codes and conditions are plain texts, because a newer
 * desk may know more of them.
 */
export const ShopSummary = z.object({
  /** The time of the desk that answers: all others of the summary are on the same clock. */
  server_time: Text,
  /** Orders that wait for an answer, and since when the first of them does. */
  waiting: AnyNumber,
  waiting_since: NullableText,
  /** Counters that are connected, and how many of them would ring for a new order. */
  counters: z.object({ there: AnyNumber, ringing: AnyNumber }),
  /** What each printer last said of itself (`printerConditions`). */
  printers: z.array(z.object({ name: Text, is: Text, since: Text })),
  /** Problems of the whole desk. `about` are the names of what it concerns. */
  alarms: z.array(z.object({ code: Text, since: Text, about: z.optional(Texts) })),
  today: Today,
})
export type ShopSummary = z.infer<typeof ShopSummary>

/**
 * This shop's own summary. For a manager, or a key with `orders:read`; today's money only for a manager and a key with
 * `reports:read`.
 */
export const readSummary = endpoint({
  method: 'GET',
  path: '/api/desk/summary',
  answer: z.object({ data: ShopSummary }),
})

/**
 * Why the latest reading of another desk failed. `no_key`: none was added. `key_lost`: it cannot be decrypted any more.
 * `not_allowed`: its address is neither public nor named by `OUTBOUND_ALLOW`. `key_limited`: the key may not read
 * orders. `needs_update`: an older version without summaries.
 */
export const shopProblems = [
  'no_key',
  'key_lost',
  'no_contact',
  'too_slow',
  'not_https',
  'bad_certificate',
  'not_allowed',
  'key_refused',
  'key_limited',
  'needs_update',
  'busy',
  'failing',
  'unreadable',
] as const
export type ShopProblem = (typeof shopProblems)[number]

const ShopLine = z.object({
  /** Null for this shop, if `OTHER_DESKS` does not name it. */
  name: NullableText,
  url: Text,
  is_here: Flag,
  has_key: Flag,
  /** Null while the latest reading succeeded, and before the first. */
  problem: z.nullable(oneOf(shopProblems)),
  /** When it last answered; before the first answer, when it was first asked. Of this desk's clock. */
  since: NullableText,
  /** The latest one, with its times on this desk's clock; null before the first. */
  summary: z.nullable(ShopSummary),
})
export type ShopLine = z.infer<typeof ShopLine>

export const shops = {
  /** Every shop's line, in the order of `OTHER_DESKS`. The other desks are read while somebody asks for this. */
  list: endpoint({
    method: 'GET',
    path: '/api/desk/shops',
    answer: z.object({ data: z.array(ShopLine), meta: z.object({ server_time: Text }) }),
  }),
  /**
   * Stores the key with which another desk is read; null removes it. No answer ever has a key. 422 `bad_shop_key`, 404
   * `not_found` for a desk that `OTHER_DESKS` does not name.
   */
  saveKey: endpoint({
    method: 'PUT',
    path: '/api/desk/shop-keys',
    body: z.object({ url: Text, key: NullableText }),
    answer: z.object({ data: z.object({ url: Text, has_key: Flag }) }),
  }),
} as const

/** How often another desk is read while somebody looks, and for how long after, in milliseconds. */
export const shopsReadEveryMs = 5_000
export const shopsReadForMs = 60_000
