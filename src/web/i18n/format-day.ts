import { numberingIn } from './digits.ts'
import type { Language } from './language.ts'

/** A day, as the store's calendar shows it. `at` in milliseconds. */
export const formatDay = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { ...numberingIn(language), calendar: 'gregory', dateStyle: 'full' }).format(at)
