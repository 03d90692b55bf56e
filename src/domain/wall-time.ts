export interface WallTime {
  /** ISO 8601: 1 is Monday, 7 is Sunday. */
  readonly weekday: number
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
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  if (!known) formats.set(timeZone, format)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    weekday: days.indexOf(parts.get('weekday') ?? '') + 1,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
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
