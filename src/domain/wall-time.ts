export interface WallTime {
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  readonly weekday: number
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** `HH:MM`. */
  readonly time: string
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

// A formatter takes a hundred times as long to make as to use.
const formats = new Map<string, Intl.DateTimeFormat>()

/** What a clock on the wall of a zone shows at a moment, in milliseconds since 1970. @throws {RangeError} */
export function wallTime(at: number, timeZone: string): WallTime {
  const known = formats.get(timeZone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  if (!known) formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: days.indexOf(parts.get('weekday') ?? '') + 1,
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}

const minuteMs = 60_000
/** Longer than the longest day, on which clocks are set back. */
const dayAtMostMs = 27 * 60 * minuteMs

/** When the day of a moment ends in a zone: the first minute of the next one, which is not always 00:00. @throws {RangeError} */
export function endOfDay(at: number, timeZone: string): number {
  const { date } = wallTime(at, timeZone)
  let before = Math.floor(at / minuteMs)
  let after = Math.ceil((at + dayAtMostMs) / minuteMs)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallTime(middle * minuteMs, timeZone).date === date) before = middle
    else after = middle
  }
  return after * minuteMs
}

/** The longest names have fewer letters. */
const nameLengthAtMost = 60

/** Whether this is a time zone that is known here, such as `Asia/Baghdad`. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > nameLengthAtMost) return false
  try {
    return wallTime(0, value) !== undefined
  } catch {
    return false
  }
}

/** This zone, or UTC if it is unknown here: for a machine whose setting means nothing JavaScript says `Etc/Unknown`. */
export const knownZone = (timeZone: string): string => (isTimeZone(timeZone) ? timeZone : 'UTC')
