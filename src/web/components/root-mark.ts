import { useLayoutEffect } from 'react'

/**
 * Marks the root element with `data-…` while a component is mounted, for the frame's CSS. `:has()` would do the same, but
 * costs a millisecond of style matching for each new card.
 */
export function useRootMark(name: 'answers' | 'fills' | 'notices', value = ''): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
