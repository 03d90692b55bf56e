import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClock } from '#testing/clock.ts'

const haste = 40
/** That a timer of the platform waits. */
const longestMs = 2 ** 31 - 1

/**
 * A clock on which the walk's pauses are short, so that its work is what is measured. How long something may take is as
 * long as ever: a slow machine would not come to an answer in a fortieth of it.
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
