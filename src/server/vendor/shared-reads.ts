import type { Clock } from '#contract/clock.ts'

interface Kept {
  /** When it was asked for, on the steady clock. */
  readonly at: number
  readonly text: Promise<string>
  isUnderWay: boolean
}

/** Reads that many ask for at once, each made once. */
export interface SharedReads {
  /** What was asked for under this key within the last `keptForMs`, or is being read; else it is read now. */
  read(key: string, make: () => Promise<string>): Promise<string>
}

/**
 * A read that failed is not kept: whoever asks next hears what is so then, and never an old answer in place of a
 * failure.
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
