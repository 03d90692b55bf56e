import type { Clock } from '#contract/clock.ts'
import type { SignIn } from '#server/storage/store.ts'
import { heldAtMostMs, idleMs, signInLifeMs } from '#domain/lifetimes.ts'

/** When a sign-in ends, on the steady clock. */
interface SignInEnd {
  /** With the shift, or when nobody has touched the tablet for too long. */
  readonly endsAt: number
  /** However long orders wait. */
  readonly heldUntil: number
  /** This process has seen it good, and counts by itself: an end is one for good. */
  readonly isCounted: boolean
}

/** What is known of a sign-in: the stamp that the store has, and the ends on the steady clock. */
interface Known {
  readonly usedAt: number
  readonly idleEnds: number
  readonly lifeEnds: number
}

export interface SignInTimes {
  endOf(signIn: SignIn): SignInEnd
  /** When it was used last, as the wall clock is now. */
  usedAt(signIn: SignIn): number
  /** It was used just now, which the store knows under this stamp; a new one begins so. */
  noteUse(signIn: SignIn, usedAt: number): void
}

/** More sign-ins than a shop has in a day. */
const knownAtMost = 1000

/**
 * A sign-in ends by the time that really passed: as soon as this process has seen it good, its ends are counted by the
 * steady clock, and no setting of the wall clock moves them. Across a restart only the wall clock can tell; so one that
 * seems to be over at first sight is looked at anew each time, for the clock may be set right a moment later.
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
    // A stamp of the future was made just now: a clock that was set back does not put the end off. A use never brings it
    // nearer: another server may have stamped it by a clock that was set.
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
