import { startTransition, useEffect, useState } from 'react'

/**
 * Whether what has come late may be drawn: it is first drawn in small steps, and a tap is heard between them. Later
 * changes of it are seen at once, as is what was there from the first.
 */
export function useInSteps(isThere: boolean): boolean {
  const [isDrawn, setDrawn] = useState(isThere)
  useEffect(() => {
    if (isThere) startTransition(() => setDrawn(true))
  }, [isThere])
  return isDrawn
}
