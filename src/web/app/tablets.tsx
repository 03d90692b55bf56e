import { TabletsScreen } from '#web/features/people/tablets-screen.tsx'
import { lazyComponent, LoadBoundary } from '#web/i18n/lazy-component.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ComponentProps } from 'react'

/** Only a station's dialog shows them. */
const Choice = lazyComponent(
  async () => (await import('#web/features/catalog/categories/category-choice.tsx')).CategoryChoice,
)

function Categories(choice: ComponentProps<typeof Choice>) {
  const t = useTranslate()
  return (
    <LoadBoundary instead={t('failure.noContact')}>
      <Choice {...choice} />
    </LoadBoundary>
  )
}

/** The tablets, with the catalog's categories to choose from. */
export const Tablets = () => <TabletsScreen Categories={Categories} />
