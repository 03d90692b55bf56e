import { paths } from '#contract/screen-paths.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Drawing, Icon } from '#web/components/icon.tsx'
import { OtherShops } from '#web/features/shops/other-shops.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { NavLink, useLocation } from 'react-router'

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

const closed = 'M4 7h16v13H4zM3 4h18v3H3zM9.5 12h5'
const person = 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4 21a8 8 0 0 1 16 0'

const places = [
  [paths.items(), 'nav.items', 'M4 7.5 12 3l8 4.5v9L12 21l-8-4.5zM4 7.5l8 4.5 8-4.5M12 12v9'],
  [paths.categories, 'nav.categories', 'M4 4h6v5H4zM14 10h6v4h-6zM14 17h6v4h-6zM7 9v10h7M7 12h7'],
  [paths.brands, 'nav.brands', 'M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01'],
  [paths.attributes, 'nav.attributes', 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4'],
  [paths.tablets, 'nav.tablets', 'M7 3h10v18H7zM11 18h2'],
  [
    paths.staff,
    'nav.staff',
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  ],
  [paths.log(), 'nav.log', 'M5 4h14v16H5zM9 8h6M9 12h6M9 16h3'],
  [paths.shift, 'nav.shift', 'M5 4h14v16H5zM8 16v-4M12 16V8M16 16v-6'],
  [
    paths.settings,
    'nav.settings',
    'M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  ],
] as const

/** The links to all screens except the board. */
export function MoreLinks() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { data: session } = useQuery(sessionQuery())
  useEffect(() => {
    // A phone cannot show all links, so the current one is scrolled into view, and again when the room changes, for example
    // when the tablet is turned.
    const here = document.querySelector(`nav [aria-current='page']`)
    const room = here?.closest('nav')
    if (!here || !room) return
    const watch = new ResizeObserver(() => here.scrollIntoView({ block: 'nearest', inline: 'center' }))
    watch.observe(room)
    return () => watch.disconnect()
  }, [pathname])
  return (
    <>
      <ShellLink to={paths.closed} shortcut="c" icon={<Drawing path={closed} />} name={t('nav.closed')} />
      <ShellLink
        to={paths.signIn(pathname)}
        icon={<Drawing path={person} />}
        name={session?.staff?.name ?? t('nav.signIn')}
      />
      {places.map(([to, name, drawing]) => (
        <ShellLink
          key={to}
          to={to}
          shortcut={name === 'nav.items' ? 'i' : undefined}
          icon={<Drawing path={drawing} />}
          name={t(name)}
        />
      ))}
      {session?.device && <OtherShops />}
    </>
  )
}
