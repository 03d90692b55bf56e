import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import { addDays, dayOf, type CalendarDay } from '#domain/calendar-day.ts'
import { emptyDay, type DayTotals } from '#domain/report-day.ts'
import { createBreather } from '#server/runtime/breather.ts'
import type { Log } from '#server/runtime/bug.ts'
import { createTurns, runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import { type OrderStore, type ReportStore, type SettingStore, StoreUnavailable } from '#server/storage/store.ts'
import { createDayReader, type DayOrders } from './day-reader.ts'

export interface DailyTotalsDeps {
  readonly store: ReportStore & SettingStore & Pick<OrderStore, 'version' | 'find'>
  readonly servers: Pick<Cluster, 'isPolling'>
  readonly clock: Clock
  readonly log: Log
  /** In which this server counts, such as `Asia/Baghdad`. */
  readonly timeZone: string
  readonly onStoreFailure: (error: unknown) => void
}

export interface DailyTotals {
  /** The zone of the days: that of the server that counts them. */
  timeZone(): Promise<string>
  /** The days with orders of a span, both ends included, in their order and as their orders are now. */
  read(from: CalendarDay, to: CalendarDay): AsyncGenerator<CountedDay>
  /** The earliest day with orders; undefined if there is none. */
  firstDay(): Promise<CalendarDay | undefined>
  /**
   * Makes the days final whose orders may be forgotten with what ended before a moment, in milliseconds since 1970.
   * Nothing may be forgotten before it resolves. On any server; it may be repeated.
   */
  finish(before: number): Promise<void>
  /** Deletes the days before the one of a moment. @returns how many. */
  forget(before: number): Promise<number>
  /** Counts what has changed and stores it. Only the server that polls does. */
  save(): Promise<void>
  /** Does so now and then, on the server that polls, until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

interface CountedDay {
  readonly day: CalendarDay
  readonly totals: DayTotals
}

/** Up to which version of the store the stored days are counted, and in which zone. */
interface Progress {
  readonly version: number
  readonly timeZone: string | undefined
  readonly revision: number
}

/** What this server knows besides, as of a version. */
interface Kept {
  readonly version: number
  readonly zone: string
  /** That of the stored days when this was begun; undefined if there were none. */
  readonly storedZone: string | undefined
  /** The orders of the latest days. */
  readonly orders: Map<CalendarDay, DayOrders>
  /** Days that were counted since the stored ones. */
  readonly unsaved: Map<CalendarDay, DayTotals>
}

const setting = 'report-days'
/** A file store blocks everything else during one read. */
const daysAtOnce = 8
const beginsAfterMs = 60_000
/** A report counts what has changed by itself, so this only spreads the work. */
const countedEachMs = 10 * 60_000
/** Orders of these days are still changing, so what was read of them is kept. */
const daysKept = 2
/** Beyond this, what another server has stored is read rather than counted here. */
const keptChanges = 5_000
const lastDay = '9999-12-31'

/**
 * Keeps the totals of each day in the store. A day is counted again when one of its orders has changed, which its
 * version tells. It becomes final before its orders are forgotten.
 */
export function createDailyTotals(deps: DailyTotalsDeps): DailyTotals {
  const { store, servers, clock, log, onStoreFailure } = deps
  const inTurn = createTurns(1)
  let kept: Kept | undefined

  async function readProgress(): Promise<Progress> {
    const saved = await store.readSetting(setting)
    const { version, time_zone: timeZone } = isRecord(saved?.value) ? saved.value : {}
    return {
      version: typeof version === 'number' ? version : 0,
      timeZone: typeof timeZone === 'string' ? timeZone : undefined,
      revision: saved?.revision ?? 0,
    }
  }

  /** The server that counts decides; the others read its days. */
  const zoneOf = ({ timeZone }: Progress): string => (servers.isPolling() ? deps.timeZone : (timeZone ?? deps.timeZone))

  const isFinal = async (day: CalendarDay): Promise<boolean> =>
    (await store.reportDays({ from: day, to: day, limit: 1 })).some((known) => known.isFinal)

  /** Counts the days whose orders have changed. If it breaks off, it begins with the stored days again. */
  async function catchUp(): Promise<Kept> {
    const progress = await readProgress()
    const zone = zoneOf(progress)
    const version = await store.version()
    const before = isCurrent(kept, progress, zone) ? kept : await beginAnew(progress, zone)
    kept = undefined
    const { orders, unsaved } = before
    // Another server has stored them.
    if (progress.timeZone === zone && progress.version >= before.version) unsaved.clear()
    const keptFrom = addDays(dayOf(clock.now(), zone), 1 - daysKept)
    for (const day of orders.keys()) if (day < keptFrom) orders.delete(day)
    const breathe = createBreather(clock)
    const { changesAfter, readDay, readChanges, totalsOf } = createDayReader({ store, breathe })
    for (const [day, changed] of await changesAfter(before.version, zone)) {
      await breathe()
      if (await isFinal(day)) continue
      const known = orders.get(day)
      const counted = known ? await readChanges(known, changed, zone) : await readDay(day, zone)
      if (day >= keptFrom) orders.set(day, counted)
      unsaved.set(day, await totalsOf(counted))
    }
    kept = { ...before, version }
    return kept
  }

  async function beginAnew({ version, timeZone }: Progress, zone: string): Promise<Kept> {
    const begun = { zone, storedZone: timeZone, orders: new Map(), unsaved: new Map<CalendarDay, DayTotals>() }
    if (timeZone === undefined || timeZone === zone) return { ...begun, version }
    // In another zone all days are other ones, and some may have no order any more.
    for (const day of await store.openReportDays(lastDay)) begun.unsaved.set(day, emptyDay)
    return { ...begun, version: 0 }
  }

  /** Stores what was counted. Only one server does, because a report must not wait for the disk. */
  async function save(): Promise<void> {
    const { version, zone, unsaved } = await catchUp()
    const breathe = createBreather(clock)
    for (const [day, totals] of unsaved) {
      await store.saveReportDay({ day, version, isFinal: false, totals })
      await breathe()
    }
    const progress = await readProgress()
    if (progress.version === version && progress.timeZone === zone) return
    // Refused if another server has stored days meanwhile, which then has to go on.
    const isSaved = await store.saveSetting(setting, { version, time_zone: zone }, progress.revision)
    if (isSaved && kept) kept = { ...kept, storedZone: zone, unsaved: new Map() }
  }

  async function* read(from: CalendarDay, to: CalendarDay): AsyncGenerator<CountedDay> {
    const { unsaved } = await inTurn(catchUp)
    const fresh = [...unsaved]
      .filter(([day]) => day >= from && day <= to)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    const breathe = createBreather(clock)
    for (let next = from; ;) {
      const page = await store.reportDays({ from: next, to, limit: daysAtOnce })
      for (const { day, totals, isFinal: isOver } of page) {
        while (fresh[0] && fresh[0][0] < day) yield countedDay(fresh.shift())
        const own = fresh[0]?.[0] === day ? fresh.shift() : undefined
        yield own && !isOver ? countedDay(own) : { day, totals }
        await breathe()
      }
      const last = page.at(-1)
      if (!last || page.length < daysAtOnce) break
      next = addDays(last.day, 1)
    }
    for (const each of fresh) {
      await breathe()
      yield countedDay(each)
    }
  }

  async function finish(before: number): Promise<void> {
    const progress = await readProgress()
    const zone = progress.timeZone ?? deps.timeZone
    const version = await store.version()
    // What ended before that moment was received on that day at the latest.
    const last = dayOf(before, zone)
    const { changesAfter, readDay, totalsOf } = createDayReader({ store, breathe: createBreather(clock) })
    const changed = await changesAfter(progress.version, zone)
    const days = new Set([...(await store.openReportDays(last)), ...[...changed.keys()].filter((day) => day <= last)])
    for (const day of [...days].toSorted()) {
      if (await isFinal(day)) continue
      const counted = await readDay(day, zone)
      const totals = { ...(await totalsOf(counted)), people: null }
      const isSaved = await store.saveReportDay({ day, version, isFinal: true, totals })
      // Another server has counted it later. Nothing may be deleted before the day is final, so the caller tries again.
      if (!isSaved && !(await isFinal(day))) throw new StoreUnavailable(`The day ${day} was counted meanwhile.`)
      kept?.unsaved.delete(day)
    }
  }

  async function run(closing: AbortSignal): Promise<void> {
    await clock.sleep(beginsAfterMs, closing)
    await runForever({ name: 'report days', clock, log, pauseMs: countedEachMs }, closing, async () => {
      if (servers.isPolling()) await inTurn(save).catch(onStoreFailure)
      await clock.sleep(countedEachMs, closing)
    })
  }

  return {
    timeZone: async () => zoneOf(await readProgress()),
    read,
    async firstDay() {
      const { unsaved } = await inTurn(catchUp)
      const [first] = await store.reportDays({ from: '0000-01-01', to: lastDay, limit: 1 })
      return [...(first ? [first.day] : []), ...unsaved.keys()].toSorted()[0]
    },
    save: () => inTurn(save),
    finish: (before) => inTurn(() => finish(before)),
    async forget(before) {
      return store.forgetReportDays(dayOf(before, zoneOf(await readProgress())))
    },
    run,
  }
}

const countedDay = ([day, totals]: readonly [CalendarDay, DayTotals] = ['', emptyDay]): CountedDay => ({ day, totals })

const isCurrent = (kept: Kept | undefined, progress: Progress, zone: string): kept is Kept =>
  kept?.zone === zone && kept.storedZone === progress.timeZone && progress.version - kept.version < keptChanges
