import { afterEach, expect, test, vi } from 'vitest'
import { startPulse } from './pulse.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A worker that beats on command and can fail to load. */
function stubWorker() {
  const made: (EventTarget & { told?: unknown; isOver?: boolean })[] = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      told: unknown
      isOver = false
      constructor() {
        super()
        made.push(this)
      }
      postMessage = (told: unknown) => (this.told = told)
      terminate = () => (this.isOver = true)
    },
  )
  return made
}

test('beats by a worker, which is not throttled in a hidden page', () => {
  const made = stubWorker()
  const beat = vi.fn<() => void>()
  const stop = startPulse(500, beat)
  expect(made.map(({ told }) => told)).toEqual([500])
  made[0]?.dispatchEvent(new Event('message'))
  expect(beat).toHaveBeenCalledTimes(1)
  stop()
  expect(made[0]?.isOver).toBe(true)
})

test('falls back to the page’s timer if the worker is missing or does not load', () => {
  vi.useFakeTimers()
  const withoutWorker = vi.fn<() => void>()
  const stopFirst = startPulse(500, withoutWorker)
  const made = stubWorker()
  const withBrokenWorker = vi.fn<() => void>()
  const stopSecond = startPulse(500, withBrokenWorker)
  made[0]?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(1000)
  expect([withoutWorker.mock.calls.length, withBrokenWorker.mock.calls.length]).toEqual([2, 2])
  stopFirst()
  stopSecond()
  vi.advanceTimersByTime(1000)
  expect([withoutWorker.mock.calls.length, withBrokenWorker.mock.calls.length]).toEqual([2, 2])
})
