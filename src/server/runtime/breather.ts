import type { Clock } from '#contract/clock.ts'

/** Short enough that nobody waits, and long enough that the pauses take less than the work. */
const stretchMs = 5

/**
 * Gives other work a turn in a long one. A file store answers within one turn of the event loop, so awaiting it is no
 * pause. Call the function between two steps, each of a few milliseconds.
 */
export function createBreather(clock: Pick<Clock, 'steady' | 'sleep'>): () => Promise<void> {
  let restedAt = clock.steady()
  return async () => {
    if (clock.steady() - restedAt < stretchMs) return
    await clock.sleep(0)
    restedAt = clock.steady()
  }
}
