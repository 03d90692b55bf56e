import type { TryLimit } from './people-store.ts'
// How often something may be tried: what is kept of it are the moments of the tries, so that every rule is exact.

/** No limit looks further back. */
export const triesKeptMs = 24 * 60 * 60_000

/** @returns the moment from which on one more may be tried, where that is not now. */
export function mayTryFrom(
  { most, withinMs, waitsMs }: TryLimit,
  tries: readonly number[],
  now: number,
): number | undefined {
  // A clock that was set back leaves moments that are yet to come; those far ahead would lock somebody out for ever.
  const recent = tries.filter((at) => Math.abs(now - at) < withinMs)
  const last = recent.at(-1)
  const first = recent.at(-most)
  if (last === undefined) return undefined
  const waitOver = last + (waitsMs[Math.min(recent.length, waitsMs.length) - 1] ?? 0)
  const windowOver = recent.length >= most && first !== undefined ? first + withinMs : 0
  const from = Math.max(waitOver, windowOver)
  return from > now ? from : undefined
}

/** The moments that are kept once one more was counted. */
export const withTry = (tries: readonly number[], now: number): readonly number[] =>
  [...tries.filter((at) => Math.abs(now - at) < triesKeptMs), now].toSorted((one, other) => one - other)

/** The moments that are left once one was taken back. */
export const withoutTry = (tries: readonly number[], at: number): readonly number[] =>
  tries.toSpliced(tries.lastIndexOf(at), tries.includes(at) ? 1 : 0)
