import { useState } from 'react'
import { Icon } from './icon.tsx'
import { outside } from './sign.tsx'

/** The first address that has not failed, with the error handler that tries the next one. */
function useFirstThatLoads(addresses: readonly (string | undefined)[]) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const src = addresses.find((address) => address !== undefined && !failed.includes(address))
  return { src, onError: () => src !== undefined && setFailed([...failed, src]) }
}

interface PictureProps {
  /** The picture's address; undefined if there is none that may be shown. */
  readonly src: string | undefined
  /** Addresses to try in this order if `src` does not load. */
  readonly others?: readonly string[]
  readonly className?: string
  /** Empty for a decorative picture. */
  readonly alt?: string
}

const noOthers: readonly string[] = []

/** A picture, or a placeholder if none loads. */
export function Picture({ src, others = noOthers, className = '', alt = '' }: PictureProps) {
  const shown = useFirstThatLoads([src, ...others])
  // No background behind a loaded picture, which may have round corners of its own.
  const frame = `${className} shrink-0 overflow-hidden rounded`
  if (shown.src === undefined) {
    return (
      <span className={`${frame} grid place-items-center bg-sunken text-faint`} aria-hidden="true">
        <Icon name="picture" />
      </span>
    )
  }
  return <img {...outside} {...shown} alt={alt} className={`${frame} object-cover`} />
}
