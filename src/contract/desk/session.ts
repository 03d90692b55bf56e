import { endpoint } from '#contract/endpoint.ts'
import { AnyNumber, Flag, Nothing, oneOf, OptionalText, Text, Texts } from '#contract/plain.ts'
import { TabletRole } from './tablet-role.ts'
import * as z from 'zod/mini'

const Named = z.object({ id: Text, name: Text })

const Device = z.object({
  ...Named.shape,
  /** Older servers omit it: a counter. */
  role: z.optional(TabletRole),
  /** Of a station: the categories whose lines it shows; null shows all lines. */
  category_ids: z.optional(z.nullable(Texts)),
  /** Of a station: the categories of all the shop's stations together; null if one of them shows all lines. */
  covered_ids: z.optional(z.nullable(Texts)),
})

/** `live` uses a vendor service; `practice` and `demo` use the simulator, on a server or in the page. */
const modes = ['live', 'practice', 'demo'] as const
export type Mode = (typeof modes)[number]
export const Mode = oneOf(modes)

/**
 * The requesting tablet and person, and the server's clock. Open to all: an unknown tablet gets the mode and nulls.
 */
export const Session = z.object({
  device: z.nullable(Device),
  staff: z.nullable(Named),
  /** The people who can sign in; for paired counters and stations only. */
  staff_names: Texts,
  mode: Mode,
  /** When this tablet's pairing ends, ISO 8601. Given in its last 14 days if use has not extended it. */
  enrolment_ends_at: OptionalText,
  /** ISO 8601 in UTC. The page counts down on this clock and not on the tablet's. */
  server_time: Text,
  /** Estimated time that an order waits for its answer, in seconds. */
  response_window_seconds: AnyNumber,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({ method: 'GET', path: '/api/desk/session', answer: Session })

/**
 * Signs a person in on a paired tablet, for 12 hours or until it is idle for 30 minutes, but not while an order
 * waits. Replaces the previous sign-in.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/desk/session',
  body: z.object({ name: Text, pin: Text }),
  answer: Session,
})

/** Ends the sign-in. The tablet stays paired and keeps ringing. */
export const signOut = endpoint({ method: 'DELETE', path: '/api/desk/session', answer: Session })

/** The state that a tablet reports: everything that has to work for it to ring. */
export const TabletState = z.object({
  /** Sound was turned on for this page by a press. */
  armed: Flag,
  sound: Flag,
  /** The screen is kept awake. */
  awake: Flag,
  feed: Flag,
  notifications: Flag,
  /** The tablet was touched since its last beat. */
  touched: Flag,
})
export type TabletState = z.infer<typeof TabletState>

/**
 * A tablet's beat, sent every 30 s and when its state changes. `tab` tells the pages of one browser apart, so that a
 * second page that shows the catalog does not report the tablet as silent. `is_display` is of a page that shows the
 * customers' display: whoever sees it learns of no new order. Older pages omit it.
 */
export const presence = endpoint({
  method: 'POST',
  path: '/api/desk/presence',
  body: z.object({ ...TabletState.shape, tab: OptionalText, is_display: z.optional(Flag) }),
  answer: z.object({ data: Nothing }),
})

export const presenceBeatMs = 30_000
/** A tablet without a beat for this long counts as absent. One lost beat is tolerated, two are not. */
export const presenceLostMs = 75_000
