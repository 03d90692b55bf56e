import type { Clock } from '#contract/clock.ts'

/** When the catalog is walked over: when somebody wants it, and not again before it is due. */
export interface CatalogPace {
  /** Somebody wants it, so many milliseconds from now. */
  want(inMs?: number): void
  /** An order names what the index has not: a walk for that waits for no rest but that of `restForUnknown`. */
  wantForUnknown(): void
  /** Nobody does any more; and not for so many milliseconds. */
  rest(forMs: number): void
  /** No walk for what the index has not, for so many milliseconds. */
  restForUnknown(forMs: number): void
  /** Resolves when it is wanted and due, or when the signal aborts. */
  untilDue(closing: AbortSignal): Promise<void>
}

/** No timer waits for ever. */
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
