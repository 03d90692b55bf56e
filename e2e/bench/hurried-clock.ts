import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClock } from '#testing/clock.ts'

const haste = 40
/** The maximum delay of a platform timer. */
const longestMs = 2 ** 31 - 1

/**
 * A clock that shortens the pauses of the catalog walk, so that its work is measured. Timeouts stay as they are,
 * because a slow machine needs them.
 */
export function hurriedClock(): TestClock {
  const start = performance.now()
  const now = () => Date.UTC(2026, 10, 20) + (performance.now() - start) * haste
  return {
    now,
    steady: now,
    set: () => undefined,
    sleep: async (ms, signal) =>
      sleep(Math.min(ms / haste, longestMs), undefined, { signal, ref: false }).catch(() => undefined),
    after(ms, call) {
      const timer = setTimeout(call, Math.min(ms, longestMs)).unref()
      return () => clearTimeout(timer)
    },
    advance: (ms) => sleep(ms / haste),
  }
}
