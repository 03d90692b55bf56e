import { answersUnderWay } from '#web/api/answers-under-way.ts'
import { keyList } from './key-list.ts'

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
