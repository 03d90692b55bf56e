import { numberedName } from '#contract/desk/people.ts'

// Lifetimes of sessions, in milliseconds.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** An unused tablet must be paired again after this time. */
export const enrolmentLifeMs = 30 * dayMs
/** How long before that the tablet is warned. */
export const enrolmentEndSaidMs = 14 * dayMs
/** Lifetime of a pairing code, which pairs one tablet. */
export const codeLifeMs = 10 * minuteMs
/** Clocks of servers on one store may differ by this much. */
const clocksDifferByMs = 5_000
/** Rejects a code that ends later than a new one would: the clock was set back since, so its age is unknown. */
export const isCodeGood = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= codeLifeMs + clocksDifferByMs
export const signInLifeMs = 12 * hourMs
/** Signs out an unused tablet, because anybody may pick it up. */
export const idleMs = 30 * minuteMs
/** An expired sign-in continues while orders wait, for at most this long. */
export const heldAtMostMs = 12 * hourMs
/** Minimum interval between writes of who is signed in. */
export const notedEveryMs = minuteMs
/** Minimum interval between renewals of a tablet's cookie. */
export const cookieEveryMs = dayMs

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
