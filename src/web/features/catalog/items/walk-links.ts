import type { KeyboardEvent } from 'react'

const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down go from the search to the first row's link, and on to the next; Enter opens it, as with every link. */
export function walkLinks(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[type="search"], [data-row]')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const by = step[event.key]
  if (at < 0 || by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  stops[at + by]?.focus()
}
