import type { Clock } from '#contract/clock.ts'
import { type Log, logBug } from './bug.ts'

interface Loop {
  /** The name in the log. */
  readonly name: string
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
  /** The pause after a bug, in milliseconds. */
  readonly pauseMs: number
}

/**
 * Runs one step after another until the signal aborts; each step waits by itself. Logs a bug in a step and continues
 * after a pause, because a background loop must not end unnoticed while the server goes on. Never rejects.
 */
export async function runForever(
  { name, clock, log, pauseMs }: Loop,
  closing: AbortSignal,
  step: () => Promise<void>,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await step()
    } catch (error) {
      logBug(log, name, error)
      await clock.sleep(pauseMs, closing)
    }
  }
}

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

/** Runs at most `atOnce` pieces of work at a time, first come, first served, whatever their outcome. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Runs work in turns. All who call before a turn begins share it. */
export function sharedTurn(inTurn: ReturnType<typeof createTurns>, work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined
  return () =>
    (next ??= inTurn(async () => {
      // The turn may come at once, before the variable is set.
      await Promise.resolve()
      next = undefined
      await work()
    }))
}
