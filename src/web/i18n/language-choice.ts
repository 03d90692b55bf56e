import { createContext } from 'react'
import type { Catalog } from './catalogs.ts'
import type { Language } from './language.ts'

interface LanguageChoice {
  readonly shown: Catalog
  /** The last choice. The page switches once its messages are loaded. */
  readonly chosen: Language
  readonly setShown: (catalog: Catalog) => void
  readonly setChosen: (language: Language) => void
}

/** The language of the page, for components that change it. The code that changes it is loaded later than the page. */
export const LanguageChoice = createContext<LanguageChoice | undefined>(undefined)
