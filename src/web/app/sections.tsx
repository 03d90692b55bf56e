import { paths } from '#contract/screen-paths.ts'
import { OrderSkeleton } from '#web/features/orders/order-skeleton.tsx'
import { lazyComponent } from '#web/i18n/lazy-component.tsx'
import { type MessageKey, useTranslate } from '#web/i18n/translations.tsx'
import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'

const catalogTabs: readonly (readonly [to: string, name: MessageKey])[] = [
  [paths.items(), 'nav.items'],
  [paths.categories, 'nav.categories'],
  [paths.brands, 'nav.brands'],
  [paths.attributes, 'nav.attributes'],
]

/** The catalog's four screens. All tabs fit on a phone, because one that is out of view is not found. */
export function CatalogSection() {
  const t = useTranslate()
  return (
    <>
      <nav aria-label={t('nav.catalog')} className="section-tabs no-print">
        {catalogTabs.map(([to, name]) => (
          <NavLink key={to} to={to}>
            {t(name)}
          </NavLink>
        ))}
      </nav>
      <ScreenOfSection />
    </>
  )
}

const ManageNav = lazyComponent(async () => (await import('./manage-nav.tsx')).ManageNav)

/** The screens of the desk itself. */
export const ManageSection = () => (
  <div className="manage">
    <ManageNav />
    <div className="manage-screen">
      <ScreenOfSection />
    </div>
  </div>
)

/** A screen of a section. The section's navigation stays in place while the screen loads. */
const ScreenOfSection = () => (
  <Suspense fallback={<OrderSkeleton />}>
    <Outlet />
  </Suspense>
)
