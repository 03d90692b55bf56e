/** The clocks of a machine, each in milliseconds. */
interface MachineClocks {
  /** Since 1970; somebody may set it. */
  readonly wall: () => number
  /** Since some moment; nobody can set it, and on some systems it stands still while the machine sleeps. */
  readonly monotonic: () => number
  /** Since the machine started, its sleep included. Where a platform has none, the wall clock stands in: a jump ahead counts as sleep. */
  readonly uptime?: () => number
}

/** A jump of less is a correction that a time service makes by small steps, and is followed at once. */
const jumpMs = 2_000
/** So long the wall clock stays where it jumped to before the jump is believed. */
const believedAfterMs = 60_000
/** A machine without a battery starts in 1970: a clock that was never set is no clock to hold on to. */
const earliest = Date.UTC(2026)

/** The time that really passes: the monotonic clock, and what the machine slept. It begins as the wall clock does. */
export function createSteady({ wall, monotonic, uptime = wall }: MachineClocks): () => number {
  let aheadOf = wall() - monotonic()
  let uptimeAheadOf = uptime() - monotonic()
  const begunAt = aheadOf
  let sleptMs = 0
  return () => {
    const at = monotonic()
    const seen = wall() - at
    // The uptime costs the reading of a file: it is read only where the wall clock jumps, as it does after a sleep.
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
 * The wall clock without its short jumps: it goes on by the time that really passes, and a jump is believed once the wall
 * clock has stayed there for a minute. Why: a clock that a time service, an operator or a host sets wrong and right again
 * within seconds would end sign-ins, leases and countdowns that a moment later are good, and nothing brings those back;
 * while a correction that stays is only a minute late. What a machine slept has passed, and is no jump: a laptop that is
 * opened shows the right time at once. A clock from before 2026 was never set, as on a machine without a battery that
 * started before its time service: the first later time is believed at once.
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
