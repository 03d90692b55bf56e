// How long it lasts that somebody may. In milliseconds.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A tablet that was not here for so long is a stranger again. */
export const enrolmentLifeMs = 30 * dayMs
/** So long before that it is said. */
export const enrolmentEndSaidMs = 14 * dayMs
/** A code lets in one tablet, within this time. */
export const codeLifeMs = 10 * minuteMs
/** Cluster of one store agree on the time this far. */
const clocksDifferByMs = 5_000
/** One whose end lies further off than it lasts is of before the clock was set back: nobody knows how old it is. */
export const isCodeGood = (expiresAt: number, now: number): boolean =>
  expiresAt > now && expiresAt - now <= codeLifeMs + clocksDifferByMs
/** A shift. */
export const signInLifeMs = 12 * hourMs
/** A tablet that nobody touches may be in anybody's hands. */
export const idleMs = 30 * minuteMs
/** A sign-in that is over goes on while orders wait, so long at most. */
export const heldAtMostMs = 12 * hourMs
/** Who is here is noted so often at most. */
export const notedEveryMs = minuteMs
/** A tablet's cookie is set anew so often at most. */
export const cookieEveryMs = dayMs
