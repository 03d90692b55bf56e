import { keep, readSaved } from '#web/api/preferences.ts'
import { answersUnderWay } from '#web/api/screen-state.ts'
import { isDialogOpen } from '#web/components/dialog.tsx'
import type { MessageKey } from '#web/i18n/translations.tsx'

/** Whether single keys do something on this tablet. */
export const readShortcuts = (): boolean => readSaved('shortcuts') !== 'off'
export const saveShortcuts = (on: boolean): void => keep('shortcuts', on ? 'on' : 'off')

/**
 * What each key does, by what it finds: the elements themselves name their key in `aria-keyshortcuts`. A link is
 * followed; everything else gets the focus and no more, so that no key alone, and no scanner, answers an order.
 */
export const keyList = [
  ['?', 'keys.help'],
  ['/', 'keys.search'],
  ['o', 'keys.orders'],
  ['c', 'keys.closed'],
  ['i', 'keys.items'],
  ['n', 'keys.next'],
  ['j', 'keys.down'],
  ['k', 'keys.up'],
  ['a', 'keys.accept'],
  ['r', 'keys.reject'],
  ['m', 'keys.ready'],
  ['s', 'keys.seen'],
] as const satisfies readonly (readonly [key: string, does: MessageKey])[]

/** Cards on the board, or beside an order: the waiting ones come first, the one with the least time left before all. */
const cards = 'article a[href]'

/** Does what a key is there for, with what is on the screen now. @returns whether it found anything. */
export function pressKey(key: string): boolean {
  if (!keyList.some(([known]) => known === key)) return false
  const found =
    key === '/'
      ? seen('input[type=search]')
      : key === 'n'
        ? seen(cards)
        : key === 'j' || key === 'k'
          ? cardFrom(key === 'j' ? 1 : -1)
          : seen(`[aria-keyshortcuts="${key}"]:not(:disabled)`)
  if (!found) return false
  // While an answer is held or on its way nobody is led away from it by a letter: leaving takes back what is held.
  const isLink = found instanceof HTMLAnchorElement && key !== 'j' && key !== 'k'
  if (isLink && answersUnderWay.read() === 0) found.click()
  else found.focus()
  return true
}

/** An element that is there and not hidden: a lane that is not shown has cards too. */
const isSeen = (element: HTMLElement): boolean => element.checkVisibility()

const allSeen = (selector: string): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen)

const seen = (selector: string): HTMLElement | undefined => allSeen(selector)[0]

/** The card so many after the one that has the focus; the first where none has it. */
function cardFrom(steps: 1 | -1): HTMLElement | undefined {
  const all = allSeen(cards)
  const here = all.findIndex((card) => card.closest('article')?.contains(document.activeElement))
  return all[Math.min(Math.max(here + steps, 0), all.length - 1)]
}

/** A key stands alone when nothing was typed so long before and after it, in milliseconds: scanners type whole codes. */
const aloneMs = 150

const typing = 'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]'

/**
 * Watches for a single key, pressed alone where nobody types and nothing is asked.
 * @returns how to stop.
 */
export function watchShortcuts(onKey: (key: string) => void): () => void {
  const watching = new AbortController()
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function press(event: KeyboardEvent) {
    // They are held for another key, as Shift for a question mark.
    if (['Shift', 'CapsLock', 'AltGraph'].includes(event.key)) return
    clearTimeout(timer)
    const gapMs = event.timeStamp - last
    last = event.timeStamp
    const { key, target } = event
    const isTyped = target instanceof Element && target.closest(typing) !== null
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing
    if (key.length !== 1 || gapMs < aloneMs || isHeld || isTyped || isDialogOpen()) return
    // Firefox would open its own search.
    if (key === '/') event.preventDefault()
    timer = setTimeout(() => onKey(meant(event)), aloneMs)
  }

  // A scanner's keys are heard before its own watch takes them.
  addEventListener('keydown', press, { capture: true, signal: watching.signal })
  return () => {
    clearTimeout(timer)
    watching.abort()
  }
}

/** On an Arabic layout the place of the key says which letter was meant. */
function meant({ key, code }: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return /^[a-z]$/i.test(key) || letter === undefined ? key.toLowerCase() : letter.toLowerCase()
}
