/** Time, as a part that is handed in: so that a test can hold it, and nothing waits by itself. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /**
   * Milliseconds since nobody knows when, for spans within this process: the time that really passes, which nobody sets.
   * What the machine slept has passed on it: what was to happen within a time must not happen after it.
   */
  steady(): number
  /** Resolves after so many milliseconds, or at once when the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back after so many milliseconds, unless what it returns is called first. */
  after(ms: number, call: () => void): () => void
}

/** What a page needs of one. */
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
