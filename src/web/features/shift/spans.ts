import type { ShiftCheck } from './saved-check.ts'

/** Which part of time is looked at. */
export const spanNames = ['shift', 'today', 'yesterday'] as const
export type SpanName = (typeof spanNames)[number]

const hourMs = 60 * 60 * 1000
/** A check that was made longer ago was another shift's. */
const shiftAtMostMs = 16 * hourMs
const usualMs = 12 * hourMs

/** When this shift began: at the check on this tablet, where one was made; nothing where nobody can say. */
export function shiftBegan(check: ShiftCheck | undefined, now: number): number | undefined {
  const at = check ? Date.parse(check.at) : Number.NaN
  return now - at >= 0 && now - at < shiftAtMostMs ? at : undefined
}

/** In milliseconds. */
interface Span {
  readonly from: number
  readonly to: number
  /** Where the chart begins, if not with the span. */
  readonly barsFrom?: number
}

/**
 * Days are those of this tablet's place. A shift that was checked begins exactly with its check, and its chart with
 * the hour of the clock.
 */
export function spanOf(name: SpanName, check: ShiftCheck | undefined, now: number): Span {
  const began = shiftBegan(check, now)
  // What has only just begun has no length yet, but is asked for.
  if (name === 'shift' && began !== undefined) {
    return { from: began, to: Math.max(now, began + 1), barsFrom: wholeHour(began) }
  }
  if (name === 'shift') return { from: wholeHour(now - usualMs), to: now }
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  // At midnight itself today has no length yet.
  if (name === 'today') return { from: midnight, to: Math.max(now, midnight + 1) }
  // A day is not always 24 hours long.
  return { from: new Date(midnight - 1).setHours(0, 0, 0, 0), to: midnight }
}

/** Not by `setMinutes`: of an hour that the clock shows twice it would take the first. */
function wholeHour(at: number): number {
  const clock = new Date(at)
  return at - (clock.getMinutes() * 60 + clock.getSeconds()) * 1000 - clock.getMilliseconds()
}
