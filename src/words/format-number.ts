import type { Language } from './language.ts'

/** A number with its thousands apart, in Western digits: it is shown as it is, never rounded. */
export const formatNumber = (number: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 20, numberingSystem: 'latn' }).format(number)
