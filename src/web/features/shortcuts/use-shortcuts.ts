import { keepFocus } from './keep-focus.ts'
import { pressKey, readShortcuts, watchShortcuts } from './shortcuts.ts'
import { useLayoutEffect } from 'react'

/** Keyboard shortcuts. `?` calls `onHelp`, even where they are off, so that they can be turned on again. */
export function useShortcuts(onHelp: () => void): void {
  useLayoutEffect(keepFocus, [])
  // In a layout effect, so that the keys work as soon as the button is seen.
  useLayoutEffect(
    () =>
      watchShortcuts((key) => {
        if (key === '?' || key === '؟') onHelp()
        else if (readShortcuts()) pressKey(key)
      }),
    [onHelp],
  )
}
