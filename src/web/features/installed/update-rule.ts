import { answersUnderWay, tickets } from '#web/api/screen-state.ts'

/** What may prevent a reload when the desk has a newer page. */
export interface UpdateFacts {
  /** Sound and the wake lock end with a reload until the next press. */
  readonly isArmed: boolean
  /** An order is open to be answered. */
  readonly isOnOrder: boolean
  /** An answer is held or under way, or a ticket is still to be printed. */
  readonly isUnderWay: boolean
  /** A dialog is open, or a field has typed text. */
  readonly isInHand: boolean
  /** An order waits for its answer. */
  readonly isWaitedFor: boolean
  /** A toast is shown that nobody has dismissed. */
  readonly isSaying: boolean
  readonly hasContact: boolean
  /** A reload for this version was tried before and loaded the same page. */
  readonly wasTried: boolean
  /** Ms since the last input. */
  readonly untouchedMs: number
}

/** `keep`: change nothing on the screen. */
type UpdateStep = 'hide' | 'keep' | 'tell' | 'reload'

const touchMs = 5_000
const idleMs = 60_000

/** Never interrupts: waiting orders and open work come first, and a tablet with sound on never reloads by itself. */
export function updateStep(facts: UpdateFacts): UpdateStep {
  if (facts.isOnOrder || facts.isUnderWay || facts.isInHand || facts.isWaitedFor) return 'hide'
  if (facts.untouchedMs < touchMs) return 'keep'
  const isFree = !facts.isArmed && !facts.isSaying && !facts.wasTried && facts.hasContact
  return isFree && facts.untouchedMs >= idleMs ? 'reload' : 'tell'
}

const fields = 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea'

/** Whether a reload would lose an open dialog or typed text. */
export const isInHand = (page: ParentNode = document): boolean =>
  page.querySelector('dialog[open], [role=dialog], [role=alertdialog]') !== null ||
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)].some(({ value }) => value !== '')

const key = 'updated-to'

/** Whether this tab already reloaded for this version: behind servers of two versions it would reload forever. */
export function wasTried(page: string): boolean {
  try {
    return sessionStorage.getItem(key) === page
  } catch {
    // Without storage there are no automatic reloads.
    return true
  }
}

export function noteTry(page: string): void {
  try {
    sessionStorage.setItem(key, page)
  } catch {
    // Then only the user reloads; see above.
  }
}

/** Whether the page still has work that a reload would lose. It goes on when the screen is left. */
export const isUnderWay = (): boolean => answersUnderWay.read() > 0 || tickets.read().length > 0

/** The page that the desk would serve now, by its name. */
export type Newest = { readonly is: 'this' | 'unknown' } | { readonly is: 'newer'; readonly name: string }

/** The name of a page: its first script and its stylesheet, whose names contain hashes of their content. */
export function nameOfPage(html: string): string | undefined {
  const script = /<script[^>]* src="([^"]+\.js)"/.exec(html)?.[1]
  // The stylesheet is inlined; see `build/inline-styles.ts`.
  const styles = /<style data-name="([^"]+)"/.exec(html)?.[1]
  return script && [script, styles].join(' ')
}

/** Asks the desk for a newer page than `running`. A foreign page (a proxy's error, a hotel's login) is `unknown`. */
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
