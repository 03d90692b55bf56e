import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Alarms } from './alarms.ts'
import { heldAtMostMs } from './people-lives.ts'
import { StoreUnavailable, type Store } from './store.ts'
import { triesKeptMs } from './try-limit.ts'

export interface HousekeepingParts {
  readonly store: Pick<Store, 'forget' | 'forgetExpired' | 'forgetTaps' | 'forgetLog'>
  readonly clock: Clock
  readonly alarms: Alarms
  readonly mode: Mode
  readonly log: (event: string, fields: Readonly<Record<string, unknown>>) => void
  /** Bytes that can still be written where the store is; left out where there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
}

const hour = 60 * 60 * 1000
const day = 24 * hour
/** A sign-in may outlast its end while orders wait, and tries count for a day. */
const expiredKeptMs = Math.max(heldAtMostMs, triesKeptMs)
/** How long what is over is kept, in milliseconds; all of a practice store is in memory, and it may run for weeks. */
const keptMs = {
  live: { closed: 90 * day, unreadable: 30 * day, taps: 90 * day, log: 400 * day },
  practice: { closed: 2 * day, unreadable: 2 * day, taps: 2 * day, log: 2 * day },
}
const lowBytes = 200 * 1024 * 1024

/** Forgets what is old, and looks whether the disk has room, at the start and then every hour until the signal aborts. */
export async function keepHouse(
  { store, clock, alarms, mode, log, freeBytes }: HousekeepingParts,
  closing: AbortSignal,
): Promise<void> {
  const kept = mode === 'live' ? keptMs.live : keptMs.practice

  async function once(): Promise<void> {
    const now = clock.now()
    const orders = await store.forget({ closedBefore: now - kept.closed, unreadableBefore: now - kept.unreadable })
    await store.forgetExpired(now - expiredKeptMs)
    const taps = await store.forgetTaps(now - kept.taps)
    const forgotten = orders + taps + (await store.forgetLog(now - kept.log))
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
