import type { NamedDevice } from './devices.ts'
import type { Clock } from '#contract/clock.ts'
import { readName, readPin } from '#contract/desk/people.ts'
import { heldAtMostMs, idleMs, signInLifeMs } from '#domain/people.ts'
import { newToken, type Pins, type RandomBytes } from '#server/runtime/credentials.ts'
import type { LogStore, PeopleStore, Person, SignIn } from '#server/storage/store.ts'
import { pinLimits } from '#server/storage/tries.ts'
import { notesBy, refusal } from './auth-outcomes.ts'
import { findPerson } from './staff.ts'

interface PinCheckDeps {
  readonly store: PeopleStore & Pick<LogStore, 'appendLog'>
  readonly clock: Clock
  readonly pins: Pins
  readonly randomBytes: RandomBytes
}

/** @returns the person with that name, if the PIN matches. @throws {HttpError} */
type CheckPin = (device: NamedDevice, typedName: string, typedPin: string) => Promise<Person>

/**
 * Checks PINs. Counts a try before it checks the PIN and takes it back on success, so that parallel guesses cannot
 * exceed the limit.
 */
export function createPinCheck({ store, clock, pins, randomBytes }: PinCheckDeps): CheckPin {
  let nobodysHash: Promise<string> | undefined

  /** The hash of an unused PIN, created once. */
  const hashOfNobody = (): Promise<string> =>
    (nobodysHash ??= pins.hash(newToken(randomBytes)).catch((error: unknown) => {
      nobodysHash = undefined
      throw error
    }))

  return async (device, typedName, typedPin) => {
    const name = readName(typedName)
    const pin = readPin(typedPin)
    if (name === undefined) throw refusal.badName()
    if (pin === undefined) throw refusal.badPin()
    const person = await findPerson(store, name)
    const limits = pinLimits(device.id, person?.id)
    const now = clock.now()
    const refused = await store.beginTry(limits, now)
    if (refused)
      throw refusal.tooManyTries(refused.subject === limits[0]?.subject ? 'tablet' : 'person', refused.until, now)
    // An unknown name takes as long to check as a known one.
    const nobodys = await hashOfNobody()
    const isRight = await pins.verify(pin, person?.pinHash ?? nobodys)
    if (!person || !isRight) {
      // An unknown name may be a PIN typed into the wrong field, so it is not logged.
      await store.appendLog(
        notesBy(clock, { person: person?.name ?? '?', tablet: device.name })('sign in', undefined, 'failed'),
      )
      throw refusal.badCredentials()
    }
    await store.takeBackTry(
      limits.map(({ subject }) => subject),
      now,
    )
    return person
  }
}

/** When a sign-in ends, on the steady clock. */
interface SignInEnd {
  /** At the end of the shift, or after the tablet was idle for too long. */
  readonly endsAt: number
  /** However long orders wait. */
  readonly heldUntil: number
  /** This process has seen it valid and measures its ends by the steady clock, so an end is final. */
  readonly isCounted: boolean
}

/** A known sign-in: its stored timestamp, and its ends on the steady clock. */
interface Known {
  readonly usedAt: number
  readonly idleEnds: number
  readonly lifeEnds: number
}

interface SignInTimes {
  endOf(signIn: SignIn): SignInEnd
  /** When it was last used, on the current wall clock. */
  usedAt(signIn: SignIn): number
  /** Records a use, stored under this timestamp. Also called for a new sign-in. */
  noteUse(signIn: SignIn, usedAt: number): void
}

/** More sign-ins than a shop has in a day. */
const knownAtMost = 1000

/**
 * Ends sign-ins by elapsed time. Once this process has seen a sign-in valid, its ends are measured by the steady clock,
 * and setting the wall clock does not move them. After a restart only the wall clock is available. So a sign-in that
 * seems over at first sight is checked anew each time, because the clock may be corrected a moment later.
 */
export function createSignInTimes(clock: Pick<Clock, 'now' | 'steady'>): SignInTimes {
  const known = new Map<string, Known>()

  function remember({ tokenHash }: SignIn, times: Known): void {
    known.delete(tokenHash)
    known.set(tokenHash, times)
    const [oldest = ''] = known.keys()
    if (known.size > knownAtMost) known.delete(oldest)
  }

  function timesOf(signIn: SignIn): Known {
    const { tokenHash, usedAt, expiresAt } = signIn
    const before = known.get(tokenHash)
    if (before?.usedAt === usedAt) return before
    const [now, passed] = [clock.now(), clock.steady()]
    // A timestamp in the future counts as now, so that setting the clock back does not extend a sign-in. A use never
    // shortens it, because another server may have stamped it by a wrong clock.
    const idleEnds = passed + Math.min(usedAt + idleMs - now, idleMs)
    const times = {
      usedAt,
      idleEnds: Math.max(idleEnds, before?.idleEnds ?? idleEnds),
      lifeEnds: before?.lifeEnds ?? passed + Math.min(expiresAt - now, signInLifeMs),
    }
    if (before || Math.min(times.idleEnds, times.lifeEnds) > passed) remember(signIn, times)
    return times
  }

  return {
    endOf(signIn) {
      const { idleEnds, lifeEnds } = timesOf(signIn)
      const isCounted = known.has(signIn.tokenHash)
      return { endsAt: Math.min(idleEnds, lifeEnds), heldUntil: lifeEnds + heldAtMostMs, isCounted }
    },
    usedAt: (signIn) => clock.now() + timesOf(signIn).idleEnds - idleMs - clock.steady(),
    noteUse(signIn, usedAt) {
      const { lifeEnds } = timesOf(signIn)
      remember(signIn, { usedAt, lifeEnds, idleEnds: clock.steady() + idleMs })
    },
  }
}
