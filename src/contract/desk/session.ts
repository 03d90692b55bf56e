import * as z from 'zod/mini'
import { AnyNumber, oneOf, OptionalText, Text, Texts } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

const Named = z.object({ id: Text, name: Text })

/** `live` uses a vendor service; `practice` and `demo` use the simulator, on a server or in the page. */
const modes = ['live', 'practice', 'demo'] as const
export type Mode = (typeof modes)[number]
export const Mode = oneOf(modes)

/**
 * The requesting tablet and person, and the server's clock. Open to all: an unknown tablet gets the mode and nulls.
 */
export const Session = z.object({
  device: z.nullable(Named),
  staff: z.nullable(Named),
  /** The people who can sign in; for enrolled tablets only. */
  staff_names: Texts,
  mode: Mode,
  /** When this tablet's enrolment ends, ISO 8601. Given in its last 14 days if use has not extended it. */
  enrolment_ends_at: OptionalText,
  /** ISO 8601 in UTC. The page counts down on this clock and not on the tablet's. */
  server_time: Text,
  /** Estimated time that an order waits for its answer, in seconds. */
  response_window_seconds: AnyNumber,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({ method: 'GET', path: '/api/desk/session', answer: Session })

/**
 * Signs a person in on an enrolled tablet, for 12 hours or until it is idle for 30 minutes, but not while an order
 * waits. Replaces the previous sign-in.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/desk/session',
  body: z.object({ name: Text, pin: Text }),
  answer: Session,
})

/** Ends the sign-in. The tablet stays enrolled and keeps ringing. */
export const signOut = endpoint({ method: 'DELETE', path: '/api/desk/session', answer: Session })
