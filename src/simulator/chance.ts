/** Chance that can be repeated: the same seed gives the same shop day. */
export interface Chance {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True so many times in a hundred. */
  percent(share: number): boolean
  /** One of a list. @throws {RangeError} when the list is empty. */
  pick<T>(list: readonly T[]): T
}

/** The mulberry32 generator: 32 bits of state are plenty for a pretend customer. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    percent: (share) => next() * 100 < share,
    pick: (list) => {
      const [picked] = list.slice(Math.floor(next() * list.length))
      if (picked === undefined) throw new RangeError('There is nothing to pick from.')
      return picked
    },
  }
}
