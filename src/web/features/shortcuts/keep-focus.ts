/** Where reading can go on: parts of a screen that have a name, a dialog, the screen. */
const homes = 'section[aria-label], section[aria-labelledby], dialog[open], main'

/** What left the page has lost it, and so has a button that cannot be pressed any more. */
const canHaveFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

function* around(element: Element | null): Generator<Element> {
  for (let each = element; each; each = each.parentElement) yield each
}

/** What comes later than that on a screen to which one came back takes no focus from somebody who reads there. */
const backForMs = 3000

/** Of a screen to which one came back: the link that had led to the one that was left. */
function createWayBack(signal: AbortSignal, onBack: () => void) {
  let here = location.href
  let before = here
  let left: string | undefined
  let end: ReturnType<typeof setTimeout> | undefined
  const forget = (): void => (left = undefined)
  function noteAddress(): boolean {
    if (location.href === here) return false
    before = here
    here = location.href
    return true
  }
  addEventListener(
    'popstate',
    () => {
      // The page may be that of the new address by now, and this have been told of the change.
      noteAddress()
      left = before
      clearTimeout(end)
      end = setTimeout(forget, backForMs)
      onBack()
    },
    { signal },
  )
  // Whoever does something there has found a place.
  for (const deed of ['pointerdown', 'keydown', 'wheel']) addEventListener(deed, forget, { signal, capture: true })
  return {
    /** The page has changed: perhaps somebody went on to another screen. */
    checkLinks(): void {
      if (noteAddress()) forget()
    },
    find: (screen: Element): HTMLElement | undefined =>
      left === undefined ? undefined : [...screen.querySelectorAll('a')].find(({ href }) => href === left),
    forget,
  }
}

/**
 * What has the focus may leave the page: a card goes to another lane, a name is taken off a list, a screen gives way to
 * the next. The browser then begins at the top of the page again; here the focus goes to what was around it,
 * and of a screen to which one came back, to the link of what was left.
 * @returns how to stop.
 */
export function keepFocus(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  // From what has the focus outwards: who has left the page no longer knows where it was.
  let path: readonly Element[] = [...around(document.activeElement)]

  // Once what was drawn at the same time has been told of.
  const wayBack = createWayBack(signal, () => setTimeout(goToLink))

  const isLost = () => document.activeElement === null || document.activeElement === document.body

  function handOn(): void {
    const [focused] = path
    if (!focused || canHaveFocus(focused) || !isLost()) return
    const home = path.find((each) => each.isConnected && each.matches(homes)) ?? document.querySelector('main')
    if (!(home instanceof HTMLElement)) return
    // It takes the focus from here alone, and is no stop of the Tab key.
    home.tabIndex = -1
    home.focus({ preventScroll: true })
  }

  /** Its cards come a moment after the screen itself. */
  function goToLink(): void {
    const screen = document.querySelector('main')
    if (screen && document.activeElement === screen) wayBack.find(screen)?.focus()
  }

  function take({ target }: FocusEvent): void {
    path = target instanceof Element ? [...around(target)] : []
    if (!path[0]?.matches('main')) wayBack.forget()
  }

  addEventListener('focusin', take, { signal })
  // Somebody has tapped beside it: from there on nothing is lost. What was removed is no longer there when it is asked.
  addEventListener(
    'focusout',
    () => queueMicrotask(() => path[0] && canHaveFocus(path[0]) && isLost() && (path = [])),
    { signal },
  )
  const changes = new MutationObserver(() => {
    wayBack.checkLinks()
    handOn()
    goToLink()
  })
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    watching.abort()
    changes.disconnect()
  }
}
