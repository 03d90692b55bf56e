import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { addDays, dayOf, startOfDay, type CalendarDay } from '#domain/calendar-day.ts'
import { totalsOf, type DayTotals, type OrderFacts } from '#domain/report-day.ts'
import type { OrderRecord } from '#domain/order.ts'
import { createBreather } from '#server/runtime/breather.ts'
import type { Log } from '#server/runtime/bug.ts'
import { createTurns, runForever } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { OrderStore, ReceiptPlace, ReportStore, SettingStore } from '#server/storage/store.ts'
import { logByOrder, orderFacts } from './order-facts.ts'

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
  /** Counts, on the server that polls, what has changed, now and then until the signal aborts. */
  run(closing: AbortSignal): Promise<void>
}

export interface CountedDay {
  readonly day: CalendarDay
  readonly totals: DayTotals
}

/** Up to which version of the store the days are counted, and in which zone. */
interface Progress {
  readonly version: number
  readonly timeZone: string | undefined
  readonly revision: number
}

type Counted = Map<OrderId, OrderFacts>
type Changes = Map<CalendarDay, ReceiptPlace[]>

const setting = 'report-days'
/** A file store blocks everything else during one read. */
const ordersAtOnce = 25
const changesAtOnce = 500
const daysAtOnce = 8
const beginsAfterMs = 60_000
/** A report counts what has changed by itself, so this only spreads the work. */
const countedEachMs = 10 * 60_000
/** Orders of these days are still changing, so what was read of them is kept. */
const daysKept = 2
/** Beyond this a day is read anew rather than its changes looked up. */
const keptChanges = 5_000
const lastDay = '9999-12-31'

/**
 * Keeps the totals of each day in the store. A day is counted again when one of its orders has changed, which its
 * version tells. It becomes final before its orders are forgotten.
 */
