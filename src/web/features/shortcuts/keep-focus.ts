/** Where reading can continue: named sections, a dialog, the screen. */
const homes = 'section[aria-label], section[aria-labelledby], dialog[open], main'

/** A removed element and a disabled button lose the focus. */
const canHaveFocus = (element: Element): boolean => element.isConnected && !element.matches(':disabled')

function* around(element: Element | null): Generator<Element> {
  for (let each = element; each; each = each.parentElement) yield each
}

/** Content that loads later than this after navigating back takes no focus from the user. */
const backForMs = 3000

/** After navigating back: finds the link that led to the screen that was left. */
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
      // The page may already be that of the new address when this event arrives.
      noteAddress()
      left = before
      clearTimeout(end)
      end = setTimeout(forget, backForMs)
      onBack()
    },
    { signal },
  )
  // Any input means that the user has found a place.
  for (const type of ['pointerdown', 'keydown', 'wheel']) addEventListener(type, forget, { signal, capture: true })
  return {
    /** Call when the page has changed, perhaps to another screen. */
    checkLinks(): void {
      if (noteAddress()) forget()
    },
    find: (screen: Element): HTMLElement | undefined =>
      left === undefined ? undefined : [...screen.querySelectorAll('a')].find(({ href }) => href === left),
    forget,
  }
}

/**
 * Keeps the focus in place when its element leaves the page: a card changes lanes, a row is removed, a screen is
 * replaced. The browser would start at the top of the page again; this moves the focus to the surrounding section, and
 * after navigating back to the link of the screen that was left.
 * @returns a function that stops it.
 */
export function keepFocus(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  // The focused element and its ancestors: a removed element no longer knows where it was.
  let path: readonly Element[] = [...around(document.activeElement)]

  // After the other mutations of the same render were handled.
  const wayBack = createWayBack(signal, () => setTimeout(goToLink))

  const isLost = () => document.activeElement === null || document.activeElement === document.body

  function handOn(): void {
    const [focused] = path
    if (!focused || canHaveFocus(focused) || !isLost()) return
    const home = path.find((each) => each.isConnected && each.matches(homes)) ?? document.querySelector('main')
    if (!(home instanceof HTMLElement)) return
    // Focusable by script, but no stop of the Tab key.
    home.tabIndex = -1
    home.focus({ preventScroll: true })
  }

  /** The cards of a screen load a moment after the screen itself. */
  function goToLink(): void {
    const screen = document.querySelector('main')
    if (screen && document.activeElement === screen) wayBack.find(screen)?.focus()
  }

  function take({ target }: FocusEvent): void {
    path = target instanceof Element ? [...around(target)] : []
    if (!path[0]?.matches('main')) wayBack.forget()
  }

  addEventListener('focusin', take, { signal })
  // A press elsewhere gives up the focus on purpose. A removed element is no longer there by then.
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
