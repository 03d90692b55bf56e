import type { Clock } from '#contract/clock.ts'
import type { Mode } from '#contract/desk/session.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import { unconfirmedKeptMs } from '#server/orders/unconfirmed-poller.ts'
import { heldAtMostMs } from '#domain/people.ts'
import { triesKeptMs } from '#server/storage/tries.ts'
import type { DailyTotals } from '#server/reports/daily-totals.ts'
import { StoreUnavailable, type Store } from '#server/storage/store.ts'
import type { ServiceClock } from '#server/vendor/service-clock.ts'
import { runForever } from '#server/runtime/tasks.ts'
import type { Log } from './runtime/bug.ts'

export interface MaintenanceDeps {
  readonly store: Pick<
    Store,
    | 'forget'
    | 'forgetExpired'
    | 'forgetAttempts'
    | 'forgetLog'
    | 'forgetUnconfirmed'
    | 'forgetPrintJobs'
    | 'forgetAlerts'
    | 'forgetDeliveries'
    | 'copies'
  >
  readonly reports: Pick<DailyTotals, 'finish' | 'forget'>
  readonly clock: Clock
  /** Without it, the service's clock is unknown. */
  readonly serviceClock?: Pick<ServiceClock, 'aheadMs'> | undefined
  readonly alarms: Alarms
  readonly mode: Mode
  readonly log: Log
  /** Free bytes on the store's disk; missing if there is no disk. */
  readonly freeBytes?: (() => Promise<number>) | undefined
}

const hour = 60 * 60 * 1000
const day = 24 * hour
/** An expired sign-in may continue while orders wait, and failed tries count for a day. */
const expiredKeptMs = Math.max(heldAtMostMs, triesKeptMs)
/** Retention times in milliseconds; a practice store is in memory and may run for weeks. */
const retentionMs = {
  live: { closed: 90 * day, unreadable: 30 * day, attempts: 90 * day, log: 400 * day, delivered: 7 * day },
  practice: { closed: 2 * day, unreadable: 2 * day, attempts: 2 * day, log: 2 * day, delivered: day },
}
/** Totals of days, which name nobody, outlive their orders by three years, leap day included. */
const reportDaysKeptMs = 1096 * day
/** Retry pause after a failure, which loses nothing. */
const againMs = 60 * 1000
const lowBytes = 200 * 1024 * 1024

/** Maximum drift of a clock in an hour; more means that it was set, or the machine slept. */
const driftMs = 5 * 60 * 1000
/** Precision of months of retention. */
const agreesWithinMs = hour

/**
 * Checks free disk space and backups, at the start and then hourly until the signal aborts, and deletes old data. It
 * deletes only after an hour in which the clock advanced normally, so a clock that is years ahead at the start and soon
 * corrected does no harm. Against a clock that stays ahead: if the service's clock is known, both must agree; otherwise
 * only the time since the start counts.
 */
export async function runMaintenance(
  { store, reports, clock, serviceClock, alarms, mode, log, freeBytes }: MaintenanceDeps,
  closing: AbortSignal,
): Promise<void> {
  const retention = mode === 'live' ? retentionMs.live : retentionMs.practice

  async function deleteOld(now: number): Promise<void> {
    // A crash in between repeats this, and changes nothing: what was counted is final before anything is deleted.
    await reports.finish(now - Math.min(retention.closed, retention.log))
    const orders = await store.forget({
      closedBefore: now - retention.closed,
      unreadableBefore: now - retention.unreadable,
    })
    await store.forgetExpired(now - expiredKeptMs)
    const attempts = await store.forgetAttempts(now - retention.attempts)
    const unconfirmed = await store.forgetUnconfirmed(now - unconfirmedKeptMs)
    const printJobs = await store.forgetPrintJobs(now - retention.closed)
    const alerts = await store.forgetAlerts(now - retention.closed)
    const deliveries = await store.forgetDeliveries({
      now,
      deliveredBefore: now - retention.delivered,
      allBefore: now - retention.unreadable,
    })
    const reportDays = await reports.forget(now - retention.closed - reportDaysKeptMs)
    const others = unconfirmed + printJobs + alerts + deliveries + reportDays
    const forgotten = orders + attempts + others + (await store.forgetLog(now - retention.log))
    if (forgotten > 0) log('forgotten', { count: forgotten })
  }

  const setBy = () => clock.now() - clock.steady()
  const setAtStart = setBy()

  /** The time to delete by; nothing if it is uncertain. */
  function sureNow(): number | undefined {
    const aheadMs = serviceClock?.aheadMs()
    if (aheadMs === undefined) return clock.steady() + Math.min(setAtStart, setBy())
    return Math.abs(aheadMs) <= agreesWithinMs ? clock.now() : undefined
  }

  async function once(isTimeSure: boolean): Promise<void> {
    const now = isTimeSure ? sureNow() : undefined
    if (now !== undefined) await deleteOld(now)
    alarms[store.copies?.areFailing() ? 'raise' : 'clear']('copies_failing')
    // An unreadable disk shows as failed writes.
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
      // The retry succeeded; without orders, nothing else would clear the alarm.
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
