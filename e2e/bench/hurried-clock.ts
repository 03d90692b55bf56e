import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClock } from '#testing/clock.ts'

const haste = 40

/** A clock on which the walk's pauses are short, so that its work is what is measured. */
export function hurriedClock(): TestClock {
  const start = performance.now()
  const now = () => Date.UTC(2026, 10, 20) + (performance.now() - start) * haste
  return {
    now,
    steady: now,
    set: () => undefined,
    sleep: async (ms, signal) =>
      sleep(Math.min(ms / haste, 2 ** 31 - 1), undefined, { signal, ref: false }).catch(() => undefined),
    advance: (ms) => sleep(ms / haste),
  }
}
