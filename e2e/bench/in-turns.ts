import { median } from './spread.ts'

type Measures<Name extends string, Figure> = Readonly<Record<Name, () => Promise<Figure>>>

/**
 * Measures several things in turns, round after round, so that other load on the machine affects all alike.
 * @returns the figures of each, one per round.
 */
export async function inTurns<Name extends string, Figure>(
  rounds: number,
  measures: Measures<Name, Figure>,
): Promise<Readonly<Record<Name, readonly Figure[]>>> {
  const names = Object.keys(measures) as Name[] // Its own names, and no others.
  const figures = new Map(names.map((name): [Name, Figure[]] => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, own] of figures) own.push(await measures[name]())
  }
  return Object.fromEntries<readonly Figure[]>(figures) as Record<Name, readonly Figure[]> // The same names again.
}

/** The same. @returns the median of each. */
export async function mediansInTurns<Name extends string>(
  rounds: number,
  measures: Measures<Name, number>,
): Promise<Readonly<Record<Name, number>>> {
  const figures = Object.entries<readonly number[]>(await inTurns(rounds, measures))
  return Object.fromEntries(figures.map(([name, own]) => [name, median(own)])) as Record<Name, number> // As above.
}
