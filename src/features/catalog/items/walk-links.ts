import type { KeyboardEvent } from 'react'

const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down go from one row's link to the next; Enter opens it, as with every link. */
export function walkLinks(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = links.findIndex((link) => link === document.activeElement)
  const by = step[event.key]
  if (at < 0 || by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  links[at + by]?.focus()
}
