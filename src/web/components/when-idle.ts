import { useEffect, useState } from 'react'

const idleLimitMs = 2000
/** Safari has no idle callbacks. Other work of the first render is over by then. */
const withoutIdleMs = 100

/** Calls back once the browser has nothing else to do, or after 2 s. @returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, withoutIdleMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: idleLimitMs })
  return () => cancelIdleCallback(request)
}

/**
 * Whether the browser has been idle since the component was first rendered. What no first screen shows waits for that:
 * on a slow tablet it would delay the rows by half a second.
 */
export function useWasIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false)
  useEffect(() => whenIdle(() => setWasIdle(true)), [])
  return wasIdle
}
