import { createContext, use } from 'react'
import type { Language } from './language.ts'

interface LanguageChoice {
  /** What was chosen last. The page speaks it once its words are there. */
  readonly chosen: Language
  /** Changes the language of this tablet, and keeps it. */
  readonly choose: (language: Language) => void
}

/** Whoever holds the words gives the way to change their language. */
export const ChooseLanguage = createContext<LanguageChoice | undefined>(undefined)

export function useLanguageChoice(): LanguageChoice {
  const choice = use(ChooseLanguage)
  if (!choice) throw new Error('Nobody above this component can change the language.')
  return choice
}
