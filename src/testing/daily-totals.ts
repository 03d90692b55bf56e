import type { Figures } from '#contract/desk/reports.ts'
import type { CalendarDay } from '#domain/calendar-day.ts'
import { sumFigures } from '#domain/report-figures.ts'
import { createDailyTotals, type DailyTotals } from '#server/reports/daily-totals.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Store } from '#server/storage/store.ts'
import { createTestClock } from './clock.ts'

interface Place {
  readonly store?: Store
  readonly timeZone?: string
  readonly isPolling?: () => boolean
  /** In milliseconds since 1970. */
  readonly now: number
}

/** The daily totals of a server, in Paris unless it says otherwise, and what they are made of. */
export function totalsIn({
  store = createMemoryStore(),
  timeZone = 'Europe/Paris',
  isPolling = () => true,
  now,
}: Place) {
  const clock = createTestClock(now)
  const failures: unknown[] = []
  const totals = createDailyTotals({
    store,
    servers: { isPolling },
    clock,
    log: () => undefined,
    timeZone,
    onStoreFailure: (error) => failures.push(error),
  })
  return { store, clock, totals, failures }
}

/** The figures of a span, both ends included. */
export async function figuresOf(totals: DailyTotals, from: CalendarDay, to: CalendarDay): Promise<Figures> {
  const sum = sumFigures(from, to)
  for await (const each of totals.read(from, to)) sum.add(each.day, each.totals)
  return sum.figures()
}
