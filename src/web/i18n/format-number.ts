import { numberingIn } from './digits.ts'
import { numberFormat } from './intl.ts'
import type { Language } from './language.ts'

/** A number with its thousands apart, in the digits of the language: it is shown as it is, never rounded. */
export const formatNumber = (number: number, language: Language): string =>
  numberFormat(language, { maximumFractionDigits: 20, ...numberingIn(language) }).format(number)
