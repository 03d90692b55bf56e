import { useLayoutEffect, useRef } from 'react'

/** Calls back as soon as something is another than it was, before that is seen; with what it was. */
export function useChangeOf<T>(now: T, onChange: (before: T) => void): void {
  const last = useRef(now)
  useLayoutEffect(() => {
    const before = last.current
    if (before === now) return
    last.current = now
    onChange(before)
  })
}
