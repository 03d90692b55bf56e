import { type RefObject, useLayoutEffect, useState } from 'react'

/** Which tickets fit on the screen. */
export interface Fit {
  /** How many of them begin on the screen. They are the first ones, because columns fill one after the other. */
  readonly count: number
  /** How many lines of the last one are beyond the end of the last column, or below the note that says so. */
  readonly cutLines: number
  /** The width of a column, in CSS pixels. */
  readonly column: number
  /** By order: the places of the lines with which its ticket goes on in a further column, as text. */
  readonly continued: Readonly<Record<string, string>>
}

const whole: Fit = { count: Infinity, cutLines: 0, column: 0, continued: {} }

/** Room at the end of the last column in which the note about cut lines stands, in CSS pixels. */
const noteRoomPx = 56
/** Browsers round fractions of a pixel. */
const roundingPx = 1

/**
 * Measures which of an element's children fit, and whenever that changes. `draw` chooses the children from the last fit and
 * returns their ids.
 */
export function useFit(area: RefObject<HTMLElement | null>, draw: (fit: Fit) => readonly string[]): Fit {
  const [fit, setFit] = useState(whole)
  const ids = draw(fit).join(' ')
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    // It is called once for what it begins to watch, and before the page is painted.
    const watch = new ResizeObserver(() => {
      const next = measure(element)
      setFit((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
    })
    for (const each of [element, ...element.children]) watch.observe(each)
    return () => watch.disconnect()
  }, [area, ids])
  return fit
}

function measure(area: HTMLElement): Fit {
  const box = area.getBoundingClientRect()
  // Nothing is laid out: hidden, or in a test.
  if (box.width === 0) return whole
  const isRtl = getComputedStyle(area).direction === 'rtl'
  const isInside = (part: DOMRect) =>
    isRtl ? part.left >= box.left - roundingPx : part.right <= box.right + roundingPx
  let count = 0
  let column = 0
  const continued: Record<string, string> = {}
  for (const ticket of area.querySelectorAll<HTMLElement>(':scope > [data-order]')) {
    const [first, ...others] = ticket.getClientRects()
    if (!first || !isInside(first)) return { count, cutLines: 0, column, continued }
    count += 1
    column = first.width
    if (others.length > 0) continued[ticket.dataset['order'] ?? ''] = firstOfColumns(ticket).join(' ')
    if (others.every(isInside)) continue
    const isHidden = (line: Element) => {
      const part = line.getBoundingClientRect()
      const isLastColumn = isRtl ? part.left < box.left + column / 2 : part.right > box.right - column / 2
      return !isInside(part) || (isLastColumn && part.bottom > box.bottom - noteRoomPx)
    }
    const cutLines = [...ticket.querySelectorAll('.station-ticket-line')].filter(isHidden).length
    return { count, cutLines, column, continued }
  }
  return { count, cutLines: 0, column, continued }
}

/** The places of the lines of a ticket that are the first in their column, without that below its head. */
function firstOfColumns(ticket: Element): readonly number[] {
  const lefts = [...ticket.querySelectorAll('.station-ticket-line')].map((line) => line.getBoundingClientRect().left)
  return lefts.flatMap((left, place) =>
    place > 0 && Math.abs(left - (lefts[place - 1] ?? left)) > roundingPx ? [place] : [],
  )
}
