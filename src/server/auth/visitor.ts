import type { Clock } from '#contract/clock.ts'
import { StoreUnavailable, type Device, type PeopleStore, type Person, type SignIn } from '#server/storage/store.ts'
import type { CookieName, Cookies } from './cookies.ts'
import { isToken, type Sha256 } from '#server/runtime/credentials.ts'
import { cookieEveryMs, enrolmentEndSaidMs, enrolmentLifeMs, notedEveryMs } from '#domain/people.ts'
import { type RecentDevices, type DeviceHere, deviceHere, type PersonHere, personHere } from './devices.ts'
import { createSignInTimes } from './sign-in.ts'

/** The sender of a request. Both lists are values of `Set-Cookie` headers. */
export interface Tablet {
  readonly device: DeviceHere | null
  /** Renewed cookies, for any answer. */
  readonly freshCookies: readonly string[]
  /**
   * Clears invalid cookies. Only for refusals and session answers: with the answer to a request that was under way
   * during a sign-in, it would clear the new cookie.
   */
  readonly clearCookies: readonly string[]
  /** When the pairing ends, if soon: milliseconds since 1970. */
  readonly endsAt?: number
}

export interface Visitor extends Tablet {
  readonly person: PersonHere | null
}

/** Reads the cookies of a request and finds their owners. */
export interface Visitors {
  /** The tablet alone, from the recent-device cache; does not look up the sign-in. */
  recognize(cookieHeader: string | undefined): Promise<Tablet>
  identify(cookieHeader: string | undefined): Promise<Visitor>
  /** The tablet of this cookie, however long it was away. */
  findDevice(cookieHeader: string | undefined): Promise<Device | undefined>
  /** Records use by the person, at most once a minute. */
  noteUse(cookieHeader: string | undefined): Promise<void>
  /** The hash that identifies a cookie in the store. */
  hashOf(cookieHeader: string | undefined, name: CookieName): Promise<string | undefined>
  clearing(cookieHeader: string | undefined, names: readonly CookieName[]): string[]
  /** The tablet's cookie with its full lifetime. */
  deviceCookie(device: Pick<Device, 'id'>, token: string): string
  /** Records a new sign-in. */
  noteSignIn(signIn: SignIn): void
}

interface VisitorDeps {
  readonly store: PeopleStore & RecentDevices
  readonly clock: Clock
  readonly sha256: Sha256
  readonly cookies: Cookies
  /** Since when orders have been waiting without a break; on the steady clock. */
  readonly waitingSince: () => number | undefined
}

export function createVisitors({ store, clock, sha256, cookies, waitingSince }: VisitorDeps): Visitors {
  /** When this process last set each tablet's cookie. */
  const cookieSetAt = new Map<string, number>()
  /** When each tablet was last here, on the steady clock. */
  const hereAt = new Map<string, number>()
  const times = createSignInTimes(clock)

  /** The single well-formed value of a cookie. */
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

  /** A tablet seen by this process is measured by elapsed time and not by the wall clock. */
  const wasAwayTooLong = ({ id, lastSeenAt }: Device): boolean =>
    clock.now() - lastSeenAt > enrolmentLifeMs &&
    clock.steady() - (hereAt.get(id) ?? Number.NEGATIVE_INFINITY) > enrolmentLifeMs

  /** If the clock was set since the last use, stores the use's time anew, for the next process. */
  async function findSignIn(header: string | undefined): Promise<SignIn | undefined> {
    const hash = await hashOf(header, 'desk_person')
    const signIn = hash === undefined ? undefined : await store.findSignIn(hash)
    if (!signIn) return undefined
    const usedAt = times.usedAt(signIn)
    if (Math.abs(signIn.usedAt - usedAt) > notedEveryMs) await isWritten(store.touchSignIn(signIn.tokenHash, usedAt))
    return signIn
  }

  const personOf = async ({ personId }: SignIn): Promise<Person | undefined> =>
    (await store.people()).find(({ id }) => id === personId)

  /** Whether a sign-in ended by its shift or idle time; not while orders wait that were waiting then. */
  function isOver(signIn: SignIn): boolean {
    const { endsAt, heldUntil } = times.endOf(signIn)
    const now = clock.steady()
    const since = waitingSince()
    const isHeld = since !== undefined && since <= endsAt && now < heldUntil
    return now >= endsAt && !isHeld
  }

  /**
   * Records that the tablet was here. If that fails, the tablet can still read.
   * @returns when it was last here, according to the store.
   */
  async function noteSeen({ id, lastSeenAt }: Device): Promise<number> {
    const now = clock.now()
    hereAt.set(id, clock.steady())
    if (Math.abs(now - lastSeenAt) < notedEveryMs) return lastSeenAt
    return (await isWritten(store.touchDevice(id, now))) ? now : lastSeenAt
  }

  async function noteUse(header: string | undefined): Promise<void> {
    const signIn = await findSignIn(header)
    const now = clock.now()
    if (!signIn || isOver(signIn) || now - times.usedAt(signIn) < notedEveryMs) return
    if (await isWritten(store.touchSignIn(signIn.tokenHash, now))) times.noteUse(signIn, now)
  }

  function deviceCookie({ id }: Pick<Device, 'id'>, token: string): string {
    cookieSetAt.set(id, clock.now())
    hereAt.set(id, clock.steady())
    return cookies.set('desk_device', token, enrolmentLifeMs / 1000)
  }

  /** Renews the tablet's cookie, at most once a day. */
  function slide(header: string | undefined, device: Device): string[] {
    const token = tokenOf(header, 'desk_device')
    const setAt = cookieSetAt.get(device.id) ?? device.enrolledAt
    const isFresh = Math.abs(clock.now() - setAt) < cookieEveryMs
    return token === undefined || isFresh ? [] : [deviceCookie(device, token)]
  }

  async function tabletOf(header: string | undefined, device: Device | undefined): Promise<Tablet> {
    if (!device)
      return { device: null, freshCookies: [], clearCookies: clearing(header, ['desk_device', 'desk_person']) }
    // It keeps its cookie: if the clock is ahead, it is valid again once that is corrected.
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
    const signIn = await findSignIn(header)
    const person = signIn?.deviceId === tablet.device.id ? await personOf(signIn) : undefined
    if (signIn && person && !isOver(signIn)) return { ...tablet, person: personHere(person) }
    // If only the wall clock says that it ended, the clock may be corrected in a moment.
    const isForGood = !signIn || !person || times.endOf(signIn).isCounted
    return { ...tablet, person: null, clearCookies: isForGood ? clearing(header, ['desk_person']) : [] }
  }

  const noteSignIn = (signIn: SignIn): void => times.noteUse(signIn, signIn.usedAt)

  return { recognize, identify, findDevice, noteUse, hashOf, clearing, deviceCookie, noteSignIn }
}

/** @returns whether the write succeeded. */
async function isWritten(writing: Promise<void>): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return false
  }
}
