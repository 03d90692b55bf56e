import type { Clock } from '#contract/clock.ts'
import { logBug, type Log } from './bug.ts'

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
