/** Where reading can go on: parts of a screen that have a name, a dialog, the screen. */
const homes = 'section[aria-label], section[aria-labelledby], dialog[open], main'

function* around(element: Element | null): Generator<Element> {
  for (let each = element; each; each = each.parentElement) yield each
}

/**
 * What has the focus may leave the page: a card goes to another lane, a name is taken off a list, a screen gives way to
 * the next. The browser then begins at the top of the page again; here the focus goes to what was around it.
 * @returns how to stop.
 */
export function keepFocus(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  // From what has the focus outwards: who has left the page no longer knows where it was.
  let path: readonly Element[] = [...around(document.activeElement)]

  const isLost = () => document.activeElement === null || document.activeElement === document.body

  function handOn(): void {
    const [focused] = path
    if (!focused || focused.isConnected || !isLost()) return
    const home = path.find((each) => each.isConnected && each.matches(homes)) ?? document.querySelector('main')
    if (!(home instanceof HTMLElement)) return
    // It takes the focus from here alone, and is no stop of the Tab key.
    home.tabIndex = -1
    home.focus({ preventScroll: true })
  }

  addEventListener('focusin', ({ target }) => (path = target instanceof Element ? [...around(target)] : []), { signal })
  // Somebody has tapped beside it: from there on nothing is lost. What was removed is no longer there when it is asked.
  addEventListener('focusout', () => queueMicrotask(() => path[0]?.isConnected && isLost() && (path = [])), { signal })
  const removals = new MutationObserver(handOn)
  removals.observe(document.body, { childList: true, subtree: true })
  return () => {
    watching.abort()
    removals.disconnect()
  }
}
