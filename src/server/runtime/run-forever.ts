import type { Clock } from '#contract/clock.ts'
import { logBug, type Log } from './bug.ts'

interface Loop {
  /** By which it stands in the log. */
  readonly name: string
  readonly clock: Pick<Clock, 'sleep'>
  readonly log: Log
  /** The pause after a mistake, in milliseconds. */
  readonly pauseMs: number
}

/**
 * Takes one step after another until the signal aborts; a step rests by itself. A mistake of our own in one of them is
 * written down, and after a pause the next one is taken: what goes on as long as the desk does must not end unseen while
 * all else goes on. Never rejects.
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
