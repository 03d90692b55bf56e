import type { Clock } from '#contract/clock.ts'
import { StoreUnavailable, type Device, type PeopleStore, type Person, type SignIn } from '#proxy/store/store.ts'
import type { CookieName, Cookies } from './cookies.ts'
import { isToken, type Sha256 } from './credentials.ts'
import {
  cookieEveryMs,
  enrolmentEndSaidMs,
  enrolmentLifeMs,
  heldAtMostMs,
  idleMs,
  notedEveryMs,
} from './people-lives.ts'
import type { RecentDevices } from './people-recent.ts'

export interface DeviceHere {
  readonly id: string
  readonly name: string
}

export interface PersonHere extends DeviceHere {
  readonly isManager: boolean
}

/** What sent a request. Both lists are values of `Set-Cookie` headers. */
export interface Tablet {
  readonly device: DeviceHere | null
  /** Cookies that are good for longer now; they go with any answer. */
  readonly freshCookies: readonly string[]
  /**
   * Clears the cookies that are no good. It goes with a refusal, or with who asks who this is, alone: with the answer
   * to a request that was under way while somebody signed in, it would clear the new cookie.
   */
  readonly clearCookies: readonly string[]
  /** When the tablet is a stranger again, where that is soon: milliseconds since 1970. */
  readonly endsAt?: number
}

export interface Visitor extends Tablet {
  readonly person: PersonHere | null
}

/** What a request carries of our cookies, and whom they belong to. */
export interface Visitors {
  /** The tablet alone, as it was known a moment ago: who is signed in there is not looked up. */
  recognize(cookieHeader: string | undefined): Promise<Tablet>
  identify(cookieHeader: string | undefined): Promise<Visitor>
  /** The tablet whose cookie it is, however long it was away. */
  findDevice(cookieHeader: string | undefined): Promise<Device | undefined>
  /** Notes that the person did something, once a minute at most. */
  noteUse(cookieHeader: string | undefined): Promise<void>
  /** The hash under which the store knows a cookie. */
  hashOf(cookieHeader: string | undefined, name: CookieName): Promise<string | undefined>
  clearing(cookieHeader: string | undefined, names: readonly CookieName[]): string[]
  /** The tablet's cookie with its whole life before it. */
  deviceCookie(device: DeviceHere, token: string): string
}

interface VisitorParts {
  readonly store: PeopleStore & RecentDevices
  readonly clock: Clock
  readonly sha256: Sha256
  readonly cookies: Cookies
  /** Since when, without a break, orders have been waiting. */
  readonly waitingSince: () => number | undefined
}

