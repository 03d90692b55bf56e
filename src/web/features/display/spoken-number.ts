import type { Language } from '#web/i18n/language.ts'

/** The names of Latin letters in Arabic: an Arabic voice skips the letters themselves, or spells them as words. */
const arabicNames: Readonly<Record<string, string>> = {
  A: 'إيه',
  B: 'بي',
  C: 'سي',
  D: 'دي',
  E: 'إي',
  F: 'إف',
  G: 'جي',
  H: 'إتش',
  I: 'آي',
  J: 'جيه',
  K: 'كيه',
  L: 'إل',
  M: 'إم',
  N: 'إن',
  O: 'أو',
  P: 'بي',
  Q: 'كيو',
  R: 'آر',
  S: 'إس',
  T: 'تي',
  U: 'يو',
  V: 'في',
  W: 'دبليو',
  X: 'إكس',
  Y: 'واي',
  Z: 'زد',
}

/** So many digits are said in one breath. */
const breath = 3

/**
 * A number as a voice has to say it: each letter and each digit by itself, because `A-212` becomes a word or a range
 * otherwise. Signs between them are pauses.
 */
export function spokenNumber(number: string, language: Language): string {
  const groups = number.match(/\p{N}+|\p{L}/gu) ?? []
  return groups.flatMap((group) => (/^\p{N}/u.test(group) ? digitsOf(group) : letterOf(group, language))).join(', ')
}

function digitsOf(digits: string): readonly string[] {
  const single = [...digits]
  const parts = Math.max(1, Math.floor((single.length + 1) / breath))
  const size = Math.ceil(single.length / parts)
  return Array.from({ length: parts }, (_, part) => single.slice(part * size, (part + 1) * size).join(' ')).filter(
    (part) => part !== '',
  )
}

function letterOf(letter: string, language: Language): string {
  const capital = letter.toUpperCase()
  return language === 'ar' ? (arabicNames[capital] ?? letter) : capital
}
