import { writeSaved, readSaved } from '#web/api/preferences.ts'
import { answersUnderWay } from '#web/api/screen-state.ts'
import { isDialogOpen } from '#web/components/open-dialogs.ts'

/** Whether single-key shortcuts are on for this tablet. */
export const readShortcuts = (): boolean => readSaved('shortcuts') !== 'off'
export const saveShortcuts = (on: boolean): void => writeSaved('shortcuts', on ? 'on' : 'off')

/**
 * The keys. Elements declare theirs in `aria-keyshortcuts`. A link is followed; every other element only gets the focus,
 * so that no single key, and no scanner, answers an order.
 */
const keys = ['?', '/', 'o', 'c', 'i', 'n', 'j', 'k', 'a', 'r', 'm', 's'] as const
export type ShortcutKey = (typeof keys)[number]

/** Cards of the board or beside an order: waiting orders come first, the most urgent one at the top. */
const cards = 'article a[href]'

/** Runs a key's action on the current screen. @returns whether it found a target. */
export function pressKey(key: string): boolean {
  if (!keys.some((known) => known === key)) return false
  const found =
    key === '/'
      ? (seen('main input[type=search]') ?? seen('input[type=search]'))
      : key === 'n'
        ? seen(cards)
        : key === 'j' || key === 'k'
          ? cardFrom(key === 'j' ? 1 : -1)
          : seen(`[aria-keyshortcuts="${key}"]:not(:disabled)`)
  if (!found) return false
  // Does not follow a link while an answer is held or under way, because leaving cancels a held answer.
  const isLink = found instanceof HTMLAnchorElement && key !== 'j' && key !== 'k'
  if (isLink && answersUnderWay.read() === 0) found.click()
  else found.focus()
  return true
}

/** Excludes cards of lanes that are hidden, and the board below an order's sheet. */
const isSeen = (element: HTMLElement): boolean => element.checkVisibility() && !element.closest('[inert]')

const allSeen = (selector: string): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen)

const seen = (selector: string): HTMLElement | undefined => allSeen(selector)[0]

/** The next or previous card from the focused one; the first if none has the focus. */
function cardFrom(steps: 1 | -1): HTMLElement | undefined {
  const all = allSeen(cards)
  const here = all.findIndex((card) => card.closest('article')?.contains(document.activeElement))
  return all[Math.min(Math.max(here + steps, 0), all.length - 1)]
}

/** A key counts as single if no other is typed within this many ms before and after: scanners type whole codes. */
const aloneMs = 150

const typing = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]'

/**
 * Watches for single keys, outside of text fields and, unless `inDialogs`, of dialogs.
 * @returns a function that stops it.
 */
export function watchShortcuts(onKey: (key: string) => void, { inDialogs = false } = {}): () => void {
  const watching = new AbortController()
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function press(event: KeyboardEvent) {
    // Modifiers, such as Shift for a question mark.
    if (['Shift', 'CapsLock', 'AltGraph'].includes(event.key)) return
    clearTimeout(timer)
    const gapMs = event.timeStamp - last
    last = event.timeStamp
    const { key, target } = event
    const isTyped = target instanceof Element && target.closest(typing) !== null
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing
    if (key.length !== 1 || gapMs < aloneMs || isHeld || isTyped || (isDialogOpen() && !inDialogs)) return
    // Firefox would open its quick search.
    if (key === '/') event.preventDefault()
    timer = setTimeout(() => onKey(meant(event)), aloneMs)
  }

  // Captures the keys of a scanner before the scanner's own listener consumes them.
  addEventListener('keydown', press, { capture: true, signal: watching.signal })
  return () => {
    clearTimeout(timer)
    watching.abort()
  }
}

/** The Latin letter on the pressed key: its position decides on an Arabic layout. */
function meant({ key, code }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return /^[a-z]$/i.test(key) || letter === undefined ? key.toLowerCase() : letter.toLowerCase()
}
