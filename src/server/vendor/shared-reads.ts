import type { Clock } from '#contract/clock.ts'

interface Cached {
  /** When it was requested, on the steady clock. */
  readonly at: number
  readonly text: Promise<string>
  isUnderWay: boolean
}

/** Reads that several callers request at once, each made once. */
export interface SharedReads {
  /** The result of the same key from the last `keptForMs`, or of a read under way; else reads it now. */
  read(key: string, make: () => Promise<string>): Promise<string>
}

/**
 * Shares reads. A failed read is not cached: the next caller gets the current state, and never an old answer in place
 * of a failure.
 */
export function createSharedReads(clock: Clock, keptForMs: number, keptAtMost: number): SharedReads {
  const cached = new Map<string, Cached>()

  const isOld = ({ at, isUnderWay }: Cached) => !isUnderWay && clock.steady() - at >= keptForMs

  /** Makes room for one more. */
  function forgetOld(): void {
    for (const [key, each] of cached) if (cached.size >= keptAtMost || isOld(each)) cached.delete(key)
  }

  return {
    read(key, make) {
      const known = cached.get(key)
      if (known && !isOld(known)) return known.text
      cached.delete(key)
      forgetOld()
      const text = make()
      const entry: Cached = { at: clock.steady(), text, isUnderWay: true }
      cached.set(key, entry)
      text.then(
        () => (entry.isUnderWay = false),
        () => cached.get(key) === entry && cached.delete(key),
      )
      return text
    },
  }
}
