import type { OrderRow } from '#contract/desk/inbox.ts'
import { isSamePlace, reactionMs, secondTapMs, type Press, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useCallback, useLayoutEffect, useRef } from 'react'

/** The corner of each card within the scrolled content, in whole CSS pixels. */
function placesOf(list: Element): ReadonlyMap<Element, string> {
  let scrolled = 0
  for (let around: Element | null = list; around; around = around.parentElement) scrolled += around.scrollTop
  const placeOf = (card: Element) => {
    const { left, top } = card.getBoundingClientRect()
    return `${Math.round(left)},${Math.round(top + scrolled)}`
  }
  return new Map([...list.children].map((card) => [card, placeOf(card)]))
}

/**
 * Calls back with the index of the first card that moved, because something before it appeared, disappeared or grew.
 * Scrolling does not count. @returns how to stop.
 */
function watchPlaces(list: Element, onMoved: (from: number) => void): () => void {
  let before = placesOf(list)
  // A shift of the list resizes an ancestor. The observer runs after layout, where measuring is cheap.
  const observer = new ResizeObserver(() => {
    const now = placesOf(list)
    const isMoved = (card: Element) => before.has(card) && before.get(card) !== now.get(card)
    const from = [...list.children].findIndex(isMoved)
    before = now
    if (from >= 0) onMoved(from)
  })
  for (let around: Element | null = list; around; around = around.parentElement) observer.observe(around)
  return () => observer.disconnect()
}

type Ids = readonly string[]

/**
 * The first index whose card was replaced or removed; -1 if there is none. A card added at the end of the lane replaces
 * none.
 */
export const firstMoved = (before: Ids, after: Ids): number => before.findIndex((id, place) => after[place] !== id)

/**
 * Guards a list with one element per row: ignores a press on a card that has just moved there, and a second press where
 * another card was pressed. An accepted order cannot be given back.
 */
export function useCardPresses(rows: readonly OrderRow[], onMisclick: () => void) {
  const shown = useRef<Ids>([])
  const moved = useRef({ from: 0, at: -Infinity })
  const last = useRef<Press & { readonly id: string }>(undefined)

  const note = useCallback((from: number) => {
    const [now, before] = [performance.now(), moved.current]
    if (from >= 0) moved.current = { from: now - before.at < reactionMs ? Math.min(from, before.from) : from, at: now }
  }, [])

  // Row changes are known before layout; the observer reports shifts from outside the list.
  useLayoutEffect(() => {
    const ids = rows.map(({ order_id }) => order_id)
    note(firstMoved(shown.current, ids))
    shown.current = ids
  }, [rows, note])
  const ref = useCallback(
    (list: Element | null) => {
      return list ? watchPlaces(list, note) : undefined
    },
    [note],
  )

  function isMisclick(press: Press): boolean {
    const place = [...press.inside.children].findIndex((card) => card.contains(press.button))
    const id = shown.current[place]
    if (id === undefined) return false
    const before = last.current
    const isAgain =
      before !== undefined && before.id !== id && press.at - before.at < secondTapMs && isSamePlace(press, before)
    // Also true for a press from before the move whose event was delivered late.
    if (isAgain || (place >= moved.current.from && press.at - moved.current.at < reactionMs)) return true
    last.current = { ...press, id }
    return false
  }

  return { ref, ...useMisclickGuard(isMisclick, onMisclick) }
}
