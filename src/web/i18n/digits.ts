/** The digits of numbers, amounts and times: `2026`, or `٢٠٢٦`. Codes and order numbers are never changed. */
export type DigitsChoice = 'latn' | 'arab'

let chosen: DigitsChoice = 'latn'

/** Chosen for this tablet; in force for whatever is written from now on. */
export const chooseDigits = (digits: DigitsChoice): void => {
  chosen = digits
}

/** As `Intl` wants to be told: engines differ in what they write on their own. Other languages have one kind only. */
export const numberingIn = (language: string): { readonly numberingSystem: DigitsChoice } => ({
  numberingSystem: language === 'ar' ? chosen : 'latn',
})

/** A number that was written in Latin digits, in those of the language. */
export const inDigits = (text: string | number, language: string): string =>
  numberingIn(language).numberingSystem === 'latn'
    ? String(text)
    : String(text).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
