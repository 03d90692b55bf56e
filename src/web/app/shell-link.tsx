import { Icon } from '#web/components/icon.tsx'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

interface ShellLinkProps {
  readonly to: string
  readonly icon: ReactNode
  readonly name: string
  /** The keyboard shortcut. */
  readonly shortcut?: string | undefined
  /** On a narrow screen it is the only link, and leads back. */
  readonly isWayBack?: boolean
}

/** A link of the main navigation. */
export const ShellLink = ({ to, icon, name, shortcut, isWayBack = false }: ShellLinkProps) => (
  <NavLink
    to={to}
    end
    aria-keyshortcuts={shortcut}
    className={`shell-link ${isWayBack ? 'max-tablet:min-h-14 max-tablet:gap-2' : 'below'}`}
  >
    {isWayBack && <Icon name="back" className="size-5 rtl:-scale-x-100 tablet:hidden" />}
    <span className={isWayBack ? 'max-tablet:hidden' : ''}>{icon}</span>
    <span className="max-w-full text-center wrap-anywhere">{name}</span>
  </NavLink>
)
