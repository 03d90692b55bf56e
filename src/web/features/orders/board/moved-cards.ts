import type { OrderRow } from '#contract/desk/inbox.ts'
import { isSamePlace, reactionMs, secondTapMs, type Tap, useMisclickGuard } from '#web/components/misclick-guard.ts'
import { useCallback, useLayoutEffect, useRef } from 'react'

/** How far each card is below the beginning of what it is scrolled in, in whole pixels. */
function placesOf(list: Element): ReadonlyMap<Element, number> {
  let scrolled = 0
  for (let around: Element | null = list; around; around = around.parentElement) scrolled += around.scrollTop
  const placeOf = (card: Element) => Math.round(card.getBoundingClientRect().top + scrolled)
  return new Map([...list.children].map((card) => [card, placeOf(card)]))
}

/**
 * Calls back when cards of a list come to stand elsewhere, with the first one that does: something came, went or grew
 * above them. A scroll is no such thing. @returns what ends that.
 */
function watchPlaces(list: Element, onMoved: (from: number) => void): () => void {
  let before = placesOf(list)
  // Whatever pushes the list changes the size of something around it. After the layout, where to measure costs nothing.
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
 * The first place that another card took, or that was given up, so that the next one to come takes it; -1 where there is
 * none. What came at the end of the lane took nobody's place.
 */
export const firstMoved = (before: Ids, after: Ids): number => before.findIndex((id, place) => after[place] !== id)

/**
 * For a list that holds one element for each of these orders: a finger that comes down on a button of a card which has
 * only just moved there, or once more where it tapped another card, meant that other order; and an order that was
 * accepted cannot be given back.
 */
export function useCardPresses(rows: readonly OrderRow[], onMisclick: () => void) {
  const shown = useRef<Ids>([])
  const moved = useRef({ from: 0, at: -Infinity })
  const last = useRef<Tap & { readonly id: string }>(undefined)

  const note = useCallback((from: number) => {
    const [now, before] = [performance.now(), moved.current]
    if (from >= 0) moved.current = { from: now - before.at < reactionMs ? Math.min(from, before.from) : from, at: now }
  }, [])

  // The rows tell before anything is laid out; what comes and goes around them does not.
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

  function isMisclick(tap: Tap): boolean {
    const place = [...tap.inside.children].findIndex((card) => card.contains(tap.button))
    const id = shown.current[place]
    if (id === undefined) return false
    const before = last.current
    const isAgain =
      before !== undefined && before.id !== id && tap.at - before.at < secondTapMs && isSamePlace(tap, before)
    // What was touched before the card moved, and is only told of now, was not meant for it either.
    if (isAgain || (place >= moved.current.from && tap.at - moved.current.at < reactionMs)) return true
    last.current = { ...tap, id }
    return false
  }

  return { ref, ...useMisclickGuard(isMisclick, onMisclick) }
}
