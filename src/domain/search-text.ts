import { westernDigits } from '#contract/text.ts'

// Typed and stored texts rarely agree in case, accents and letter forms.

const oneForm: Readonly<Record<string, string>> = {
  ς: 'σ',
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  // Arabic: alef with wasla, alef maqsura, ta marbuta; and letters of Persian and Urdu keyboards.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
}

// Decomposed marks (é, أ, ؤ) are dropped, with tatweel, apostrophes and invisible characters.
const dropped = /[\p{Mn}\p{Cf}\u0640'’‘ʼ`´]/gu
const apart = /[\p{P}\p{Z}\p{Cc}\u2044]+/gu
const isPlain = /^[a-z\d]*$/

/**
 * Normalizes a text for comparison: lower case, no accents, one form per Arabic letter, Latin digits, and single spaces
 * between words. Idempotent.
 */
export function normalizeForSearch(text: string): string {
  if (isPlain.test(text)) return text
  // Lower case may add marks (İ), and upper case letters with own forms; ẞ needs both passes.
  const lower = text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(dropped, '')
  return westernDigits(lower)
    .replace(/[ςıœæٱىیةەہھک]/g, (letter) => oneForm[letter] ?? letter)
    .replace(apart, ' ')
    .trim()
}

/** Normalizes a reference, SKU or barcode for comparison, without separators. */
export const foldCode = (text: string): string => normalizeForSearch(text).replaceAll(' ', '')

/** Whether a text is part of searchable numbers and names; dashes in a number may be omitted. */
export const standsIn = (lookedThrough: string, text: string): boolean =>
  lookedThrough.includes(text) || lookedThrough.replaceAll('-', '').includes(text)
