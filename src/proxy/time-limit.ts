import type { Clock } from '#contract/clock.ts'

export class TimedOut extends Error {
  constructor(ms: number) {
    super(`There was no answer within ${ms} ms.`)
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
      reject(new TimedOut(ms))
      limit.abort()
    })
    run(limit.signal).then(resolve, reject).finally(callOff)
  })
}
