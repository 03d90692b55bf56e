import type { Clock } from '#contract/clock.ts'
import { createRecent } from '#server/runtime/recent.ts'
import type { TryLimit, TryStore } from '#server/storage/people-store.ts'

interface WrongKeysDeps {
  readonly store: Pick<TryStore, 'beginTry'>
  readonly clock: Pick<Clock, 'now' | 'steady'>
}

/** Of so many networks the refusal is known without the store. */
const knownAtMost = 10_000

/**
 * Counts wrong keys in the store, for all servers and over restarts. A refusal is kept in memory too until it ends, which
 * nothing can hasten because no wrong key is taken back: so a flood of them costs no write.
 * @returns a function that counts one, and says for how many milliseconds more are refused; undefined if it was not.
 */
export function createWrongKeyCount({ store, clock }: WrongKeysDeps): (limit: TryLimit) => Promise<number | undefined> {
  /** When each refusal ends, on the steady clock. */
  const refused = createRecent<number>(knownAtMost, () => '')

  return async (limit) => {
    const known = (refused.get(limit.subject) ?? 0) - clock.steady()
    if (known > 0) return known
    const now = clock.now()
    const refusal = await store.beginTry([limit], now)
    if (!refusal) return undefined
    const lastsMs = refusal.until - now
    refused.set(limit.subject, clock.steady() + lastsMs)
    return lastsMs
  }
}
