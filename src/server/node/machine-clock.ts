import { uptime } from 'node:os'
import type { Clock } from '#contract/clock.ts'
import { createSteady, withoutShortJumps } from '#contract/clock-jumps.ts'
import { systemClock } from '#contract/system-clock.ts'

const steady = createSteady({
  wall: systemClock.now,
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
})

/** The clock of a server: the machine's, without short jumps. */
export const machineClock: Clock = { ...systemClock, steady, now: withoutShortJumps(systemClock.now, steady) }
