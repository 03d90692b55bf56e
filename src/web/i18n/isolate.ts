import type { Language } from './language.ts'

// Text of both directions, by the Unicode Bidirectional Algorithm (https://www.unicode.org/reports/tr9/). A value keeps
// its place in a sentence only if the algorithm looks at it alone: between FSI, which takes the direction of the value's
// first letter, and PDI. A date or an amount is no such value: in Arabic it begins with digits, but runs from the right.

const [rightToLeftIsolate, firstStrongIsolate, endOfIsolate] = ['\u2067', '\u2068', '\u2069']
const isolates = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/g

/** Letters, digits and marks of scripts that run from the right, and controls that would reach beyond the value. */
const againstLatin = /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2068\uFB1D-\uFEFC]/

/** Other letters, the same controls, and digits: after a Latin letter they run from the left. */
const againstArabic = /(?![\u0590-\u08FF\uFB1D-\uFEFC])\p{L}|[\p{Nd}\u202A-\u202E\u2066-\u2068]/u

/** Isolates can be nested. */
function outsideIsolates(text: string): string {
  const outside = text.replace(isolates, '')
  return outside === text ? text : outsideIsolates(outside)
}

/** Isolates a text that the words around it would reorder, or that would reorder them. */
export function isolate(text: string, language: Language): string {
  const against = language === 'ar' ? againstArabic : againstLatin
  return against.test(outsideIsolates(text)) ? `${firstStrongIsolate}${text}${endOfIsolate}` : text
}

/** Keeps what was written in the language's own way in one piece, and in its direction: dates, amounts, lists. */
export const inOnePiece = (text: string, language: Language): string =>
  language === 'ar' ? `${rightToLeftIsolate}${text}${endOfIsolate}` : text
