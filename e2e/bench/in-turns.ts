import { median } from './spread.ts'

/**
 * Measures several things in turns, round after round, so that what else the machine does meets all of them alike.
 * @returns the median of each.
 */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(measures) as Name[] // Its own names, and no others.
  const figures = new Map(names.map((name): [Name, number[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, own] of figures) own.push(await measures[name]())
  }
  // The same names again.
  return Object.fromEntries([...figures].map(([name, own]) => [name, median(own)])) as Record<Name, number>
}
