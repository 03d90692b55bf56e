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

/**
 * The words of a search, each in the forms in which it may be stored. A text matches if it contains every word, in any
 * of its forms.
 */
export type SearchWords = readonly (readonly string[])[]

/** A database allows only so many conditions in one statement. */
const wordsAtMost = 10

/** Splits a typed search into its words; beyond the tenth they are ignored. Empty for an empty input. */
export const searchWordsOf = (typed: string): SearchWords =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, wordsAtMost)
    .map(formsOf)

function formsOf(word: string): readonly string[] {
  const number = westernDigits(word)
  // Dashes and dots distinguish numbers, so only possible names are searched without them.
  const name = /\p{L}/u.test(word) ? normalizeForSearch(word) : ''
  return [...new Set([word, number, name])].filter((form) => form !== '')
}

/** Whether an order's search terms contain every word of a search. */
export const matchesSearch = (lookedThrough: string, words: SearchWords): boolean =>
  words.every((forms) => forms.some((form) => lookedThrough.includes(form)))

/** Normalizes a reference, SKU or barcode for comparison, without separators. */
export const foldCode = (text: string): string => normalizeForSearch(text).replaceAll(' ', '')

/** Whether a text is part of searchable numbers and names; dashes in a number may be omitted. */
export const standsIn = (lookedThrough: string, text: string): boolean =>
  lookedThrough.includes(text) || lookedThrough.replaceAll('-', '').includes(text)
