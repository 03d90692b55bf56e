/** A day of the calendar, `2026-11-20`; such texts sort by time. */
export type CalendarDay = string

const midnightUtc = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`)

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
function dayAndHour(at: number, timeZone: string): DayAndHour {
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
