import { numberedName } from '#contract/desk/people.ts'

/** Names that look the same are equal, regardless of case and of how accents are encoded. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

/** A free name: the requested one, or if taken, the one with the next free number, such as `Kitchen 2`. */
export function freeName(requested: string, taken: readonly string[]): string {
  const folded = new Set(taken.map(foldName))
  const [, base = requested, number = '1'] = /^(.+) (\d{1,4})$/.exec(requested) ?? []
  let name = requested
  for (let next = Number(number) + 1; folded.has(foldName(name)); next += 1) name = numberedName(base, next)
  return name
}
