import type { Context, MiddlewareHandler } from 'hono'
import type { Who } from '#contract/desk/action.ts'
import { answerFailure, type HttpError } from '#server/http/http-error.ts'
import type { Sender } from '#server/http/request-context.ts'
import { jsonBody, sameOriginOnly, type Guarded } from '#server/http/guard.ts'
import { refusal } from './auth-errors.ts'
import type { DeviceHere, PersonHere, Visitor } from './visitor.ts'
import type { Sessions } from './session.ts'

/** Each is enough by itself: whoever may act is on a tablet that may read. They set `device`, and `person`. */
export interface Gate {
  /**
   * 401 `not_enrolled`, by what was known of the tablet a moment ago. Who is signed in there is not looked up: tablets read
   * far more than people act.
   */
  readonly enrolledOnly: MiddlewareHandler
  /** The same as of now, and tells who is signed in there, if anybody. */
  readonly enrolledAndNamed: MiddlewareHandler
  /** and 403 `sign_in_required` */
  readonly signedInOnly: MiddlewareHandler
  /** and 403 `manager_required` */
  readonly managerOnly: MiddlewareHandler
  /** the same, but for whoever the address concerns by its `:personId` */
  readonly managerOrSelf: MiddlewareHandler
}

// The context of any route: what stands in it is told by the first middleware of all, and by the gate.
type Here = Pick<Context, 'var'>

/** Lets a request pass by who sent it. Put it behind the checks of the request itself, before those of its words. */
export function createGate(sessions: Pick<Sessions, 'recognize' | 'identify' | 'noteUse'>): Gate {
  const pass =
    (
      refusalFor: (visitor: Visitor, c: Context) => HttpError | undefined,
      { isNamed = true, isPersonal = true } = {},
    ): MiddlewareHandler =>
    async (c, next) => {
      const { cookie } = senderOf(c)
      const visitor: Visitor = isNamed
        ? await sessions.identify(cookie)
        : { ...(await sessions.recognize(cookie)), person: null }
      const refused = refusalFor(visitor, c)
      if (refused) return withCookies(c, answerFailure(refused), [...visitor.clearCookies, ...visitor.freshCookies])
      c.set('device', visitor.device)
      c.set('person', visitor.person)
      // A page asks by itself; what changes something, a person wants.
      if (visitor.person && isPersonal && !['GET', 'HEAD'].includes(c.req.method)) {
        await sessions.noteUse(cookie)
      }
      await next()
      for (const line of visitor.freshCookies) {
        c.header('Set-Cookie', line, { append: true })
        senderOf(c).keepCookie?.(line)
      }
      return undefined
    }

  const notEnrolled = ({ device }: Visitor) => (device ? undefined : refusal.notEnrolled())
  const notSignedIn = (visitor: Visitor) =>
    notEnrolled(visitor) ?? (visitor.person ? undefined : refusal.signInRequired())
  const noManager = (visitor: Visitor) =>
    notSignedIn(visitor) ?? (visitor.person?.isManager ? undefined : refusal.managerRequired())

  const noManagerNorSelf = (visitor: Visitor, c: Context) =>
    visitor.person && visitor.person.id === c.req.param('personId') ? undefined : noManager(visitor)

  return {
    enrolledOnly: pass(notEnrolled, { isNamed: false }),
    enrolledAndNamed: pass(notEnrolled, { isPersonal: false }),
    signedInOnly: pass(notSignedIn),
    managerOnly: pass(noManager),
    managerOrSelf: pass(noManagerNorSelf),
  }
}

/** The checks of every address at which a person acts, in their order. */
export const actingOnly = (gate: Gate): readonly MiddlewareHandler<Guarded>[] => [
  sameOriginOnly,
  jsonBody,
  gate.signedInOnly,
]

export const senderOf = (c: Here): Sender => (c as Context<Guarded>).var.sender

/** The answer with cookies to keep and to drop. */
export function withCookies(c: Here, response: Response, lines: readonly string[]): Response {
  for (const line of lines) {
    response.headers.append('Set-Cookie', line)
    senderOf(c).keepCookie?.(line)
  }
  return response
}

/** The tablet that the gate let in. @throws {HttpError} on a route without a gate, which so lets nobody in. */
export function tabletOf(c: Here): DeviceHere {
  const { device } = (c as Context<Passed>).var
  if (!device) throw refusal.notEnrolled()
  return device
}

/** The person who is signed in. @throws {HttpError} where nobody is. */
export function personOf(c: Here): PersonHere {
  const { person } = (c as Context<Passed>).var
  if (!person) throw refusal.signInRequired()
  return person
}

/** Who acts, by the names that go into the log. @throws {HttpError} as `tabletOf` and `personOf`. */
export const whoActs = (c: Here): Who => ({ tablet: tabletOf(c).name, person: personOf(c).name })

/** Who asks on a tablet that may do so by itself: without a name while nobody is signed in. */
export const personOrTablet = (c: Here): Who => ({
  person: (c as Context<Passed>).var.person?.name ?? '',
  tablet: tabletOf(c).name,
})

interface Passed {
  Variables: { device?: DeviceHere | null; person?: PersonHere | null }
}
