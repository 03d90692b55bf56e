import { createContext } from 'react'
import type { Catalog } from './catalogs.ts'
import type { Language } from './language.ts'

interface Spoken {
  readonly spoken: Catalog
  /** What was chosen last: the page speaks it once its words are there. */
  readonly chosen: Language
  readonly setSpoken: (catalog: Catalog) => void
  readonly setChosen: (language: Language) => void
}

/** The language of this page, for whoever changes it; how that is done comes later than the page. */
export const Spoken = createContext<Spoken | undefined>(undefined)
