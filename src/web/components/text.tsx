import { Icon } from './icon.tsx'
import type { ReactNode } from 'react'

interface ServiceTextProps {
  readonly children: string
  readonly className?: string
}

/** A text of the service in its own direction, isolated from the text around it. */
export const ServiceText = ({ children, className }: ServiceTextProps) => (
  <bdi dir="auto" className={className}>
    {children}
  </bdi>
)

/** Numbers, codes and times: left to right in every language, with digits of equal width. */
export const Digits = ({ children, className = '' }: ServiceTextProps) => (
  <bdi dir="ltr" className={`tabular-nums ${className}`}>
    {children}
  </bdi>
)

/** A code or command, left to right in every language and wrapped on a narrow screen. */
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
  /** `alert` is read out at once, `status` at the next pause. */
  readonly role?: 'alert' | 'status' | 'note'
  /** `polite` reads it out without a role; `off` does not, because another live region reads it. */
  readonly live?: 'polite' | 'off'
  readonly children: ReactNode
  readonly className?: string
}

/** A highlighted message. */
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

/** A placeholder for content that is loading. */
export const Skeleton = ({ className }: SkeletonProps) => (
  <div className={`${className} animate-pulse rounded bg-sunken`} aria-hidden="true" />
)
