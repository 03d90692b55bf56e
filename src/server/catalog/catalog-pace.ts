import type { Clock } from '#contract/clock.ts'

/** Decides when the catalog is walked: on request, and not before it is due. */
interface CatalogPace {
  /** Requests a walk, `inMs` milliseconds from now. */
  want(inMs?: number): void
  /** Requests a walk for references that the index lacks; it waits only for `restForUnknown`. */
  wantForUnknown(): void
  /** Clears all requests, and blocks new walks for `forMs` milliseconds. */
  rest(forMs: number): void
  /** Blocks walks for references that the index lacks, for `forMs` milliseconds. */
  restForUnknown(forMs: number): void
  /** Resolves when a walk is requested and due, or when the signal aborts. */
  untilDue(closing: AbortSignal): Promise<void>
}

/** Timers have an upper limit. */
const idleMs = 60 * 60 * 1000
const never = Number.POSITIVE_INFINITY
const always = Number.NEGATIVE_INFINITY

export function createCatalogPace(clock: Clock): CatalogPace {
  let wantedAt = never
  let dueAt = always
  let unknownWantedAt = never
  let unknownDueAt = always
  let waking = new AbortController()

  return {
    want(inMs = 0) {
      const at = clock.steady() + inMs
      if (at >= wantedAt) return
      wantedAt = at
      waking.abort()
    },
    wantForUnknown() {
      unknownWantedAt = Math.min(unknownWantedAt, clock.steady())
      waking.abort()
    },
    rest(forMs) {
      wantedAt = never
      unknownWantedAt = never
      dueAt = clock.steady() + forMs
    },
    restForUnknown(forMs) {
      unknownDueAt = clock.steady() + forMs
    },
    async untilDue(closing) {
      while (!closing.aborted) {
        waking = new AbortController()
        const dueNext = Math.min(Math.max(wantedAt, dueAt), Math.max(unknownWantedAt, unknownDueAt))
        const waitMs = dueNext - clock.steady()
        if (waitMs <= 0) return
        await clock.sleep(Math.min(waitMs, idleMs), AbortSignal.any([closing, waking.signal]))
      }
    },
  }
}

/** References that orders name and the index lacks. The catalog is walked once for each. */
interface UnknownReferences {
  /** @returns whether one of them was never walked for. */
  note(references: readonly string[]): boolean
  /** A walk begins, for all references noted so far. */
  begin(): void
  /** The walk has ended. @returns whether it was for any reference. */
  end(): boolean
  /** Whether there are references that no walk has ended for. */
  hasOpen(): boolean
  /** Whether no walk has ended yet for one of these. */
  isOpen(references: readonly string[]): boolean
  /** Whether the current walk is for any reference. */
  hasWalk(): boolean
  /** Those that a walk has ended for, oldest first. */
  done(): readonly string[]
  load(done: readonly string[]): void
}

/** A dropped reference may cause one more walk. */
const keptAtMost = 1000
/** A longer text is no reference, and causes no walk. */
const longest = 200

export function createUnknownReferences(): UnknownReferences {
  const waiting = new Set<string>()
  const walking = new Set<string>()
  const done = new Set<string>()

  function keep(references: Iterable<string>): void {
    for (const reference of references) done.add(reference)
    for (const oldest of done) {
      if (done.size <= keptAtMost) return
      done.delete(oldest)
    }
  }

  return {
    note(references) {
      const before = waiting.size
      for (const each of references) {
        const isNew = !walking.has(each) && !done.has(each)
        if (isNew && each.length <= longest && waiting.size < keptAtMost) waiting.add(each)
      }
      return waiting.size > before
    },
    begin() {
      for (const each of waiting) walking.add(each)
      waiting.clear()
    },
    end() {
      const wasFor = walking.size > 0
      keep(walking)
      walking.clear()
      return wasFor
    },
    hasOpen: () => waiting.size + walking.size > 0,
    isOpen: (references) => references.some((each) => waiting.has(each) || walking.has(each)),
    hasWalk: () => walking.size > 0,
    done: () => [...done],
    load: keep,
  }
}
