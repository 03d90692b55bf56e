import type { ShiftCheck } from './kept-check.ts'

/** Which part of time is looked at. */
export const spanNames = ['shift', 'today', 'yesterday'] as const
export type SpanName = (typeof spanNames)[number]

const hourMs = 60 * 60 * 1000
/** A check that was made longer ago was another shift's. */
const longestShiftMs = 16 * hourMs
const usualMs = 12 * hourMs

/** When this shift began: at the check on this tablet, where one was made; nothing where nobody can say. */
export function shiftBegan(check: ShiftCheck | undefined, now: number): number | undefined {
  const at = check ? Date.parse(check.at) : Number.NaN
  return now - at >= 0 && now - at < longestShiftMs ? at : undefined
}

/**
 * From and to, in milliseconds; days are those of this tablet's place, and parts of a shift begin with the hour, so that
 * the chart's hours are the clock's.
 */
export function spanOf(name: SpanName, check: ShiftCheck | undefined, now: number): { from: number; to: number } {
  if (name === 'shift') return { from: wholeHour(shiftBegan(check, now) ?? now - usualMs), to: now }
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  // At midnight itself today has no length yet.
  if (name === 'today') return { from: midnight, to: Math.max(now, midnight + 1) }
  // A day is not always 24 hours long.
  return { from: new Date(midnight - 1).setHours(0, 0, 0, 0), to: midnight }
}

const wholeHour = (at: number): number => new Date(at).setMinutes(0, 0, 0)
