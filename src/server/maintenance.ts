import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import { unconfirmedKeptMs } from '#server/orders/unconfirmed-poller.ts'
import { heldAtMostMs } from '#domain/lifetimes.ts'
import { triesKeptMs } from '#server/storage/try-limit.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import type { ServiceClock } from '#server/vendor/service-clock.ts'
import { runForever } from './runtime/run-forever.ts'
import type { Log } from './runtime/bug.ts'

export interface MaintenanceDeps {
  readonly store: Pick<
    Store,
    'forget' | 'forgetExpired' | 'forgetAttempts' | 'forgetLog' | 'forgetUnconfirmed' | 'copies'
  >
  readonly clock: Clock
  /** Nobody knows the service's clock, where it is left out. */
  readonly serviceClock?: Pick<ServiceClock, 'aheadMs'> | undefined
  readonly alarms: Alarms
  readonly mode: Mode
  readonly log: Log
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
/** After a failure. Nothing is lost by it. */
const againMs = 60 * 1000
const lowBytes = 200 * 1024 * 1024

/** A clock that nobody set runs this much wrong in an hour at most; more means that it was set, or the machine slept. */
const driftMs = 5 * 60 * 1000
/** What is kept for months is forgotten to the hour. */
const agreesWithinMs = hour

/**
 * Looks whether the disk has room and copies are made, at the start and then every hour until the signal aborts, and
 * forgets what is old: by a clock that has gone for that hour as time does. One that is years ahead when a machine
 * starts, and is set soon after, costs nothing that way. Nor does one that is set years ahead and stays there: where the
 * service's clock is known, it has to agree; else no more counts than the time that passed since the start.
 */
export async function runMaintenance(
  { store, clock, serviceClock, alarms, mode, log, freeBytes }: MaintenanceDeps,
  closing: AbortSignal,
): Promise<void> {
  const kept = mode === 'live' ? keptMs.live : keptMs.practice

  async function forgetOld(now: number): Promise<void> {
    const orders = await store.forget({ closedBefore: now - kept.closed, unreadableBefore: now - kept.unreadable })
    await store.forgetExpired(now - expiredKeptMs)
    const taps = await store.forgetAttempts(now - kept.taps)
    const unconfirmedOrders = await store.forgetUnconfirmed(now - unconfirmedKeptMs)
    const forgotten = orders + taps + unconfirmedOrders + (await store.forgetLog(now - kept.log))
    if (forgotten > 0) log('forgotten', { count: forgotten })
  }

  const setBy = () => clock.now() - clock.steady()
  const setAtStart = setBy()

  /** The time by which is forgotten; nothing where nobody can be sure. */
  function sureNow(): number | undefined {
    const aheadMs = serviceClock?.aheadMs()
    if (aheadMs === undefined) return clock.steady() + Math.min(setAtStart, setBy())
    return Math.abs(aheadMs) <= agreesWithinMs ? clock.now() : undefined
  }

  async function once(isTimeSure: boolean): Promise<void> {
    const now = isTimeSure ? sureNow() : undefined
    if (now !== undefined) await forgetOld(now)
    alarms[store.copies?.areFailing() ? 'raise' : 'clear']('copies_failing')
    // A disk that cannot be looked at shows it by what is written there.
    const free = await freeBytes?.().catch(() => undefined)
    if (free === undefined) return
    if (free < lowBytes) alarms.raise('disk_low')
    else alarms.clear('disk_low')
  }

  let hasFailed = false
  let dueAt = Number.NEGATIVE_INFINITY
  await runForever({ name: 'housekeeping', clock, log, pauseMs: againMs }, closing, async () => {
    let restMs = againMs
    try {
      await once(Math.abs(clock.now() - dueAt) <= driftMs)
      // What could not be done can be done again; where there is no order, nobody else would notice.
      if (hasFailed) alarms.clear('store_unavailable')
      hasFailed = false
      restMs = hour
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      alarms.raise('store_unavailable')
      hasFailed = true
    } finally {
      dueAt = clock.now() + restMs
    }
    await clock.sleep(restMs, closing)
  })
}
