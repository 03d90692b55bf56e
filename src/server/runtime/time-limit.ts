import type { Clock } from '#contract/clock.ts'

export class TimedOut extends Error {
  /** `cause` is the outcome of the aborted work, if it gave one at once. */
  constructor(ms: number, cause?: unknown) {
    super(`There was no answer within ${ms} ms.`, { cause })
  }
}

/**
 * Runs work with a time limit: when it is up the signal aborts and the result is ignored.
 * @throws {TimedOut} after `ms` milliseconds, else whatever `run` throws.
 */
export function withTimeLimit<T>(clock: Clock, ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  return new Promise((resolve, reject) => {
    const callOff = clock.after(ms, () => {
      limit.abort()
      // The work may report how far it got, but is not waited for.
      clock.after(0, () => reject(new TimedOut(ms)))
    })
    // A result that comes now is too late.
    const end = (result: T) => limit.signal.aborted || resolve(result)
    const fail = (error: unknown) => reject(limit.signal.aborted ? new TimedOut(ms, error) : error)
    run(limit.signal).then(end, fail).finally(callOff)
  })
}

/** The same for optional work. @returns `'late'` when the time is up. @throws whatever else `run` throws. */
export const unlessLate = <T>(clock: Clock, ms: number, run: () => Promise<T>): Promise<T | 'late'> =>
  withTimeLimit(clock, ms, run).catch((error: unknown) => {
    if (error instanceof TimedOut) return 'late'
    throw error
  })
