// Elements at the bottom of a screen that nothing may cover: navigation, answer bar and toasts.
const bottoms = '.main-nav, .answer-bar, .notice-stack'
const gap = 8

/**
 * Keeps a floating element above everything at the bottom of the screen, whenever that changes. Passes the height that it
 * takes, in CSS pixels, to `onPlaced`. @returns how to stop.
 */
export function keepClear(floating: HTMLElement | null, onPlaced?: (room: number) => void): () => void {
  if (!floating) return () => undefined

  function place(): void {
    if (!floating) return
    // Ignores elements in the upper half, where a wide screen has the navigation. The answer bar always
    // counts, because on a short screen it begins above the middle.
    const tops = [...document.querySelectorAll(bottoms)]
      .filter((each) => each !== floating)
      .map((each) => ({ top: each.getBoundingClientRect().top, isBar: each.matches('.answer-bar') }))
      .filter(({ top, isBar }) => isBar || top > innerHeight / 2)
      .map(({ top }) => top)
    const lowest = Math.min(innerHeight, ...tops)
    const atMost = innerHeight - floating.offsetHeight
    floating.style.bottom = `${Math.max(0, Math.min(innerHeight - lowest + gap, atMost))}px`
    onPlaced?.(floating.offsetHeight + 2 * gap)
  }

  place()
  const changes = new MutationObserver(place)
  changes.observe(document.body, { childList: true, subtree: true, characterData: true })
  addEventListener('resize', place)
  return () => {
    changes.disconnect()
    removeEventListener('resize', place)
  }
}
