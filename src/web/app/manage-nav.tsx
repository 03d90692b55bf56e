import { paths } from '#contract/screen-paths.ts'
import { Drawing } from '#web/components/icon.tsx'
import { otherDesksQuery } from '#web/features/shops/other-desks-query.ts'
import { type MessageKey, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { openGroups } from './main-nav.tsx'
import { WebhookMark } from './webhook-mark.tsx'

interface Group {
  /** None for a link that stands alone. */
  readonly name?: MessageKey
  readonly links: readonly (readonly [to: string, name: MessageKey])[]
}

const groupsOf = (hasShops: boolean): readonly Group[] => [
  {
    name: 'nav.group.people',
    links: [
      [paths.staff, 'nav.staff'],
      [paths.tablets, 'nav.tablets'],
      [paths.printers, 'nav.printers'],
    ],
  },
  {
    name: 'nav.group.orders',
    links: [
      [paths.rules, 'nav.rules'],
      [paths.alerts, 'nav.alerts'],
      [paths.log(), 'nav.log'],
    ],
  },
  {
    name: 'nav.group.systems',
    links: [
      [paths.connection, 'nav.connection'],
      [paths.webhooks, 'nav.webhooks'],
      [paths.apiKeys, 'nav.apiKeys'],
      ...(hasShops ? [[paths.shops, 'shops.others'] as const] : []),
    ],
  },
  { links: [[paths.settings, 'nav.settings']] },
]

/**
 * The screens of the desk in groups: a column beside the screen, or a row above it. On a phone a button opens them,
 * because all of them above each screen would leave no room for the screen.
 */
export function ManageNav() {
  const t = useTranslate()
  const { key, state, pathname } = useLocation()
  const { data: desks = [] } = useQuery(otherDesksQuery())
  // A single shop has no use for this screen, but whoever opened it must see where they are.
  const hasShops = pathname === paths.shops || desks.some((desk) => !desk.is_here)
  const [choice, setChoice] = useState<{ readonly at: string; readonly isOpen: boolean }>()
  const isOpen = choice?.at === key ? choice.isOpen : state === openGroups
  const id = useId()
  return (
    <nav aria-label={t('nav.manage')} className="manage-nav no-print">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChoice({ at: key, isOpen: !isOpen })}
        className="manage-nav-button"
      >
        <span className="flex items-center">
          {t('nav.manage')}
          {!isOpen && <WebhookMark />}
        </span>
        <Drawing path={isOpen ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'} />
      </button>
      <div id={id} data-open={isOpen} className="manage-groups">
        {groupsOf(hasShops).map((group) => (
          <LinkGroup key={group.name ?? ''} {...group} />
        ))}
      </div>
    </nav>
  )
}

function LinkGroup({ name, links }: Group) {
  const t = useTranslate()
  const id = useId()
  return (
    <div role={name && 'group'} aria-labelledby={name && id}>
      {name && <p id={id}>{t(name)}</p>}
      {links.map(([to, link]) => (
        <NavLink key={to} to={to}>
          {t(link)}
          {to === paths.webhooks && <WebhookMark />}
        </NavLink>
      ))}
    </div>
  )
}
