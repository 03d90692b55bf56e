import { westernDigits } from '#contract/western-digits.ts'

// What a person types and what a shop has written rarely agree to the letter: case, accents, the forms of a letter.

const oneForm: Readonly<Record<string, string>> = {
  ς: 'σ',
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  // Arabic: alef with wasla, alef maqsura, ta marbuta; and the letters of Persian and Urdu keyboards.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
}

// Letters with a mark (é, أ, ؤ) come apart; then the mark goes, with tatweel, apostrophes and what cannot be seen.
const dropped = /[\p{Mn}\p{Cf}\u0640'’‘ʼ`´]/gu
const apart = /[\p{P}\p{Z}\p{Cc}\u2044]+/gu
const isPlain = /^[a-z\d]*$/

/**
 * A text as it is compared: lower case without accents, Arabic letters in one form, Latin digits, and single spaces
 * where there was anything between words. Folding twice changes nothing.
 */
export function normalizeForSearch(text: string): string {
  if (isPlain.test(text)) return text
  // Lower case may bring marks along (İ), and upper case letters that have forms of their own; ẞ needs both.
  const lower = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(dropped, '')
  return westernDigits(lower)
    .replace(/[ςıœæٱىیةەہھک]/g, (letter) => oneForm[letter] ?? letter)
    .replace(apart, ' ')
    .trim()
}

/** A reference, sku or barcode as it is looked for: folded, and without anything between its parts. */
export const foldCode = (text: string): string => normalizeForSearch(text).replaceAll(' ', '')
