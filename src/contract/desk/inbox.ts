import * as z from 'zod/mini'
import { AnyNumber, Anything, Flag, NullableText, oneOf, OptionalText, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import type { CatalogReach } from './catalog.ts'
import { Lane } from './lane.ts'
import type { HandOver, Pick } from './marks.ts'
import { Who } from './action.ts'

// The orders that this desk has heard of. Moments are ISO 8601, in UTC, on the server's clock.

/** Why a row shows no order, or an old one. */
const problems = ['unread', 'not_found', 'unreadable', 'vendor', 'token', 'bad_id', 'cancelled'] as const
export type Problem = (typeof problems)[number]

/** What was last done to an order from this desk, and what came of it. */
const LastAction = z.object({
  action: Text,
  outcome: Text,
  by: z.nullable(Who),
  at: Text,
})

/** Somebody, until a moment. */
const ForNow = z.nullable(z.object({ by: Who, until: Text }))

/** One order as the board shows it. */
export const OrderRow = z.object({
  order_id: Text,
  /** When the desk first heard of it. */
  received_at: Text,
  /** By when it should be answered: an estimate. */
  respond_by: NullableText,
  /** When the vendor last showed it; nothing where it never did. */
  read_at: NullableText,
  lane: Lane,
  /** The order as the vendor showed it, without hand-over codes while on the board; read it with `readOrder`. */
  order: Anything,
  problem: z.nullable(oneOf(problems)),
  /** The id as the webhook told it, where that is none that we put into an address. */
  told_id: NullableText,
  /** Who has opened it to answer it; the others may still answer. */
  answering: ForNow,
  acknowledged: ForNow,
  last_action: z.nullable(LastAction),
  /** What was last done, whatever came of a later try. A server of an older version leaves it out. */
  last_done: z.optional(z.nullable(z.object({ action: Text, at: Text }))),
  /** The lines as they were before the customer changed them, while the order waits for a new answer. */
  before_change: z.nullable(Anything),
  /** Codes are sold on it, by the catalog; not where that does not tell. A server of an older version leaves it out. */
  is_digital: z.optional(Flag),
  /** Of lines as they are now; by our own server, so nothing of it is looked through once more. */
  picks: z.custom<readonly Pick[]>(Array.isArray),
  handed_over: z.custom<HandOver | null>(),
  /** It came back. */
  returned: z.custom<HandOver | null>(),
  /** How many copies of its ticket were asked for. */
  prints: AnyNumber,
  /** Of two rows of one order the one with the higher version is the newer one. A server of an older version leaves it out. */
  version: z.optional(AnyNumber),
  /** Whether the board lists it: it is open, or nobody has seen yet that it was called off. Left out as `version` is. */
  is_on_board: z.optional(Flag),
})
export type OrderRow = z.infer<typeof OrderRow>

export const OneRow = z.object({ data: OrderRow })

/** Something that concerns the whole board: a refused webhook, an unreadable one, a full disk. */
export const Alarm = z.object({ code: Text, since: Text, count: AnyNumber })
export type Alarm = z.infer<typeof Alarm>

const BoardMeta = z.object({ version: AnyNumber, server_time: Text, alarms: z.array(Alarm) })

/** What happened to an order, oldest first. */
const TimelineEntry = z.object({
  at: Text,
  what: Text,
  detail: NullableText,
  by: z.nullable(Who),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The catalog's item behind a line, what they agree in (`reference`, `barcode` or `id`), and when all of it was last read. */
const ItemMatch = z.object({ line: Text, by: Text, item: Anything, read_at: z.optional(NullableText) })
export type ItemMatch = z.infer<typeof ItemMatch>

/**
 * The catalog's items behind an order's lines, and how much of the catalog was searched for them. A server of an older
 * version leaves the latter out.
 */
const OrderMatches = z.object({
  matches: z.array(ItemMatch),
  catalog_state: z.optional(oneOf<CatalogReach>(['whole', 'growing', 'short'])),
})
export type OrderMatches = z.infer<typeof OrderMatches>

/** One order with all that its own screen shows. */
export const WholeRow = z.object({
  ...OrderRow.shape,
  timeline: z.array(TimelineEntry),
  ...OrderMatches.shape,
  /** Hand-over codes are still being read by one server of several, or the matches: an answer soon has them. */
  codes_pending: z.optional(Flag),
})
export type WholeRow = z.infer<typeof WholeRow>

export const inbox = {
  /** `view` is `open` or `closed`; `q` looks among all three numbers and the customer's name; `before` is the last `received_at` of a page. */
  list: endpoint({
    method: 'GET',
    path: '/api/desk/orders',
    query: z.object({ view: OptionalText, q: OptionalText, before: OptionalText }),
    answer: z.object({ data: z.array(OrderRow), meta: BoardMeta }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:orderId',
    answer: z.object({ data: WholeRow }),
  }),
  /** The same for any order of the vendor's, with or without a row. */
  readMatches: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:orderId/matches',
    answer: z.object({ data: OrderMatches }),
  }),
} as const

/** How long an acknowledgement keeps the ring quiet, in milliseconds. */
export const acknowledgedForMs = 45_000
