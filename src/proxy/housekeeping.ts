import type { Clock } from '#contract/clock.ts'
import type { Alarms } from './alarms.ts'
import { heldAtMostMs } from './people-lives.ts'
import { StoreUnavailable, type Store } from './store.ts'
import { triesKeptMs } from './try-limit.ts'

export interface HousekeepingParts {
  readonly store: Pick<Store, 'forget' | 'forgetExpired' | 'forgetTaps' | 'forgetLog'>
  readonly clock: Clock
  readonly alarms: Alarms
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void
  /** Bytes that can still be written where the store is; left out where there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
}

const hour = 60 * 60 * 1000
const day = 24 * hour
/** A sign-in may outlast its end while orders wait, and tries count for a day. */
const expiredKeptMs = Math.max(heldAtMostMs, triesKeptMs)
const closedKeptMs = 90 * day
const unreadableKeptMs = 30 * day
const tapsKeptMs = 90 * day
const logKeptMs = 400 * day
const lowBytes = 200 * 1024 * 1024

/** Forgets what is old, and looks whether the disk has room, at the start and then every hour until the signal aborts. */
export async function keepHouse(
  { store, clock, alarms, log, freeBytes }: HousekeepingParts,
  closing: AbortSignal,
): Promise<void> {
  async function once(): Promise<void> {
    const now = clock.now()
    const orders = await store.forget({ closedBefore: now - closedKeptMs, unreadableBefore: now - unreadableKeptMs })
    await store.forgetExpired(now - expiredKeptMs)
    const taps = await store.forgetTaps(now - tapsKeptMs)
    const forgotten = orders + taps + (await store.forgetLog(now - logKeptMs))
    if (forgotten > 0) log('forgotten', { count: forgotten })
    // A disk that cannot be looked at shows it by what is written there.
    const free = await freeBytes?.().catch(() => undefined)
    if (free === undefined) return
    if (free < lowBytes) alarms.raise('disk_low')
    else alarms.clear('disk_low')
  }

  while (!closing.aborted) {
    await once().catch((error: unknown) => {
      // Nothing is lost by it, and the next hour tries again.
      if (!(error instanceof StoreUnavailable)) throw error
      alarms.raise('store_unavailable')
    })
    await clock.sleep(hour, closing)
  }
}
