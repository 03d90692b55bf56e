import type { Chance } from '#simulator/basket.ts'

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
