/** A day of the calendar, `2026-11-20`; such texts sort by time. */
export type CalendarDay = string

const dayMs = 24 * 60 * 60 * 1000

const midnightUtc = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`)
const dayUtc = (at: number): CalendarDay => new Date(at).toISOString().slice(0, 10)

/** Whether a text is a day that exists: not 30 February. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = midnightUtc(text)
  // `Date.parse` accepts 30 February as a day in March.
  return Number.isFinite(at) && dayUtc(at) === text
}

export const addDays = (day: CalendarDay, count: number): CalendarDay => dayUtc(midnightUtc(day) + count * dayMs)

/** How many days a span has, with its first and its last. */
export const daysIn = (from: CalendarDay, to: CalendarDay): number => (midnightUtc(to) - midnightUtc(from)) / dayMs + 1

/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: CalendarDay): number => new Date(midnightUtc(day)).getUTCDay() || 7

// A formatter takes a hundred times as long to make as to use.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...parts, calendar: 'gregory', numberingSystem: 'latn' })
  formats.set(timeZone, format)
  return format
}

interface DayAndHour {
  readonly day: CalendarDay
  readonly hour: number
}

/** What calendar and clock of a zone show at a moment, in milliseconds since 1970. @throws {RangeError} */
export function dayAndHour(at: number, timeZone: string): DayAndHour {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const year = (parts.get('year') ?? '').padStart(4, '0')
  return { day: `${year}-${parts.get('month')}-${parts.get('day')}`, hour: Number(parts.get('hour')) }
}

export const dayOf = (at: number, timeZone: string): CalendarDay => dayAndHour(at, timeZone).day

const hourMs = 60 * 60 * 1000

/**
 * The first moment of a day in a zone. It need not be midnight, which summer time may skip, and a day may have 23 or
 * 25 hours.
 */
export function startOfDay(day: CalendarDay, timeZone: string): number {
  const midnight = midnightUtc(day)
  // Clocks on earth are at most 14 hours ahead of UTC, and 12 behind.
  let before = midnight - 15 * hourMs
  let within = midnight + 13 * hourMs
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayOf(middle, timeZone) < day) before = middle
    else within = middle
  }
  return within
}
