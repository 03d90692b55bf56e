import { useEffect, useState } from 'react'

/** How far the server's clock is ahead of this tablet's, which may be a day wrong; in milliseconds. */
let ahead = 0

/** Sets the clock by an answer that has just arrived. */
export function setServerTime(iso: string): void {
  const serverNow = Date.parse(iso)
  if (Number.isFinite(serverNow)) ahead = serverNow - Date.now()
}

/** The server's time now, in milliseconds. */
export const serverNow = (): number => Date.now() + ahead

const second = 1000

/** The server's time, told again each second while somebody looks. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), second)
    return () => clearInterval(timer)
  }, [])
  return now
}
