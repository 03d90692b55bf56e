import { numberingIn } from '#web/i18n/digits.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

/** `Page 2 of 6`, over all bags of an order, as a value of CSS's `content`: which sheet it is, only the browser knows. */
export function sheetCount(t: Translate, language: Language): string {
  const style = numberingIn(language).numberingSystem === 'latn' ? 'decimal' : 'arabic-indic'
  const counted = (counter: string) => `" counter(${counter}, ${style}) "`
  return `"${t('ticket.sheet', { page: counted('page'), pages: counted('pages') })}"`
}
