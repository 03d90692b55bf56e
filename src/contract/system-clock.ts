import { pageClock, type Clock } from './clock.ts'
import { createSteady } from './clock-jumps.ts'

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
