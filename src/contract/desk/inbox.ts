import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Lane } from './lane.ts'
import type { HandOver, Pick } from './marks.ts'
import { Who } from './who.ts'

// The orders that this desk has heard of. Moments are ISO 8601, in UTC, on the server's clock.

/** Why a row shows no order, or an old one. */
const problems = ['unread', 'not_found', 'unreadable', 'vendor', 'token', 'bad_id', 'cancelled'] as const
export type Problem = (typeof problems)[number]

/** What was last done to an order from this desk, and what came of it. */
const LastAction = z.object({
  action: z.string(),
  outcome: z.string(),
  by: z.nullable(Who),
  at: z.string(),
})

/** One order as the board shows it. */
export const OrderRow = z.object({
  order_id: z.string(),
  /** When the desk first heard of it. */
  received_at: z.string(),
  /** By when it should be answered: an estimate. */
  respond_by: z.nullable(z.string()),
  /** When the vendor last showed it; nothing where it never did. */
  read_at: z.nullable(z.string()),
  lane: Lane,
  /** The order as the vendor showed it, without hand-over codes while on the board; read it with `readOrder`. */
  order: z.unknown(),
  problem: z.nullable(z.custom<Problem>((value) => problems.some((problem) => problem === value))),
  /** The id as the webhook told it, where that is none that we put into an address. */
  told_id: z.nullable(z.string()),
  /** Who has opened it to answer it; the others may still answer. */
  answering: z.nullable(z.object({ by: Who, until: z.string() })),
  acknowledged: z.nullable(z.object({ by: Who, until: z.string() })),
  last_action: z.nullable(LastAction),
  /** The lines as they were before the customer changed them, while the order waits for a new answer. */
  before_change: z.nullable(z.unknown()),
  /** Of lines as they are now; by our own server, so nothing of it is looked through once more. */
  picks: z.custom<readonly Pick[]>(Array.isArray),
  handed_over: z.custom<HandOver | null>(),
  /** It came back. */
  returned: z.custom<HandOver | null>(),
  /** How many copies of its ticket were asked for. */
  prints: z.number(),
})
export type OrderRow = z.infer<typeof OrderRow>

const ReadRow = z.object({
  ...OrderRow.shape,
  /** Whether the board lists it: it is open, or nobody has seen yet that it was called off. */
  is_on_board: z.boolean(),
  /** Of what is told here: an event of the feed with this one or an earlier one brings nothing new. */
  version: z.number(),
})

/** Something that concerns the whole board: a refused webhook, an unreadable one, a full disk. */
const Alarm = z.object({ code: z.string(), since: z.string(), count: z.number() })
export type Alarm = z.infer<typeof Alarm>

const BoardMeta = z.object({ version: z.number(), server_time: z.string(), alarms: z.array(Alarm) })

/** What happened to an order, oldest first. */
const TimelineEntry = z.object({
  at: z.string(),
  what: z.string(),
  detail: z.nullable(z.string()),
  by: z.nullable(Who),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The catalog's item behind a line, and what they agree in: `reference`, `barcode` or `id`. */
const ItemMatch = z.object({ line: z.string(), by: z.string(), item: z.unknown() })
export type ItemMatch = z.infer<typeof ItemMatch>

export const inbox = {
  /** `view` is `open` or `closed`; `q` looks among all three numbers; `before` is the last `received_at` of a page. */
  list: endpoint({
    method: 'GET',
    path: '/api/desk/orders',
    query: z.object({ view: z.optional(z.string()), q: z.optional(z.string()), before: z.optional(z.string()) }),
    answer: z.object({ data: z.array(OrderRow), meta: BoardMeta }),
  }),
  /** The row alone, as the list has it: for a board that was told of a change. */
  readRow: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:orderId',
    /** `row`. */
    query: z.object({ only: z.string() }),
    answer: z.object({ data: ReadRow }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/desk/orders/:orderId',
    answer: z.object({
      data: z.object({
        ...ReadRow.shape,
        timeline: z.array(TimelineEntry),
        matches: z.array(ItemMatch),
        /** Hand-over codes are still being read by one server of several, or the matches: an answer soon has them. */
        codes_pending: z.optional(z.boolean()),
      }),
    }),
  }),
  /** Opens an order that no webhook told of. */
  open: endpoint({
    method: 'POST',
    path: '/api/desk/orders',
    body: z.object({ order_id: z.string() }),
    answer: z.object({ data: OrderRow }),
  }),
  /** Stops the ring everywhere for 45 s, in somebody's name. */
  acknowledge: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/acknowledge',
    answer: z.object({ data: OrderRow }),
  }),
  /** "I am answering this": tells the others so for 20 s, and locks nobody out. */
  lease: endpoint({
    method: 'PUT',
    path: '/api/desk/orders/:orderId/lease',
    answer: z.object({ data: OrderRow }),
  }),
  /** "I no longer am." */
  release: endpoint({
    method: 'DELETE',
    path: '/api/desk/orders/:orderId/lease',
    answer: z.object({ data: OrderRow }),
  }),
  /** Takes an order that the vendor does not know off the board, in somebody's name; see `canBePutAside`. */
  putAside: endpoint({
    method: 'POST',
    path: '/api/desk/orders/:orderId/put-aside',
    answer: z.object({ data: OrderRow }),
  }),
} as const

/** How long a lease tells of somebody who says nothing more, in milliseconds. */
export const leaseMs = 20_000

/** How long an acknowledgement keeps the ring quiet, in milliseconds. */
export const acknowledgedForMs = 45_000
