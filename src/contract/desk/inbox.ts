import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Anything, Flag, NullableText, oneOf, OptionalText, Text, Texts } from '#contract/plain.ts'
import { Who } from './action.ts'
import type { CatalogReach } from './catalog.ts'
import type { HandOver, Pick } from './marks.ts'
import { OrderOutcome, RejectReason } from './order-outcome.ts'
import { AutoAcceptState } from './accept-moment.ts'
import { isRecord } from '#contract/json.ts'
import { Shortage } from './shortages.ts'
import * as z from 'zod/mini'

/** The lanes of the board: each holds the orders to which the same actions apply. */
export const lanes = ['answer', 'contact', 'preparing', 'ready', 'other', 'closed'] as const
export type Lane = (typeof lanes)[number]
export const Lane = oneOf(lanes)

// The orders that this server knows. Timestamps are ISO 8601 in UTC, on the server's clock.

/** Why a row has no order, or an outdated one. */
const problems = ['unread', 'not_found', 'unreadable', 'vendor', 'token', 'bad_id', 'cancelled'] as const
export type Problem = (typeof problems)[number]

/** The last action on an order from this shop, and its outcome. */
const LastAction = z.object({
  action: Text,
  outcome: Text,
  by: z.nullable(Who),
  at: Text,
})

/** A person, until a moment. */
const ForNow = z.nullable(z.object({ by: Who, until: Text }))

/** One order as the board shows it. */
export const OrderRow = z.object({
  order_id: Text,
  /** When the server first received it. */
  received_at: Text,
  /** Estimated deadline for the answer. */
  respond_by: NullableText,
  /** When the vendor last showed it; null if it never did. */
  read_at: NullableText,
  lane: Lane,
  /** The order as the vendor showed it, without hand-over codes while on the board. Read it with `readOrder`. */
  order: Anything,
  problem: z.nullable(oneOf(problems)),
  /** The id as received in the webhook, if it cannot be used in an address. */
  told_id: NullableText,
  /** The person who has opened it to answer it. Others may still answer. */
  answering: ForNow,
  acknowledged: ForNow,
  last_action: z.nullable(LastAction),
  /** The last completed action, whatever came of later attempts. Older servers omit it. */
  last_done: z.optional(z.nullable(z.object({ action: Text, at: Text, by: z.optional(z.nullable(Who)) }))),
  /** How it ended; null while it is open. Older servers omit it. */
  outcome: z.optional(z.nullable(OrderOutcome)),
  /** Why this shop rejected it; only in the list of closed orders. */
  reject_reason: z.optional(RejectReason),
  /** Who removed it from the board; only in the list of closed orders. Older servers omit it. */
  removed_by: z.optional(Who),
  /** The lines before the customer changed them, while the order waits for a new answer. */
  before_change: z.nullable(Anything),
  /** Whether codes are sold on it, according to the catalog; omitted if unknown, and by older servers. */
  is_digital: z.optional(Flag),
  /** Marks of the current lines. They come from our own server, so they are not validated again. */
  picks: z.custom<readonly Pick[]>(Array.isArray),
  handed_over: z.custom<HandOver | null>(),
  /** The return of the order, if it came back. */
  returned: z.custom<HandOver | null>(),
  /** How many copies of its ticket were requested. */
  prints: AnyNumber,
  /** When it was accepted, as far as this desk knows; null until then. Older servers omit it. */
  accepted_at: z.optional(NullableText),
  /** When it became ready; null while it is not. Older servers omit it. */
  ready_at: z.optional(NullableText),
  /** For stations: the catalog categories of each line, by its `lineKey`. A line without a known category is left out. */
  line_categories: z.optional(z.custom<Readonly<Record<string, readonly string[]>>>(isRecord)),
  /** Of two rows of one order the one with the higher version is newer. Older servers omit it. */
  version: z.optional(AnyNumber),
  /** Whether the board lists it: it is open, or its cancellation has not been seen yet. Older servers omit it. */
  is_on_board: z.optional(Flag),
})
export type OrderRow = z.infer<typeof OrderRow>

export const OneRow = z.object({ data: OrderRow })

/**
 * A problem of the whole board: a refused webhook, an unreadable one, a full disk. `about` are the names of what it
 * concerns, such as printers. `silence`, of `orders_silent`: the last order, and how often one usually comes now.
 */
export const Alarm = z.object({
  code: Text,
  since: Text,
  count: AnyNumber,
  about: z.optional(Texts),
  silence: z.optional(z.object({ since: Text, usual_seconds: AnyNumber })),
})
export type Alarm = z.infer<typeof Alarm>

const BoardMeta = z.object({
  version: AnyNumber,
  server_time: Text,
  alarms: z.array(Alarm),
  /** When a notification, or a test, of the webhook was last understood; null if not known. Older servers omit it. */
  webhook_heard_at: z.optional(NullableText),
  /** The rule that accepts orders, if one is switched on. Older servers omit it. */
  auto_accept: z.optional(AutoAcceptState),
  /** The products that are out today, the latest first. Older servers omit it. */
  shortages: z.optional(z.array(Shortage)),
})

/** The timeline of an order, oldest first. */
const TimelineEntry = z.object({
  at: Text,
  what: Text,
  detail: NullableText,
  by: z.nullable(Who),
  /** Of a rejection. */
  reject_reason: z.optional(RejectReason),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The catalog item behind a line, what matched (`reference`, `barcode` or `id`), and when the item was last read. */
const ItemMatch = z.object({ line: Text, by: Text, item: Anything, read_at: z.optional(NullableText) })
export type ItemMatch = z.infer<typeof ItemMatch>

/**
 * The catalog items behind an order's lines, and how much of the catalog was searched. Older servers omit the latter.
 */
const OrderMatches = z.object({
  matches: z.array(ItemMatch),
  catalog_state: z.optional(oneOf<CatalogReach>(['whole', 'growing', 'short'])),
})
export type OrderMatches = z.infer<typeof OrderMatches>

/** One order with everything that its own screen shows. */
export const WholeRow = z.object({
  ...OrderRow.shape,
  timeline: z.array(TimelineEntry),
  ...OrderMatches.shape,
  /** Another server is still reading the hand-over codes, or the matches are still being looked up. Ask again soon. */
  codes_pending: z.optional(Flag),
})
export type WholeRow = z.infer<typeof WholeRow>

export const inbox = {
  /**
   * `view` is `open` or `closed`. `q` searches the three numbers, the customer's name, and names, references and
   * barcodes of the items: an order has every word of it. Closed orders only: `outcome` is one of `orderOutcomes`; `from` and
   * `before` are moments between which an order was received. The next page is `before` the last `received_at`.
   */
  list: endpoint({
    method: 'GET',
    path: '/api/desk/orders',
    query: z.object({
      view: OptionalText,
      q: OptionalText,
      outcome: OptionalText,
      from: OptionalText,
      before: OptionalText,
    }),
    answer: z.object({ data: z.array(OrderRow), meta: BoardMeta }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:orderId',
    answer: z.object({ data: WholeRow }),
  }),
  /** Matches for any of the vendor's orders, with or without a row. */
  readMatches: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:orderId/matches',
    answer: z.object({ data: OrderMatches }),
  }),
} as const

/** How long an acknowledgement silences the ring, in milliseconds. */
export const acknowledgedForMs = 45_000

/** How many closed orders one page lists. */
export const closedAtOnce = 50
