import type { Clock } from '#contract/clock.ts'

interface Kept {
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
  const kept = new Map<string, Kept>()

  const isOld = ({ at, isUnderWay }: Kept) => !isUnderWay && clock.steady() - at >= keptForMs

  /** Makes room for one more. */
  function forgetOld(): void {
    for (const [key, each] of kept) if (kept.size >= keptAtMost || isOld(each)) kept.delete(key)
  }

  return {
    read(key, make) {
      const known = kept.get(key)
      if (known && !isOld(known)) return known.text
      kept.delete(key)
      forgetOld()
      const text = make()
      const entry: Kept = { at: clock.steady(), text, isUnderWay: true }
      kept.set(key, entry)
      text.then(
        () => (entry.isUnderWay = false),
        () => kept.get(key) === entry && kept.delete(key),
      )
      return text
    },
  }
}