export function createDailyTotals(deps: DailyTotalsDeps): DailyTotals {
  const { store, servers, clock, log, onStoreFailure } = deps
  const inTurn = createTurns(1)
  /** The orders of the latest days, as of a version. */
  let kept: { readonly version: number; readonly zone: string; readonly days: Map<CalendarDay, Counted> } | undefined

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

  async function changesAfter(version: number, zone: string): Promise<Changes> {
    const breathe = createBreather(clock)
    const changes: Changes = new Map()
    for (let since = version; ; await breathe()) {
      const page = await store.changedAfter(since, changesAtOnce)
      for (const { receivedAt, orderId } of page) {
        const day = dayOf(receivedAt, zone)
        const own = changes.get(day)
        if (own) own.push({ receivedAt, orderId })
        else changes.set(day, [{ receivedAt, orderId }])
      }
      const last = page.at(-1)
      if (!last || page.length < changesAtOnce) return changes
      since = last.version
    }
  }

  async function note(counted: Counted, records: readonly OrderRecord[], zone: string): Promise<void> {
    const logs = logByOrder(await store.logOf(records.map(({ orderId }) => orderId)))
    for (const record of records) counted.set(record.orderId, orderFacts(record, logs.get(record.orderId) ?? [], zone))
  }

  /** Reads all orders of a day, in small steps. */
  async function readDay(day: CalendarDay, zone: string): Promise<Counted> {
    const breathe = createBreather(clock)
    const counted: Counted = new Map()
    const [from, before] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
    for (let after: ReceiptPlace | undefined; ; await breathe()) {
      const page = await store.ordersReceived({ from, before, ...(after && { after }), limit: ordersAtOnce })
      await note(counted, page, zone)
      const last = page.at(-1)
      if (!last || page.length < ordersAtOnce) return counted
      after = { receivedAt: last.receivedAt, orderId: last.orderId }
    }
  }

  /** Reads the changed orders of a day whose others are known. */
  async function readChanges(counted: Counted, changes: readonly ReceiptPlace[], zone: string): Promise<Counted> {
    const breathe = createBreather(clock)
    for (let index = 0; index < changes.length; index += ordersAtOnce) {
      const some = changes.slice(index, index + ordersAtOnce)
      const records = await Promise.all(some.map(({ orderId }) => store.find(orderId)))
      await note(
        counted,
        records.flatMap((record) => record ?? []),
        zone,
      )
      await breathe()
    }
    return counted
  }

  const isFinal = async (day: CalendarDay): Promise<boolean> =>
    (await store.reportDays({ from: day, to: day, limit: 1 })).some((known) => known.isFinal)

  /**
   * Counts the days whose orders have changed. The server that polls stores them.
   * @returns those that another server has to store
   */
  async function catchUp(): Promise<ReadonlyMap<CalendarDay, DayTotals>> {
    const progress = await readProgress()
    const isCounting = servers.isPolling()
    const zone = zoneOf(progress)
    const isAnew = progress.timeZone !== zone
    const version = await store.version()
    const isKept = kept?.zone === zone && !isAnew && progress.version - kept.version < keptChanges
    const known = isKept && kept ? kept : { version, days: new Map<CalendarDay, Counted>() }
    const changes = await changesAfter(isAnew ? 0 : Math.min(progress.version, known.version), zone)
    // Days that were counted in another zone may have no order in this one.
    if (isAnew) for (const day of await store.openReportDays(lastDay)) if (!changes.has(day)) changes.set(day, [])
    const keptFrom = addDays(dayOf(clock.now(), zone), 1 - daysKept)
    const others = new Map<CalendarDay, DayTotals>()
    for (const day of known.days.keys()) if (day < keptFrom) known.days.delete(day)
    // What was kept would miss these changes if the work broke off here.
    kept = undefined
    for (const [day, changed] of changes) {
      if (await isFinal(day)) continue
      const before = known.days.get(day)
      const counted = before ? await readChanges(before, changed, zone) : await readDay(day, zone)
      if (day >= keptFrom) known.days.set(day, counted)
      const totals = totalsOf([...counted.values()])
      if (isCounting) await store.saveReportDay({ day, version, isFinal: false, totals })
      else others.set(day, totals)
    }
    kept = { version, zone, days: known.days }
    if (isCounting && (isAnew || version !== progress.version)) {
      // Refused if another server has counted meanwhile, which then has to go on.
      await store.saveSetting(setting, { version, time_zone: zone }, progress.revision)
    }
    return others
  }

  async function* read(from: CalendarDay, to: CalendarDay): AsyncGenerator<CountedDay> {
    const fresh = await inTurn(catchUp)
    const open = [...fresh.keys()].filter((day) => day >= from && day <= to).toSorted()
    const breathe = createBreather(clock)
    for (let next = from; ; await breathe()) {
      const page = await store.reportDays({ from: next, to, limit: daysAtOnce })
      for (const { day, totals } of page) {
        while (open[0] !== undefined && open[0] < day) yield* dayIn(fresh, open.shift())
        if (open[0] === day) yield* dayIn(fresh, open.shift())
        else yield { day, totals }
      }
      const last = page.at(-1)
      if (!last || page.length < daysAtOnce) break
      next = addDays(last.day, 1)
    }
    for (const day of open) yield* dayIn(fresh, day)
  }

  async function finish(before: number): Promise<void> {
    const progress = await readProgress()
    const zone = progress.timeZone ?? deps.timeZone
    const version = await store.version()
    // What ended before that moment was received on that day at the latest.
    const last = dayOf(before, zone)
    const changed = await changesAfter(progress.version, zone)
    const days = new Set([...(await store.openReportDays(last)), ...[...changed.keys()].filter((day) => day <= last)])
    for (const day of [...days].toSorted()) {
      if (await isFinal(day)) continue
      const counted = await readDay(day, zone)
      const totals = { ...totalsOf([...counted.values()]), people: null }
      await store.saveReportDay({ day, version, isFinal: true, totals })
    }
  }

  return {
    timeZone: async () => zoneOf(await readProgress()),
    read,
    async firstDay() {
      const [first] = await store.reportDays({ from: '0000-01-01', to: lastDay, limit: 1 })
      return first?.day
    },
    finish: (before) => inTurn(() => finish(before)),
    async forget(before) {
      return store.forgetReportDays(dayOf(before, zoneOf(await readProgress())))
    },
    async run(closing) {
      await clock.sleep(beginsAfterMs, closing)
      await runForever({ name: 'report days', clock, log, pauseMs: countedEachMs }, closing, async () => {
        if (servers.isPolling()) await inTurn(catchUp).catch(onStoreFailure)
        await clock.sleep(countedEachMs, closing)
      })
    },
  }
}

function* dayIn(days: ReadonlyMap<CalendarDay, DayTotals>, day: CalendarDay | undefined): Generator<CountedDay> {
  const totals = day === undefined ? undefined : days.get(day)
  if (day !== undefined && totals) yield { day, totals }
}
