// What stands at the bottom of a screen, and must be seen and tapped at any time: the places, what can be done with an
// order and its Undo, that orders wait.
const bottoms = '.shell-places.below, .answer-bar, .ring-room:not(:empty), .ring-bar'
const gap = 8

/**
 * Keeps what floats above a screen clear of all that stands at its bottom, whatever comes and goes there; how much room it
 * takes itself stands in `--notices`, for what fills the screen. @returns what ends that.
 */
export function keepClear(floating: HTMLElement | null): () => void {
  const root = document.documentElement
  if (!floating) return () => undefined

  function place(): void {
    if (!floating) return
    // On a wide screen the places and the ring stand elsewhere; on a short one an order's bar begins above the middle.
    const tops = [...document.querySelectorAll(bottoms)]
      .map((each) => ({ top: each.getBoundingClientRect().top, isBar: each.matches('.answer-bar') }))
      .filter(({ top, isBar }) => isBar || top > innerHeight / 2)
      .map(({ top }) => top)
    const lowest = Math.min(innerHeight, ...tops)
    const atMost = innerHeight - floating.offsetHeight
    floating.style.bottom = `${Math.max(0, Math.min(innerHeight - lowest + gap, atMost))}px`
    root.style.setProperty('--notices', `${floating.offsetHeight + 2 * gap}px`)
  }

  place()
  const changes = new MutationObserver(place)
  changes.observe(document.body, { childList: true, subtree: true, characterData: true })
  addEventListener('resize', place)
  return () => {
    changes.disconnect()
    removeEventListener('resize', place)
    root.style.removeProperty('--notices')
  }
}
