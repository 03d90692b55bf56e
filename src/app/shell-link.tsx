import { Link } from '#client/navigation.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ReactNode } from 'react'

interface ShellLinkProps {
  readonly to: string
  readonly icon: ReactNode
  readonly name: string
  /** On a narrow screen it is the one link that is left, and leads back. */
  readonly isWayBack?: boolean
}

/** A place one can go to from everywhere. */
export const ShellLink = ({ to, icon, name, isWayBack = false }: ShellLinkProps) => (
  <Link
    to={to}
    className={`flex shrink-0 items-center justify-center rounded px-3 text-sm font-semibold text-soft aria-[current=page]:bg-accent-tint aria-[current=page]:text-accent wide:min-h-12 wide:justify-start wide:gap-2 wide:px-2 ${isWayBack ? 'min-h-12 gap-2 tablet:max-wide:min-h-14 tablet:max-wide:flex-col tablet:max-wide:gap-0' : 'max-wide:min-h-14 max-wide:flex-col max-tablet:min-w-22 max-tablet:flex-1 max-tablet:px-0'}`}
  >
    {isWayBack && <Icon name="back" className="size-5 rtl:-scale-x-100 tablet:hidden" />}
    <span className={isWayBack ? 'max-tablet:hidden' : ''}>{icon}</span>
    <span className="min-w-0 wrap-anywhere">{name}</span>
  </Link>
)
