import { createContext, use } from 'react'
import type { Language } from './language.ts'

/** Whoever holds the words gives the way to change their language. */
export const ChooseLanguage = createContext<(language: Language) => void>(() => undefined)

/** Changes the language of this tablet, and keeps it. */
export const useChooseLanguage = (): ((language: Language) => void) => use(ChooseLanguage)
