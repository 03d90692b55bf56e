import type { Clock } from '#contract/clock.ts'
import {
  itemsNamed,
  longestReportDays,
  readReport,
  reportTables,
  type Figures,
  type Report,
} from '#contract/desk/reports.ts'
import { addDays, dayOf, daysIn, isCalendarDay, type CalendarDay } from '#domain/calendar-day.ts'
import { sumFigures } from '#domain/report-figures.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import { csvAnswer } from '#server/history/csv.ts'
import { type At, queryOf } from '#server/http/guard.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { checkQuery } from '#server/http/input-limits.ts'
import { createBreather } from '#server/runtime/breather.ts'
import { createTurns } from '#server/runtime/tasks.ts'
import type { Context } from 'hono'
import type { DailyTotals } from './daily-totals.ts'
import { daysInCsv, fileNamesOf, tableInCsv } from './report-csv.ts'

interface ReportRouteDeps {
  readonly gate: Gate
  readonly clock: Pick<Clock, 'now' | 'steady' | 'sleep'>
  readonly reports: DailyTotals
  /** Empty if it is not known. */
  readonly shopName: () => Promise<string>
}

/** Each holds the products of its span in memory. */
const reportsAtOnce = 2

/** The figures of a span of days, from stored data; the vendor is not called. */
export function reportRoutes(at: At, { gate, clock, reports, shopName }: ReportRouteDeps): void {
  const inTurn = createTurns(reportsAtOnce)

  async function read(c: Pick<Context, 'req'>): Promise<Response> {
    const timeZone = await reports.timeZone()
    const today = dayOf(clock.now(), timeZone)
    const { format, table = 'days', ...given } = checkQuery(queryOf(c), parameters)
    const span = spanIn(given, today)
    if (format !== 'csv')
      return answer(200, { data: await inTurn(() => reportOf({ reports, clock }, span, { timeZone, today })) })
    const text = await inTurn(() => inCsv(reports, span, table))
    const { ascii, full } = fileNamesOf(await shopName())
    const end = `-${span.from}-to-${span.to}${table === 'days' ? '' : `-${table}`}.csv`
    return csvAnswer(ascii + end, onePart(text), full + end)
  }

  at(readReport.path, { GET: [gate.managerOnly, read] })
}

const isTable = (text: string): boolean => reportTables.some((table) => table === text)
/** No shop's clock is outside; and there is always a span before. */
const isDay = (text: string): boolean => isCalendarDay(text) && text >= '2000-01-01' && text < '3000-01-01'

const parameters = {
  from: isDay,
  to: isDay,
  format: (text: string) => text === 'json' || text === 'csv',
  table: isTable,
}

interface Span {
  readonly from: CalendarDay
  readonly to: CalendarDay
}

/** @throws {HttpError} `bad_request` */
function spanIn({ from, to }: Partial<Span>, today: CalendarDay): Span {
  const span = { from: from ?? to ?? today, to: to ?? from ?? today }
  const length = daysIn(span.from, span.to)
  if (length >= 1 && length <= longestReportDays) return span
  throw new HttpError(400, 'bad_request', 'A span begins before it ends, and is no longer than three years.')
}

async function reportOf(
  { reports, clock }: Pick<ReportRouteDeps, 'reports' | 'clock'>,
  { from, to }: Span,
  { timeZone, today }: { readonly timeZone: string; readonly today: CalendarDay },
): Promise<Report> {
  const before = { from: addDays(from, -daysIn(from, to)), to: addDays(from, -1) }
  const [sum, sumBefore] = [sumFigures(from, to), sumFigures(before.from, before.to)]
  for await (const { day, totals } of reports.read(before.from, to)) (day < from ? sumBefore : sum).add(day, totals)
  const breathe = createBreather(clock)
  const figures = withTopItems(sum.figures())
  // Each sorts thousands of products.
  await breathe()
  return {
    ...figures,
    before: withTopItems(sumBefore.figures()),
    time_zone: timeZone,
    today,
    first_day: (await reports.firstDay()) ?? null,
  }
}

const withTopItems = (figures: Figures): Figures => ({
  ...figures,
  items: figures.items.slice(0, itemsNamed),
  missing_items: figures.missing_items.slice(0, itemsNamed),
})

async function inCsv(reports: DailyTotals, { from, to }: Span, table: string): Promise<string> {
  const sum = sumFigures(from, to)
  const days = new Map<CalendarDay, Figures>()
  const named = reportTables.find((each) => each === table)
  for await (const { day, totals } of reports.read(from, to)) {
    if (named && named !== 'days') {
      sum.add(day, totals)
      continue
    }
    const own = sumFigures(day, day)
    own.add(day, { ...totals, items: [], missing: [] })
    days.set(day, own.figures())
  }
  return named && named !== 'days' ? tableInCsv(named, sum.figures()) : daysInCsv(from, to, days)
}

async function* onePart(text: string): AsyncGenerator<string> {
  yield text
}
