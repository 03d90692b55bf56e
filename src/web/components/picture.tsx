import { useState } from 'react'
import { Icon } from './icon.tsx'

/** The first address that has not failed, and what to do when it fails. */
function useFirstThatLoads(addresses: readonly (string | undefined)[]) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const src = addresses.find((address) => address !== undefined && !failed.includes(address))
  return { src, onError: () => src !== undefined && setFailed([...failed, src]) }
}

const loading = { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' } as const

interface PictureProps {
  /** Where it is; nothing where there is none that may be shown. */
  readonly src: string | undefined
  /** Addresses to try, in this order, where the first one does not load. */
  readonly others?: readonly string[]
  readonly className?: string
  /** Nothing for a picture that adds nothing to the text beside it. */
  readonly alt?: string
}

const noOthers: readonly string[] = []

/** A picture; a quiet placeholder where it does not come. */
export function Picture({ src, others = noOthers, className = '', alt = '' }: PictureProps) {
  const shown = useFirstThatLoads([src, ...others])
  // Nothing behind a picture that has come: it may have round corners of its own.
  const frame = `${className} shrink-0 overflow-hidden rounded`
  if (shown.src === undefined) {
    return (
      <span className={`${frame} grid place-items-center bg-sunken text-faint`} aria-hidden="true">
        <Icon name="picture" />
      </span>
    )
  }
  return <img {...loading} {...shown} alt={alt} className={`${frame} object-cover`} />
}

interface SignProps {
  readonly src: string | undefined
  readonly className: string
}

/** A small picture beside words that say the same, in its own proportions; nothing where it does not come. */
export function Sign({ src, className }: SignProps) {
  const shown = useFirstThatLoads([src])
  return shown.src === undefined ? null : <img {...loading} {...shown} alt="" className={`${className} shrink-0`} />
}
