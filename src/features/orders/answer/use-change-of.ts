import { useLayoutEffect, useRef } from 'react'

/** Calls back as soon as something is another than it was, before that is seen. */
export function useChangeOf<T>(now: T, onChange: () => void): void {
  const before = useRef(now)
  useLayoutEffect(() => {
    if (before.current === now) return
    before.current = now
    onChange()
  })
}
