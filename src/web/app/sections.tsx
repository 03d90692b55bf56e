import { paths } from '#contract/screen-paths.ts'
import { otherDesksQuery } from '#web/features/shops/other-desks-query.ts'
import { type MessageKey, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { NavLink, Outlet } from 'react-router'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly (readonly [to: string, name: MessageKey])[]
}

/** The screens of a place as links in a row. All fit on a phone, because one that is out of view is not found. */
function Tabs({ label, tabs }: TabsProps) {
  const t = useTranslate()
  return (
    <nav aria-label={label} className="section-tabs no-print">
      {tabs.map(([to, name]) => (
        <NavLink key={to} to={to}>
          {t(name)}
        </NavLink>
      ))}
    </nav>
  )
}

/** The catalog's four screens. */
export function CatalogSection() {
  const t = useTranslate()
  return (
    <>
      <Tabs
        label={t('nav.catalog')}
        tabs={[
          [paths.items(), 'nav.items'],
          [paths.categories, 'nav.categories'],
          [paths.brands, 'nav.brands'],
          [paths.attributes, 'nav.attributes'],
        ]}
      />
      <Outlet />
    </>
  )
}

/** The screens of the desk itself; in a chain also all shops. */
export function ManageSection() {
  const t = useTranslate()
  const { data: desks = [] } = useQuery(otherDesksQuery())
  return (
    <>
      <Tabs
        label={t('nav.manage')}
        tabs={[
          [paths.staff, 'nav.staff'],
          [paths.tablets, 'nav.tablets'],
          [paths.printers, 'nav.printers'],
          [paths.rules, 'nav.rules'],
          [paths.alerts, 'nav.alerts'],
          [paths.webhooks, 'nav.webhooks'],
          [paths.apiKeys, 'nav.apiKeys'],
          ...(desks.some((desk) => !desk.is_here) ? [[paths.shops, 'shops.others'] as const] : []),
          [paths.log(), 'nav.log'],
          [paths.connection, 'nav.connection'],
          [paths.settings, 'nav.settings'],
        ]}
      />
      <Outlet />
    </>
  )
}
