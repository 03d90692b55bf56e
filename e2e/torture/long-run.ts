import type { Chance } from '#simulator/basket.ts'

/** The numbers of a run's command line: how often, and the seed of its chance. */
export function countAndSeed(usual: number): readonly [count: number, seed: number] {
  const [count = usual, seed = 42] = process.argv.slice(2).map(Number)
  return [count, seed]
}

/** Prints what a run saw, in one line, and the first of what was wrong; fails unless nothing was and it is proven. */
export function report(seen: object, wrong: readonly string[], isProven = true): void {
  console.info(JSON.stringify({ ...seen, wrong: wrong.length }))
  for (const each of wrong.slice(0, 20)) console.error(each)
  process.exitCode = wrong.length === 0 && isProven ? 0 : 1
}

/** A shuffled copy (Fisher and Yates). */
export function shuffled<T>(things: readonly T[], chance: Chance): T[] {
  const mixed = [...things]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const from = chance.between(0, last)
    const moved = mixed.splice(from, 1, ...mixed.slice(last, last + 1))
    mixed.splice(last, 1, ...moved)
  }
  return mixed
}
