/** The database's clock, as estimated by this process. */
export interface DatabaseClock {
  /** Milliseconds since 1970, whole. Between two looks it advances by the process's monotonic clock. */
  now(): number
  /** Reads the database's time. @returns that time. */
  look(read: () => Promise<number>): Promise<number>
}

/** A slower answer is too imprecise. */
const trustedWithinMs = 1_000

/** `monotonic` is in milliseconds. `look` must be called before anything else. */
export function createDatabaseClock(monotonic: () => number = () => performance.now()): DatabaseClock {
  let ahead: number | undefined
  return {
    now: () => Math.round(monotonic() + (ahead ?? Number.NaN)),
    async look(read) {
      const askedAt = monotonic()
      const there = await read()
      const halfwayMs = (monotonic() - askedAt) / 2
      const seen = there - askedAt - halfwayMs
      // It stays while it may be right, so that it does not jitter by the time that reading takes.
      const isOff = ahead === undefined || Math.abs(seen - ahead) > halfwayMs
      if (isOff && (ahead === undefined || 2 * halfwayMs <= trustedWithinMs)) ahead = seen
      return there
    },
  }
}
