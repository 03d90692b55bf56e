import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

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
