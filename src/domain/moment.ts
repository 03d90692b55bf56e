// ISO 8601, with T, t or a space, any number of decimals, and an optional offset in three forms.
const form = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: ?([Zz]|[+-]\d\d(?::?[0-5]\d)?))?)?$/

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The earliest and latest time that a text can mean, in milliseconds since 1970; equal if it has an offset. */
export interface PossibleMoments {
  readonly earliest: number
  readonly latest: number
}

/**
 * Reads an ISO 8601 time. unspecified: a time may lack its offset. Then it lies anywhere between UTC+14 and UTC-12; a
 * date alone covers the whole day. @returns nothing if the text is not a time.
 */
export function possibleMoments(text: string | undefined): PossibleMoments | undefined {
  const parts = form.exec(text?.trim() ?? '')
  if (!parts) return undefined
  const [, date = '', hour = '00', minute = '00', second = '00', decimals = '', offset] = parts
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // `Date.parse` accepts 30 February as a day in March.
  if (!Number.isFinite(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined
  // A leap second counts as the last second of its minute, because JavaScript has none.
  const milliseconds = decimals.slice(0, 3).padEnd(3, '0')
  const written = Date.parse(`${date}T${hour}:${minute}:${second === '60' ? '59' : second}.${milliseconds}Z`)
  if (!Number.isFinite(written)) return undefined
  if (offset !== undefined) {
    const at = written - offsetMs(offset)
    return { earliest: at, latest: at }
  }
  const isDateAlone = parts[2] === undefined
  return { earliest: written - 14 * hourMs, latest: written + 12 * hourMs + (isDateAlone ? dayMs : 0) }
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
}

/** Milliseconds since 1970 of an ISO 8601 text; nothing without an offset, because the time is then ambiguous. */
export function momentOf(text: string | undefined): number | undefined {
  const moments = possibleMoments(text)
  return moments && moments.earliest === moments.latest ? moments.earliest : undefined
}
