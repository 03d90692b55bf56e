import type { Clock } from '#contract/clock.ts'

export class TimedOut extends Error {
  /** `cause` is what became of the work when it was cut off, where it said so at once. */
  constructor(ms: number, cause?: unknown) {
    super(`There was no answer within ${ms} ms.`, { cause })
  }
}

/**
 * Runs something that must not last: when the time is up its signal aborts, and nobody waits for it any longer.
 * @throws {TimedOut} after `ms` milliseconds, else whatever `run` throws.
 */
export function withTimeLimit<T>(clock: Clock, ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  return new Promise((resolve, reject) => {
    const callOff = clock.after(ms, () => {
      limit.abort()
      // It may say how far it had come; who does not is not waited for.
      clock.after(0, () => reject(new TimedOut(ms)))
    })
    // A result that comes now is too late.
    const end = (result: T) => limit.signal.aborted || resolve(result)
    const fail = (error: unknown) => reject(limit.signal.aborted ? new TimedOut(ms, error) : error)
    run(limit.signal).then(end, fail).finally(callOff)
  })
}

/**
 * The same for what one can do without.
 * @returns `'late'` where the time was up.
 * @throws whatever else `run` throws.
 */
export const unlessLate = <T>(clock: Clock, ms: number, run: () => Promise<T>): Promise<T | 'late'> =>
  withTimeLimit(clock, ms, run).catch((error: unknown) => {
    if (error instanceof TimedOut) return 'late'
    throw error
  })
