import type { TryLimit } from './people-store.ts'
// Rate limits. The timestamps of all tries are stored, so that every rule is exact.

/** No limit looks further back. */
export const triesKeptMs = 24 * 60 * 60_000

/** @returns when the next try is allowed; undefined if now. */
export function mayTryFrom(
  { most, withinMs, waitsMs }: TryLimit,
  tries: readonly number[],
  now: number,
): number | undefined {
  // After the clock was set back some timestamps are in the future; those far ahead would lock people out forever.
  const recent = tries.filter((at) => Math.abs(now - at) < withinMs)
  const last = recent.at(-1)
  const first = recent.at(-most)
  if (last === undefined) return undefined
  const waitOver = last + (waitsMs[Math.min(recent.length, waitsMs.length) - 1] ?? 0)
  const windowOver = recent.length >= most && first !== undefined ? first + withinMs : 0
  const from = Math.max(waitOver, windowOver)
  return from > now ? from : undefined
}

/** The timestamps with a new try. */
export const withTry = (tries: readonly number[], now: number): readonly number[] =>
  [...tries.filter((at) => Math.abs(now - at) < triesKeptMs), now].toSorted((one, other) => one - other)

/** The timestamps without a try that was taken back. */
export const withoutTry = (tries: readonly number[], at: number): readonly number[] =>
  tries.toSpliced(tries.lastIndexOf(at), tries.includes(at) ? 1 : 0)
