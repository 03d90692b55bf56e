import { addDays, isCalendarDay, weekdayOf, type CalendarDay } from '#domain/calendar-day.ts'
import { readSaved, writeSaved } from '#web/api/preferences.ts'

/** The spans that anybody at the counter sees. */
export const counterSpans = ['shift', 'today', 'yesterday'] as const
/** Those that only a manager sees. */
const managerSpans = ['week', 'last7', 'last28', 'last90', 'month', 'lastMonth', 'own'] as const
export const allSpans = [...counterSpans, ...managerSpans] as const

export type CounterSpan = (typeof counterSpans)[number]
export type SpanName = (typeof allSpans)[number]

export interface DaySpan {
  readonly from: CalendarDay
  readonly to: CalendarDay
}

/** What the address says: the span, and the days of `own`. */
export interface SpanChoice {
  readonly name: SpanName
  readonly own: Partial<DaySpan>
}

/** Reads the address. Somebody who is no manager gets `shift` instead of what only managers see. */
export function readSpan(search: URLSearchParams, isManager: boolean): SpanChoice {
  const offered: readonly SpanName[] = isManager ? allSpans : counterSpans
  const name = offered.find((each) => each === search.get('of')) ?? 'shift'
  const [from, to] = ['from', 'to'].map((each) => search.get(each) ?? '')
  return {
    name,
    own: { ...(from && isCalendarDay(from) && { from }), ...(to && isCalendarDay(to) && { to }) },
  }
}

/** The parameters of the address that `readSpan` reads. */
export const addressOf = ({ name, own }: SpanChoice): Readonly<Record<string, string>> => ({
  of: name,
  ...(name === 'own' && own),
})

const savedAs = (personId: string): string => `report-span ${personId}`

/** What a person chose last on this tablet. */
export const readSavedSpan = (personId: string): URLSearchParams =>
  new URLSearchParams(readSaved(savedAs(personId)) ?? '')

export const saveSpan = (personId: string, address: ReturnType<typeof addressOf>): void =>
  writeSaved(savedAs(personId), String(new URLSearchParams(address)))

const firstOfMonth = (day: CalendarDay): CalendarDay => `${day.slice(0, 8)}01`

/**
 * The day on which weeks begin in the region of a locale: 1 is Monday, 7 is Sunday. Monday if the browser does not tell, as
 * Firefox 128.
 */
export function weekBeginsIn(locale: string): number {
  const region = new Intl.Locale(locale)
  return 'getWeekInfo' in region ? region.getWeekInfo().firstDay : 1
}

/** The days of a span; `today` is the shop's. Own days that were not chosen are the last seven. */
export function daysOf({ name, own }: SpanChoice, today: CalendarDay, weekBegins: number): DaySpan {
  switch (name) {
    case 'shift':
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      return { from: addDays(today, -((weekdayOf(today) - weekBegins + 7) % 7)), to: today }
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'last28':
      return { from: addDays(today, -27), to: today }
    case 'last90':
      return { from: addDays(today, -89), to: today }
    case 'month':
      return { from: firstOfMonth(today), to: today }
    case 'lastMonth': {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to }
    }
    case 'own': {
      const to = own.to ?? own.from ?? today
      return { from: own.from ?? addDays(to, -6), to }
    }
  }
}
