import type { Clock } from '#contract/clock.ts'

/** Decides when the catalog is walked: on request, and not before it is due. */
export interface CatalogPace {
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
