import type { Clock } from '#contract/clock.ts'

/** When the catalog is walked over: when somebody wants it, and not again before it is due. */
export interface CatalogPace {
  /** Somebody wants it, so many milliseconds from now. */
  want(inMs?: number): void
  /** Nobody does any more; and not for so many milliseconds. */
  rest(forMs: number): void
  /** Resolves when it is wanted and due, or when the signal aborts. */
  untilDue(closing: AbortSignal): Promise<void>
}

/** No timer waits for ever. */
const idleMs = 60 * 60 * 1000

export function createCatalogPace(clock: Clock): CatalogPace {
  let wantedAt = Number.POSITIVE_INFINITY
  let dueAt = Number.NEGATIVE_INFINITY
  let waking = new AbortController()

  return {
    want(inMs = 0) {
      const at = clock.steady() + inMs
      if (at >= wantedAt) return
      wantedAt = at
      waking.abort()
    },
    rest(forMs) {
      wantedAt = Number.POSITIVE_INFINITY
      dueAt = clock.steady() + forMs
    },
    async untilDue(closing) {
      while (!closing.aborted) {
        waking = new AbortController()
        const waitMs = Math.max(wantedAt, dueAt) - clock.steady()
        if (waitMs <= 0) return
        await clock.sleep(Math.min(waitMs, idleMs), AbortSignal.any([closing, waking.signal]))
      }
    },
  }
}
