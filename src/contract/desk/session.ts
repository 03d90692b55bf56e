import * as z from 'zod/mini'
import { AnyNumber, oneOf, OptionalText, Text, Texts } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

const Named = z.object({ id: Text, name: Text })

/** `live` speaks with a vendor service; `practice` and `demo` with the simulator, on a server or in the page. */
const modes = ['live', 'practice', 'demo'] as const
export type Mode = (typeof modes)[number]
export const Mode = oneOf(modes)

/** Who is asking, as which tablet, and on what clock. Open to all: a stranger learns the mode and nulls. */
export const Session = z.object({
  device: z.nullable(Named),
  staff: z.nullable(Named),
  /** Who may sign in here; told to enrolled tablets only. */
  staff_names: Texts,
  mode: Mode,
  /** When this tablet is a stranger again, ISO 8601; said in the last 14 days before, where use did not put it off. */
  enrolment_ends_at: OptionalText,
  /** ISO 8601, in UTC: the page counts down on this clock, not on the tablet's. */
  server_time: Text,
  /** How long an order is thought to wait for its answer, in seconds. */
  response_window_seconds: AnyNumber,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({ method: 'GET', path: '/api/desk/session', answer: Session })

/**
 * Signs a person in on an enrolled tablet, for 12 hours, or until nobody touches it for 30 minutes; but not while an
 * order waits. Whoever was signed in there before no longer is.
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/api/desk/session',
  body: z.object({ name: Text, pin: Text }),
  answer: Session,
})

/** Ends the sign-in; the tablet stays enrolled, and rings on. */
export const signOut = endpoint({ method: 'DELETE', path: '/api/desk/session', answer: Session })
