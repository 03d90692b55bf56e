import { useEffect, useState, type ReactNode } from 'react'

const laterMs = 1500

/** What nobody needs in the first moment: it comes once the screen has been drawn and could be used. */
export function Later({ children }: { readonly children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? children : null
}
