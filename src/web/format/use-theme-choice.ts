import { applyTheme, readTheme, saveTheme, type Theme } from '#web/api/preferences.ts'
import { useState } from 'react'

/** This tablet's theme, and how to change it: at once, and for later visits. */
export function useThemeChoice() {
  const [theme, setTheme] = useState(readTheme)
  return {
    theme,
    choose(chosen: Theme): void {
      setTheme(chosen)
      saveTheme(chosen)
      applyTheme(chosen)
    },
  }
}
