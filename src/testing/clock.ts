import type { Clock } from '#contract/clock.ts'
import { createSteady, withoutShortJumps } from '#contract/system-clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Advances by this many ms; sleepers wake in order and run to their next wait. */
  advance(ms: number): Promise<void>
  /** Changes the wall clock of the machine without elapsed time. A server accepts it after a minute. */
  set(byMs: number): void
}

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** Lets everything started by now run: promises, streams, a turn of the event loop. */
const reconcile = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function createTestClock(start = Date.parse('2026-11-20T12:00:00Z')): TestClock {
  let now = start
  let setByMs = 0
  const wall = () => now + setByMs
  const steady = createSteady({ wall, monotonic: () => now, uptime: () => now })
  const calm = withoutShortJumps(wall, steady)
  const sleepers = new Set<Sleeper>()
  function after(ms: number, call: () => void): () => void {
    const sleeper: Sleeper = { at: now + ms, wake: call }
    sleepers.add(sleeper)
    return () => sleepers.delete(sleeper)
  }
  return {
    now: calm,
    steady,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const callOff = after(ms, resolve)
        signal?.addEventListener('abort', () => {
          callOff()
          resolve()
        })
      }),
    set(byMs) {
      setByMs += byMs
      // Keeps the polling of a server from looping forever.
      calm()
    },
    async advance(ms) {
      const until = now + ms
      await reconcile()
      for (;;) {
        const [next] = [...sleepers].toSorted((one, other) => one.at - other.at)
        if (!next || next.at > until) break
        now = Math.max(now, next.at)
        sleepers.delete(next)
        next.wake()
        await reconcile()
      }
      now = until
      await reconcile()
    },
  }
}
