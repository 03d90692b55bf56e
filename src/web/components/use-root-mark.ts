import { useLayoutEffect } from 'react'

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
