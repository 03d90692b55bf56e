import { numberedName } from '#contract/desk/people.ts'

/** Names that look the same to a person are the same: whatever their case, and however their accents are written. */
export const foldName = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase()

/** A name that nobody has: the wished one, or where that is taken the one with the next free number, `Kitchen 2`. */
export function freeName(wished: string, taken: readonly string[]): string {
  const folded = new Set(taken.map(foldName))
  const [, base = wished, number = '1'] = /^(.+) (\d{1,4})$/.exec(wished) ?? []
  let name = wished
  for (let next = Number(number) + 1; folded.has(foldName(name)); next += 1) name = numberedName(base, next)
  return name
}
