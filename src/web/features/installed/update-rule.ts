/** What stands against loading the page again, at a moment when the desk has a newer one. */
export interface UpdateFacts {
  /** Sound and the screen's light go with a reload, until somebody taps. */
  readonly isArmed: boolean
  /** An order is open, to be answered. */
  readonly isOnOrder: boolean
  /** An answer is held back or on its way, from whatever screen, or a ticket is still to be printed. */
  readonly isUnderWay: boolean
  /** A dialog is open, or a field holds what somebody typed. */
  readonly isInHand: boolean
  /** An order waits for its answer, on whatever screen. */
  readonly isWaitedFor: boolean
  /** Something is said that nobody has dismissed yet. */
  readonly isSaying: boolean
  readonly hasContact: boolean
  /** It was loaded again for this version before, and came out the same. */
  readonly wasTried: boolean
  /** How long nobody has touched this tablet, in milliseconds. */
  readonly untouchedMs: number
}

/** `keep`: neither put something under a finger, nor take it away. */
export type UpdateStep = 'hide' | 'keep' | 'tell' | 'reload'

const touchMs = 5_000
const idleMs = 60_000

/** Nobody is interrupted: what waits and what is in hand comes first, and an armed tablet is never loaded again by itself. */
export function updateStep(facts: UpdateFacts): UpdateStep {
  if (facts.isOnOrder || facts.isUnderWay || facts.isInHand || facts.isWaitedFor) return 'hide'
  if (facts.untouchedMs < touchMs) return 'keep'
  const isFree = !facts.isArmed && !facts.isSaying && !facts.wasTried && facts.hasContact
  return isFree && facts.untouchedMs >= idleMs ? 'reload' : 'tell'
}
