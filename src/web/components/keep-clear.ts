import { useLayoutEffect } from 'react'

// What stands at the bottom of a screen, and must be seen and tapped at any time: the places, what can be done with an
// order and its Undo, that orders wait; and what stays there until somebody has read it.
const bottoms = '.shell-places.below, .answer-bar, .ring-room:not(:empty), .ring-bar, .notice-stack'
const gap = 8

/**
 * Keeps what floats above a screen clear of all that stands at its bottom, whatever comes and goes there. `onPlaced` is
 * told how much room it takes itself. @returns what ends that.
 */
export function keepClear(floating: HTMLElement | null, onPlaced?: (room: number) => void): () => void {
  if (!floating) return () => undefined

  function place(): void {
    if (!floating) return
    // On a wide screen the places and the ring stand elsewhere; on a short one an order's bar begins above the middle.
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

/**
 * Says in the page's root, as `data-…`, what is on the screen, for the frame around it. A `:has()` would say it too, but
 * with each card that comes a browser looks through all of those above it anew: a millisecond of sixteen.
 */
export function useRootMark(name: 'answers' | 'fills' | 'notices' | 'ring', value = ''): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
