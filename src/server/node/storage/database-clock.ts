/** The clock of a database, as this process knows it. */
export interface DatabaseClock {
  /** Milliseconds since 1970, whole ones. Between two looks it counts on by the process's own monotonic clock. */
  now(): number
  /** Asks what time it is there. @returns the answer. */
  look(read: () => Promise<number>): Promise<number>
}

/** An answer that took longer says too little of when it was given. */
const trustedWithinMs = 1_000

/** `monotonic` in milliseconds. The first look comes before anything else. */
export function createDatabaseClock(monotonic: () => number = () => performance.now()): DatabaseClock {
  let ahead: number | undefined
  return {
    now: () => Math.round(monotonic() + (ahead ?? Number.NaN)),
    async look(read) {
      const askedAt = monotonic()
      const there = await read()
      const halfwayMs = (monotonic() - askedAt) / 2
      const seen = there - askedAt - halfwayMs
      // As long as it may be right it stays, so that it does not go back and forth by the time that asking takes.
      const isOff = ahead === undefined || Math.abs(seen - ahead) > halfwayMs
      if (isOff && (ahead === undefined || 2 * halfwayMs <= trustedWithinMs)) ahead = seen
      return there
    },
  }
}
