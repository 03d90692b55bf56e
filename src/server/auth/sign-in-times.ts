import type { Clock } from '#contract/clock.ts'
import type { SignIn } from '#server/storage/store.ts'
import { heldAtMostMs, idleMs, signInLifeMs } from '#domain/lifetimes.ts'

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

export interface SignInTimes {
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
