import type { Clock } from '#contract/clock.ts'

export class TimedOut extends Error {
  constructor(ms: number) {
    super(`There was no answer within ${ms} ms.`)
  }
}

/** A reason at hand: one that the platform makes costs more than the rest of a short wait. */
const nobodyLooks = new Error('It is over.')

/**
 * Runs something that must not last: when the time is up its signal aborts, and nobody waits for it any longer.
 * @throws {TimedOut} after `ms` milliseconds, else whatever `run` throws.
 */
export async function withTimeLimit<T>(clock: Clock, ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const finished = new AbortController()
  const running = run(limit.signal)
  const timeIsUp = clock.sleep(ms, finished.signal).then(() => {
    if (finished.signal.aborted) return running
    limit.abort()
    running.catch(() => undefined) // What it says after its time interests nobody.
    throw new TimedOut(ms)
  })
  try {
    return await Promise.race([running, timeIsUp])
  } finally {
    finished.abort(nobodyLooks)
  }
}
