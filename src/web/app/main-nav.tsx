import { paths, patterns } from '#contract/screen-paths.ts'
import { boardQuery } from '#web/api/board.ts'
import { Drawing, Icon } from '#web/components/icon.tsx'
import { rowsOf } from '#web/features/orders/board/lanes.ts'
import { Count } from '#web/format/value.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'

interface PlaceProps {
  readonly to: string
  readonly icon: ReactNode
  readonly name: string
  /** The keyboard shortcut. */
  readonly shortcut?: string
  /** The paths below which it is the current place. */
  readonly within: readonly string[]
  /** Orders that wait for an answer. */
  readonly waiting?: number
  /** Handed to the screen with the address. */
  readonly state?: string
}

/** The state of the address after a tap on Manage: the groups of its screens stand open on a phone. */
export const openGroups = 'groups'

/** A link of the main navigation. It is current on every screen of its place. */
function Place({ to, icon, name, shortcut, within, waiting = 0, state }: PlaceProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const id = useId()
  const isCurrent = within.some((path) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
  return (
    <>
      <Link
        to={to}
        state={state}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts={shortcut}
        aria-describedby={waiting > 0 ? id : undefined}
        className="main-nav-link"
      >
        <span className="relative">
          {icon}
          {waiting > 0 && (
            <span className="main-nav-count" aria-hidden="true">
              <Count of={waiting} />
            </span>
          )}
        </span>
        <span className="max-w-full text-center leading-4">{name}</span>
      </Link>
      {waiting > 0 && (
        <span id={id} className="sr-only">
          {t('ring.waiting', { count: waiting })}
        </span>
      )}
    </>
  )
}

const history = 'M3.5 12a8.5 8.5 0 1 0 2.7-6.2M3 4v4h4M12 7.5V12l3 2'
const catalog = 'M4 7.5 12 3l8 4.5v9L12 21l-8-4.5zM4 7.5l8 4.5 8-4.5M12 12v9'
const reports = 'M4 20h16M7 16v-4M12 16V6M17 16v-7'
const manage =
  'M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2'

/** The five places: a rail on a wide screen, a bar at the bottom of a narrow one. */
export function MainNav() {
  const t = useTranslate()
  const { data: waiting = 0 } = useQuery({
    ...boardQuery(),
    // The board's own screen decides when to read it.
    enabled: false,
    select: ({ data }) => rowsOf('answer', data).length,
  })
  return (
    <nav aria-label={t('nav.main')} className="main-nav no-print">
      <Place
        to={paths.orders}
        shortcut="o"
        icon={<Icon name="orders" />}
        name={t('nav.orders')}
        within={[paths.orders, '/orders']}
        waiting={waiting}
      />
      <Place
        to={paths.history()}
        shortcut="c"
        icon={<Drawing path={history} />}
        name={t('nav.history')}
        within={[patterns.history]}
      />
      <Place
        to={paths.items()}
        shortcut="i"
        icon={<Drawing path={catalog} />}
        name={t('nav.catalog')}
        within={['/catalog']}
      />
      <Place to={paths.reports} icon={<Drawing path={reports} />} name={t('nav.reports')} within={[paths.reports]} />
      <Place
        to={paths.staff}
        state={openGroups}
        icon={<Drawing path={manage} />}
        name={t('nav.manage')}
        within={[
          paths.staff,
          paths.tablets,
          paths.printers,
          paths.rules,
          paths.alerts,
          paths.webhooks,
          paths.apiKeys,
          paths.shops,
          paths.log(),
          paths.connection,
          paths.settings,
        ]}
      />
    </nav>
  )
}
