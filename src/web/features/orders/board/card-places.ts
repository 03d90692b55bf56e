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
export function watchPlaces(list: Element, onMoved: (from: number) => void): () => void {
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
