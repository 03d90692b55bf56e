import { useState } from 'react'

/** How a picture of the service is loaded. */
export const outside = { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' } as const

interface SignProps {
  readonly src: string | undefined
  readonly className: string
}

/** A small decorative picture in its own proportions; renders nothing if it does not load. */
export function Sign({ src, className }: SignProps) {
  const [failed, setFailed] = useState<string>()
  if (src === undefined || src === failed) return null
  return <img {...outside} src={src} alt="" className={`${className} shrink-0`} onError={() => setFailed(src)} />
}
