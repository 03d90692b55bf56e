import { answersUnderWay, tickets } from '#web/api/screen-state.ts'

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
type UpdateStep = 'hide' | 'keep' | 'tell' | 'reload'

const touchMs = 5_000
const idleMs = 60_000

/** Nobody is interrupted: what waits and what is in hand comes first, and an armed tablet is never loaded again by itself. */
export function updateStep(facts: UpdateFacts): UpdateStep {
  if (facts.isOnOrder || facts.isUnderWay || facts.isInHand || facts.isWaitedFor) return 'hide'
  if (facts.untouchedMs < touchMs) return 'keep'
  const isFree = !facts.isArmed && !facts.isSaying && !facts.wasTried && facts.hasContact
  return isFree && facts.untouchedMs >= idleMs ? 'reload' : 'tell'
}

const fields = 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea'

/** Whether somebody is in the middle of something that a reload would take from them: a dialog, or typed words. */
export const isInHand = (page: ParentNode = document): boolean =>
  page.querySelector('dialog[open], [role=dialog], [role=alertdialog]') !== null ||
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(({ value }) => value !== '')

const key = 'updated-to'

/** For which version this tab was loaded again last: behind two servers of two versions it would never end. */
export function wasTried(page: string): boolean {
  try {
    return sessionStorage.getItem(key) === page
  } catch {
    // Without a memory nothing is done by itself.
    return true
  }
}

export function noteTry(page: string): void {
  try {
    sessionStorage.setItem(key, page)
  } catch {
    // Then it is done by hand; see above.
  }
}

/** Whether the page has yet to do something that a reload would lose: it goes on when the screen is left. */
export const isUnderWay = (): boolean => answersUnderWay.read() > 0 || tickets.read().length > 0

/** Which page the desk would give now, by its name. */
export type Newest = { readonly is: 'this' | 'unknown' } | { readonly is: 'newer'; readonly name: string }

/** What a page is known by: its first script and its stylesheet, whose names change with what is in them. */
export function nameOfPage(html: string): string | undefined {
  const script = /<script[^>]* src="([^"]+\.js)"/.exec(html)?.[1]
  // The stylesheet stands in the page itself; see `build/inline-styles.ts`.
  const styles = /<style data-name="([^"]+)"/.exec(html)?.[1]
  return script && [script, styles].join(' ')
}

/**
 * Asks the desk whether it has another page than the one that runs, which is known by the name `running`. What is no
 * page of ours (a proxy's own, a hotel's) tells nothing.
 */
export async function newestPage(
  fetchPage: (address: string, init: RequestInit) => Promise<Response>,
  running: string,
): Promise<Newest> {
  const limit = AbortSignal.timeout(limitMs)
  try {
    const answer = await fetchPage(import.meta.env.BASE_URL, { cache: 'no-cache', signal: limit })
    const newest = answer.ok && !answer.redirected ? nameOfPage(await answer.text()) : undefined
    if (newest === undefined) return { is: 'unknown' }
    return newest === running ? { is: 'this' } : { is: 'newer', name: newest }
  } catch {
    return { is: 'unknown' }
  }
}

const limitMs = 20_000
