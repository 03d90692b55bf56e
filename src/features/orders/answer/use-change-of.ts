import { useState } from 'react'

/** Calls back as soon as something is another than it was, before that is drawn. */
export function useChangeOf<T>(now: T, onChange: () => void): void {
  const [before, setBefore] = useState(now)
  if (now === before) return
  setBefore(now)
  onChange()
}
