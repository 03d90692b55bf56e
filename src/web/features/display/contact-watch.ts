/**
 * For how long without contact the numbers may stand. The feed reconnects within 30 s after the cause of a break has ended
 * (see `live-feed.ts`), so a restart of the server is not noticed; and nobody walks to the counter for a number that was
 * right half a minute ago.
 */
export const contactLostMs = 30_000

/** Facts at a moment. Times are in ms on the page's steady clock. */
interface ContactFacts {
  readonly now: number
  readonly isFeedLive: boolean
  /** When the board was last read; undefined if it was not. */
  readonly boardReadAt: number | undefined
}

/** Judges whether the numbers on the display are current. Call it about every second. */
export function createContactWatch(limitMs = contactLostMs) {
  let checkedAt: number | undefined
  let knownAt = Number.NEGATIVE_INFINITY
  /** After a sleep the feed may still count as live, although nothing has come since. */
  let doubtedSince: number | undefined

  return {
    /** `isDoubted`: the board should be read, to find out. */
    check({ now, isFeedLive, boardReadAt = Number.NEGATIVE_INFINITY }: ContactFacts) {
      if (checkedAt !== undefined && now - checkedAt > limitMs) doubtedSince = now
      checkedAt = now
      if (!isFeedLive || (doubtedSince !== undefined && boardReadAt >= doubtedSince)) doubtedSince = undefined
      const isLive = isFeedLive && doubtedSince === undefined
      knownAt = Math.max(knownAt, boardReadAt, isLive ? now : Number.NEGATIVE_INFINITY)
      return { hasContact: now - knownAt <= limitMs, isDoubted: doubtedSince !== undefined }
    },
  }
}
