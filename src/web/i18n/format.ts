import { decimalsFor } from '#domain/money.ts'
import { momentOf } from '#domain/moment.ts'
import { inOnePiece, isolate } from './isolate.ts'
import type { Language } from './language.ts'

/** The digits of numbers, amounts and times: `2026` or `٢٠٢٦`. Codes and order numbers never change. */
export type DigitsChoice = 'latn' | 'arab'

let chosen: DigitsChoice = 'latn'

/** Sets the digits of this tablet for all later formatting. */
export const chooseDigits = (digits: DigitsChoice): void => {
  chosen = digits
}

/** The numbering system for `Intl`, because engines have different defaults. Other languages have one kind only. */
export const numberingIn = (language: string): { readonly numberingSystem: DigitsChoice } => ({
  numberingSystem: language === 'ar' ? chosen : 'latn',
})

/** Converts Latin digits to those of the language. */
export const inDigits = (text: string | number, language: string): string =>
  numberingIn(language).numberingSystem === 'latn'
    ? String(text)
    : String(text).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))

type Locales = Intl.LocalesArgument

/** Caches formats: creating one takes longer than rendering the text around it, and a board needs hundreds. */
function once<Options, Format>(make: (locales: Locales, options?: Options) => Format): typeof make {
  const made = new Map<string, Format>()
  return (locales, options) => {
    const key = JSON.stringify([locales, options])
    const known = made.get(key) ?? make(locales, options)
    // A service may send any number of invalid currencies.
    if (made.size > 200) made.clear()
    made.set(key, known)
    return known
  }
}

export const numberFormat = once(
  (locales, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales, options),
)
export const pluralRules = once((locales, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locales, options))

// Engines differ: WebKit writes Arabic digits and gives the dinar 3 decimals, V8 neither. So every option is set here.

/** Latin letters at the end of a text from the right: `US$` would be shown as `$US`. */
const withWholeSign = (money: string, language: Language): string =>
  language === 'ar' ? money.replace(/[A-Za-z]\S*/, (sign) => isolate(sign, language)) : money

/**
 * An amount in the shop's notation.
 * @returns the number and the code if the platform does not know the currency.
 */
export function formatMoney(amount: number, currency: string | undefined, language: Language): string {
  try {
    const standard = numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    const decimals = decimalsFor(amount, currency, standard)
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const money = numberFormat(language, { style: 'currency', currency, ...digits, ...numberingIn(language) })
    return inOnePiece(withWholeSign(money.format(amount), language), language)
  } catch {
    const plain = numberFormat(language, { maximumFractionDigits: 20, ...numberingIn(language) }).format(amount)
    return currency === undefined ? plain : inOnePiece(`${plain} ${isolate(currency, language)}`, language)
  }
}

function writeDate(at: number, language: Language, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(language, { ...numberingIn(language), calendar: 'gregory', ...options })
  return inOnePiece(format.format(at), language)
}

/** Hours, minutes and seconds on the store's clock. `at` in ms. */
export const formatTime = (at: number, language: Language): string =>
  writeDate(at, language, { timeStyle: 'medium', hourCycle: 'h23' })

/**
 * A timestamp of the service in the store's notation; only the time if `hasDay` is false.
 * @returns the text as sent if it is no timestamp or has no offset, because guessing would shift it.
 */
export function formatMoment(text: string, language: Language, hasDay = true): string {
  const at = momentOf(text)
  if (at === undefined) return text
  return writeDate(at, language, { ...(hasDay && { dateStyle: 'medium' }), timeStyle: 'short', hourCycle: 'h23' })
}

/** Minutes and seconds left: `4:05`. */
export function formatCountdown(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return inDigits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`, language)
}

/** Joins names with the comma of the language, each in its own direction. */
export const listNames = (names: readonly string[], language: Language): string => {
  const list = names.map((name) => isolate(name, language)).join(language === 'ar' ? '، ' : ', ')
  return inOnePiece(list, language)
}

/** A day by the store's calendar. `at` in ms. */
export const formatDay = (at: number, language: Language): string => writeDate(at, language, { dateStyle: 'full' })

/** Elapsed whole minutes: `12 min`, `1 hr 5 min`. */
export function formatMinutes(minutes: number, language: Language): string {
  const inUnit = (count: number, unit: 'hour' | 'minute') =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...numberingIn(language) }).format(count)
  const hours = Math.floor(minutes / 60)
  const rest = inUnit(minutes % 60, 'minute')
  return hours > 0 ? `${inUnit(hours, 'hour')} ${rest}` : rest
}

/** A number with grouping, in the digits of the language, never rounded. */
export const formatNumber = (number: number, language: Language): string =>
  numberFormat(language, { maximumFractionDigits: 20, ...numberingIn(language) }).format(number)
