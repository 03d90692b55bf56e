/** Time as a dependency, so that tests control it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /**
   * Milliseconds since an arbitrary moment, for spans within this process. It cannot be set, and includes time
   * asleep, so that a time limit also expires while the machine sleeps.
   */
  steady(): number
  /** Resolves after `ms` milliseconds, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void
}

/** The part of a clock that a page needs. */
export type PageClock = Pick<Clock, 'now' | 'sleep'>

export const pageClock: PageClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, ms))
      signal?.addEventListener('abort', done)
    }),
}
