import { useEffect, useState, type ReactNode } from 'react'

const laterMs = 700
const stepMs = 150
let place = 0

interface LaterProps {
  readonly children: ReactNode
  /** All that it shows is there already: so it comes at once. */
  readonly isHere?: boolean
}

/**
 * What nobody needs in the first moment: it comes once the screen has been drawn and could be used, and one after the
 * other, for all at once would hold up a slow tablet.
 */
export function Later({ children, isHere = false }: LaterProps) {
  const [isTime, setTime] = useState(isHere)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), laterMs + stepMs * (place++ % 6))
    return () => clearTimeout(timer)
  }, [])
  return isTime ? children : null
}
