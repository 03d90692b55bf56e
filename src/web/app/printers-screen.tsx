import { CategoryChoice } from '#web/features/catalog/categories/category-choice.tsx'
import { PrintersScreen } from '#web/features/printers/printers-screen.tsx'

/** The printers, with the catalog's categories to choose from. */
export const Printers = () => <PrintersScreen Categories={CategoryChoice} />
