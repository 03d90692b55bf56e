import { useState } from 'react'
import { Icon } from './icon.tsx'

interface PictureProps {
  /** Where it is; nothing where there is none that may be shown. */
  readonly src: string | undefined
  readonly className?: string
}

/** A picture that adds nothing to the text beside it; a quiet placeholder where it does not come. */
export function Picture({ src, className = '' }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  // Nothing behind a picture that has come: it may have round corners of its own.
  const frame = `${className} shrink-0 overflow-hidden rounded`
  if (!src || failed === src) {
    return (
      <span className={`${frame} grid place-items-center bg-sunken text-faint`} aria-hidden="true">
        <Icon name="picture" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={`${frame} object-cover`}
      onError={() => setFailed(src)}
    />
  )
}
