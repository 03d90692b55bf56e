import type { Language } from './language.ts'

/** Names one after the other, with the comma of the language. */
export const listNames = (names: readonly string[], language: Language): string =>
  names.join(language === 'ar' ? '، ' : ', ')
