import type { Shelf } from './catalogs.ts'

export const lateWords: Shelf = {
  en: () => import('virtual:words/en/late'),
  ar: () => import('virtual:words/ar/late'),
  fr: () => import('virtual:words/fr/late'),
}
