import { numberingIn } from '#words/digits.ts'
import type { Language } from '#words/language.ts'
import type { Say } from '#words/words.tsx'

/** `Page 2 of 6`, over all bags of an order, as a value of CSS's `content`: which sheet it is, only the browser knows. */
export function sheetCount(say: Say, language: Language): string {
  const style = numberingIn(language).numberingSystem === 'latn' ? 'decimal' : 'arabic-indic'
  const counted = (counter: string) => `" counter(${counter}, ${style}) "`
  return `"${say('ticket.sheet', { page: counted('page'), pages: counted('pages') })}"`
}