export function createVisitors({ store, clock, sha256, cookies, waitingSince }: VisitorParts): Visitors {
  /** When each tablet's cookie was last set by this process. */
  const cookieSetAt = new Map<string, number>()

  /** The one value of a cookie, where it may be one of ours. */
  function tokenOf(header: string | undefined, name: CookieName): string | undefined {
    const [token, ...others] = cookies.read(header, name)
    return token !== undefined && others.length === 0 && isToken(token) ? token : undefined
  }

  async function hashOf(header: string | undefined, name: CookieName): Promise<string | undefined> {
    const token = tokenOf(header, name)
    return token === undefined ? undefined : sha256(token)
  }

  const clearing = (header: string | undefined, names: readonly CookieName[]): string[] =>
    names.filter((name) => cookies.read(header, name).length > 0).map(cookies.clear)

  async function findDevice(header: string | undefined, find = store.findDevice): Promise<Device | undefined> {
    const hash = await hashOf(header, 'desk_device')
    return hash === undefined ? undefined : find(hash)
  }

  const wasAwayTooLong = ({ lastSeenAt }: Device): boolean => clock.now() - lastSeenAt > enrolmentLifeMs

  /** A sign-in that was used in the future was used now: a clock that was set back does not put its end off. */
  async function findSignIn(header: string | undefined): Promise<SignIn | undefined> {
    const hash = await hashOf(header, 'desk_person')
    const signIn = hash === undefined ? undefined : await store.findSignIn(hash)
    const now = clock.now()
    if (!signIn || signIn.usedAt <= now + notedEveryMs) return signIn
    await isWritten(store.touchSignIn(signIn.tokenHash, now))
    return { ...signIn, usedAt: now }
  }

  async function findPerson(header: string | undefined, device: DeviceHere): Promise<Person | undefined> {
    const signIn = await findSignIn(header)
    if (!signIn || signIn.deviceId !== device.id || isOver(signIn)) return undefined
    return (await store.people()).find(({ id }) => id === signIn.personId)
  }

  /** It ends with the shift, or when nobody touches the tablet; but not as long as orders wait that waited then. */
  function isOver({ expiresAt, usedAt }: SignIn): boolean {
    const now = clock.now()
    const endsAt = Math.min(expiresAt, usedAt + idleMs)
    const since = waitingSince()
    const isHeld = since !== undefined && since <= endsAt && now < expiresAt + heldAtMostMs
    return now >= endsAt && !isHeld
  }

  /**
   * Notes that the tablet was here; where that cannot be written, it may read all the same.
   * @returns when it was here last, as the store knows it.
   */
  async function noteSeen({ id, lastSeenAt }: Device): Promise<number> {
    const now = clock.now()
    if (now - lastSeenAt < notedEveryMs) return lastSeenAt
    return (await isWritten(store.touchDevice(id, now))) ? now : lastSeenAt
  }

  async function noteUse(header: string | undefined): Promise<void> {
    const signIn = await findSignIn(header)
    if (!signIn || isOver(signIn) || clock.now() - signIn.usedAt < notedEveryMs) return
    await isWritten(store.touchSignIn(signIn.tokenHash, clock.now()))
  }

  function deviceCookie({ id }: DeviceHere, token: string): string {
    cookieSetAt.set(id, clock.now())
    return cookies.set('desk_device', token, enrolmentLifeMs / 1000)
  }

  /** Sets the tablet's cookie anew, once a day at most. */
  function slide(header: string | undefined, device: Device): string[] {
    const token = tokenOf(header, 'desk_device')
    const setAt = cookieSetAt.get(device.id) ?? device.enrolledAt
    const isFresh = clock.now() - setAt < cookieEveryMs
    return token === undefined || isFresh ? [] : [deviceCookie(device, token)]
  }

  async function tabletOf(header: string | undefined, device: Device | undefined): Promise<Tablet> {
    if (!device)
      return { device: null, freshCookies: [], clearCookies: clearing(header, ['desk_device', 'desk_person']) }
    // It keeps its cookie: where the clock stands ahead, it is in again as soon as that is set right.
    if (wasAwayTooLong(device)) return { device: null, freshCookies: [], clearCookies: [] }
    const endsAt = (await noteSeen(device)) + enrolmentLifeMs
    return {
      device: deviceHere(device),
      freshCookies: slide(header, device),
      clearCookies: [],
      ...(endsAt - clock.now() <= enrolmentEndSaidMs && { endsAt }),
    }
  }

  const recognize = async (header: string | undefined): Promise<Tablet> =>
    tabletOf(header, await findDevice(header, store.findRecentDevice))

  async function identify(header: string | undefined): Promise<Visitor> {
    const tablet = await tabletOf(header, await findDevice(header))
    if (!tablet.device) return { ...tablet, person: null }
    const person = await findPerson(header, tablet.device)
    if (!person) return { ...tablet, person: null, clearCookies: clearing(header, ['desk_person']) }
    return { ...tablet, person: personHere(person) }
  }

  return { recognize, identify, findDevice, noteUse, hashOf, clearing, deviceCookie }
}

export const deviceHere = ({ id, name }: Device): DeviceHere => ({ id, name })
export const personHere = ({ id, name, isManager }: Person): PersonHere => ({ id, name, isManager })

/** @returns whether it was. */
async function isWritten(writing: Promise<void>): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return false
  }
}
