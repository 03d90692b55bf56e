import { Icon } from './icon.tsx'
import type { ReactNode } from 'react'

interface ServiceTextProps {
  readonly children: string
  readonly className?: string
}

/** A text of the service, in its own direction: Arabic inside English, or a number inside Arabic, disturbs nothing. */
export const ServiceText = ({ children, className }: ServiceTextProps) => (
  <bdi dir="auto" className={className}>
    {children}
  </bdi>
)

/** Numbers, codes and times: they run from left to right in every language, each digit as wide as the next. */
export const Digits = ({ children, className = '' }: ServiceTextProps) => (
  <bdi dir="ltr" className={`tabular-nums ${className}`}>
    {children}
  </bdi>
)

/** What is typed or sent letter by letter: left to right in every language, and whole, however narrow the screen. */
export const Code = ({ children }: { readonly children: string }) => (
  <code dir="ltr" className="block rounded bg-sunken px-3 py-3 text-start text-sm break-words">
    {children}
  </code>
)

const looks = {
  plain: 'bg-sunken text-strong',
  amber: 'bg-amber-tint text-amber',
  red: 'bg-red-tint text-red',
  good: 'bg-good-tint text-good',
}

interface MessageProps {
  readonly look?: keyof typeof looks
  /** `alert` is read out at once, `status` when there is a pause. */
  readonly role?: 'alert' | 'status' | 'note'
  /** Without a role of its own it is read out all the same, or somebody else does that. */
  readonly live?: 'polite' | 'off'
  readonly children: ReactNode
  readonly className?: string
}

/** Something that must be read, where it belongs. */
export const Message = ({ look = 'plain', role, live, children, className = '' }: MessageProps) => (
  <div
    role={role}
    aria-live={live}
    className={`${looks[look]} ${className} flex items-start gap-3 rounded px-4 py-3 max-tablet:py-1.5 short:py-1.5`}
  >
    {(look === 'amber' || look === 'red') && <Icon name="warning" className="mt-0.5 size-5 shrink-0" />}
    <div className="min-w-0 flex-1">{children}</div>
  </div>
)

interface SkeletonProps {
  readonly className: string
}

/** The shape of something that is on its way. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <div className={`${className} animate-pulse rounded bg-sunken`} aria-hidden="true" />
)
