import { pageClock, type Clock } from './clock.ts'

/** Counts on by whichever of two clocks went further since the last look: one that may be set, and one that may not. */
export function createSteady(settable: () => number, monotonic: () => number): () => number {
  let last = { settable: settable(), monotonic: monotonic() }
  let passed = last.settable
  return () => {
    const next = { settable: settable(), monotonic: monotonic() }
    passed += Math.max(0, next.settable - last.settable, next.monotonic - last.monotonic)
    last = next
    return Math.round(passed)
  }
}

/** The clock of the machine. */
export const systemClock: Clock = {
  ...pageClock,
  steady: createSteady(pageClock.now, () => performance.now()),
  after(ms, call) {
    // Node warns of less than nothing.
    const timer = setTimeout(call, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}
