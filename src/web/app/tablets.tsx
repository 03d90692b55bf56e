import { TabletsScreen } from '#web/features/people/tablets-screen.tsx'
import { lazyComponent } from '#web/i18n/lazy-component.tsx'

/** Only a station's dialog shows them. */
const Categories = lazyComponent(
  async () => (await import('#web/features/catalog/categories/category-choice.tsx')).CategoryChoice,
)

/** The tablets, with the catalog's categories to choose from. */
export const Tablets = () => <TabletsScreen Categories={Categories} />
