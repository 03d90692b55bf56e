import { type Clock, pageClock } from './clock.ts'

/** The clocks of a machine, in milliseconds. */
interface MachineClocks {
  /** Since 1970. It can be set. */
  readonly wall: () => number
  /** Since an arbitrary moment. It cannot be set, and on some systems it stops while the machine sleeps. */
  readonly monotonic: () => number
  /** Since boot, including sleep. Without it the wall clock is used: a forward jump then counts as sleep. */
  readonly uptime?: () => number
}

/** A smaller jump is a gradual correction by a time service, and is followed at once. */
const jumpMs = 2_000
/** The wall clock must stay where it jumped to for this long before the jump is accepted. */
const believedAfterMs = 60_000
/** A machine without a battery starts in 1970. A clock that was never set is not worth holding on to. */
const earliest = Date.UTC(2026)

/** The time that really passes: the monotonic clock plus time asleep. Starts at the wall clock's value. */
export function createSteady({ wall, monotonic, uptime = wall }: MachineClocks): () => number {
  let aheadOf = wall() - monotonic()
  let uptimeAheadOf = uptime() - monotonic()
  const begunAt = aheadOf
  let sleptMs = 0
  return () => {
    const at = monotonic()
    const seen = wall() - at
    // Reading the uptime means reading a file, so it is read only when the wall clock jumps, as after sleep.
    if (Math.abs(seen - aheadOf) > jumpMs / 2) {
      aheadOf = seen
      const gap = uptime() - at
      if (gap - uptimeAheadOf >= jumpMs) sleptMs += gap - uptimeAheadOf
      uptimeAheadOf = gap
    }
    return Math.round(begunAt + at + sleptMs)
  }
}

/**
 * Returns the wall clock without short jumps. It advances by the time that really passes, and accepts a jump only
 * after the wall clock has kept it for a minute. Otherwise a clock that is set wrong and corrected within seconds
 * would end sign-ins, leases and countdowns for good. A lasting correction is only a minute late. Sleep is elapsed
 * time and not a jump, so a laptop shows the right time as soon as it is opened. A clock from before 2026 was never
 * set: its first later time is accepted at once.
 */
export function withoutShortJumps(wall: () => number, steady: () => number): () => number {
  let believed = wall() - steady()
  let jump: { readonly to: number; readonly since: number } | undefined
  return () => {
    const passed = steady()
    const seen = wall() - passed
    const isNear = (other: number) => Math.abs(seen - other) <= jumpMs
    const wasNeverSet = passed + believed < earliest && passed + seen >= earliest
    if (isNear(believed) || wasNeverSet || (jump && isNear(jump.to) && passed - jump.since >= believedAfterMs)) {
      believed = seen
      jump = undefined
    } else if (!jump || !isNear(jump.to)) jump = { to: seen, since: passed }
    return Math.round(passed + believed)
  }
}

/** The clock of the machine, as it is set. */
export const systemClock: Clock = {
  ...pageClock,
  steady: createSteady({ wall: pageClock.now, monotonic: () => performance.now() }),
  after(ms, call) {
    // Node warns about negative delays.
    const timer = setTimeout(call, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
