import type { DeviceHere, PersonHere } from './devices.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { apiTablet } from '#contract/desk/api-keys.ts'
import type { Who } from '#contract/desk/action.ts'
import { answerFailure, type HttpError } from '#server/http/http-error.ts'
import type { Sender } from '#server/http/request-context.ts'
import { jsonBody, type KeyHere, sameOriginOnly, type Guarded } from '#server/http/guard.ts'
import { refusal } from './auth-outcomes.ts'
import type { Visitor } from './visitor.ts'
import type { Sessions } from './session.ts'

/**
 * Each gate is enough by itself: a gate for actions also checks the tablet. They set `device`, and `person`. All but
 * `enrolledOnly` answer 403 `role_forbidden` as it does.
 */
export interface RoleGate {
  /**
   * 401 `not_enrolled`, from the recent-device cache, then 403 `role_forbidden`. Does not look up the sign-in: reads are
   * far more frequent than actions.
   */
  readonly enrolledOnly: MiddlewareHandler
  /** The same without the cache, and sets the signed-in person, if any. */
  readonly enrolledAndNamed: MiddlewareHandler
  /** Adds 403 `sign_in_required`, but not for a station, whose marks need nobody's name. */
  readonly signedInOrStation: MiddlewareHandler
  /** Adds 403 `sign_in_required`. */
  readonly signedInOnly: MiddlewareHandler
  /** Adds 403 `manager_required`. */
  readonly managerOnly: MiddlewareHandler
  /** The same, except for the person in `:personId`. */
  readonly managerOrSelf: MiddlewareHandler
}

/** The gates for counters alone: an address lets stations and displays in only if it names them. */
export interface Gate extends RoleGate {
  /** The same gates for tablets of these roles. */
  of(...roles: readonly TabletRole[]): RoleGate
}

// The context of any route; the first middleware and the gate set its variables.
type Here = Pick<Context, 'var'>

/** Checks the sender of a request. Runs after the checks of the request itself and before those of its content. */
export function createGate(sessions: Pick<Sessions, 'recognize' | 'identify' | 'noteUse'>): Gate {
  const pass =
    (
      refusalFor: (visitor: Visitor, c: Context) => HttpError | undefined,
      { isNamed = true, isPersonal = true } = {},
    ): MiddlewareHandler =>
    async (c, next) => {
      // A key was let in before, by the scope of the address (`key-gate.ts`).
      if ((c as Context<Guarded>).var.key) return next()
      const { cookie } = senderOf(c)
      const visitor: Visitor = isNamed
        ? await sessions.identify(cookie)
        : { ...(await sessions.recognize(cookie)), person: null }
      const refused = refusalFor(visitor, c)
      if (refused) return withCookies(c, answerFailure(refused), [...visitor.clearCookies, ...visitor.freshCookies])
      c.set('device', visitor.device)
      c.set('person', visitor.person)
      // Pages poll by themselves, so only requests that change something count as use.
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

  function of(...roles: readonly TabletRole[]): RoleGate {
    const noTablet = ({ device }: Visitor) => {
      if (!device) return refusal.notEnrolled()
      return roles.includes(device.role) ? undefined : refusal.roleForbidden()
    }
    const notSignedIn = (visitor: Visitor) =>
      noTablet(visitor) ?? (visitor.person ? undefined : refusal.signInRequired())
    const noManager = (visitor: Visitor) =>
      notSignedIn(visitor) ?? (visitor.person?.isManager ? undefined : refusal.managerRequired())
    const noManagerNorSelf = (visitor: Visitor, c: Context) =>
      notSignedIn(visitor) ?? (visitor.person?.id === c.req.param('personId') ? undefined : noManager(visitor))

    return {
      enrolledOnly: pass(noTablet, { isNamed: false }),
      enrolledAndNamed: pass(noTablet, { isPersonal: false }),
      signedInOrStation: pass((visitor) =>
        visitor.device?.role === 'station' ? noTablet(visitor) : notSignedIn(visitor),
      ),
      signedInOnly: pass(notSignedIn),
      managerOnly: pass(noManager),
      managerOrSelf: pass(noManagerNorSelf),
    }
  }

  return { ...of('counter'), of }
}

/** The checks of every address that takes an action, in order. */
export const actingOnly = (gate: RoleGate): readonly MiddlewareHandler<Guarded>[] => [
  sameOriginOnly,
  jsonBody,
  gate.signedInOnly,
]

export const senderOf = (c: Here): Sender => (c as Context<Guarded>).var.sender

/** Adds cookies to set and to clear to the answer. */
export function withCookies(c: Here, response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) {
    response.headers.append('Set-Cookie', cookie)
    senderOf(c).keepCookie?.(cookie)
  }
  return response
}

/** The paired tablet. @throws {HttpError} on a route without a gate, so that a forgotten gate lets nobody in. */
export function tabletOf(c: Here): DeviceHere {
  const { device } = (c as Context<Passed>).var
  if (!device) throw refusal.notEnrolled()
  return device
}

/** What the tablet is for; a program sees what counters see. @throws {HttpError} as `tabletOf`. */
export const roleOf = (c: Here): TabletRole => (keyOf(c) ? 'counter' : tabletOf(c).role)

/** The signed-in person. @throws {HttpError} if there is no sign-in. */
export function personOf(c: Here): PersonHere {
  const { person } = (c as Context<Passed>).var
  if (!person) throw refusal.signInRequired()
  return person
}

/** The acting person and tablet, or the program, by the names in the log. @throws {HttpError} as `tabletOf` and `personOf`. */
export function whoActs(c: Here): Who {
  const key = keyOf(c)
  if (key) return { person: key.name, tablet: apiTablet, key: true }
  return { tablet: tabletOf(c).name, person: personOf(c).name }
}

/** The program that asks; undefined for a tablet. */
export const keyOf = (c: Here): KeyHere | undefined => (c as Context<Guarded>).var.key

/** Identifies the tablet or the program. @throws {HttpError} as `tabletOf`. */
export function callerId(c: Here): string {
  const key = keyOf(c)
  return key ? idOfKey(key.id) : tabletOf(c).id
}

/** How the id of a key is told from that of a tablet. */
export const idOfKey = (keyId: string): string => `key ${keyId}`

/** The sender where a tablet alone is enough: without a person's name if nobody is signed in. */
export const personOrTablet = (c: Here): Who => ({
  person: (c as Context<Passed>).var.person?.name ?? '',
  tablet: tabletOf(c).name,
})

interface Passed {
  Variables: { device?: DeviceHere | null; person?: PersonHere | null }
}
