import { momentOf } from '#domain/moment.ts'
import { inDigits, numberingIn } from './digits.ts'
import { numberFormat } from './intl.ts'
import type { Language } from './language.ts'

// Engines disagree: WebKit writes Arabic digits and gives the dinar 3 decimals, V8 neither. So all of it is said here.

/** The decimals that shops write; engines differ on the ones below, and follow the standard on the others. */
const decimalsOf: Readonly<Record<string, number>> = {
  IQD: 0,
  LBP: 0,
  SYP: 0,
  YER: 0,
  KWD: 3,
  BHD: 3,
  JOD: 3,
  TND: 3,
  OMR: 3,
  LYD: 3,
}

/** Decimals that the amount itself has: an amount is never rounded. */
const decimalsIn = (amount: number): number => /\.(\d+)$/.exec(String(amount))?.[1]?.length ?? 0

/**
 * An amount as the shop writes it.
 * @returns the number and the code where the currency is none that the platform knows.
 */
export function formatMoney(amount: number, currency: string | undefined, language: Language): string {
  const own = currency === undefined ? undefined : decimalsOf[currency]
  try {
    const usual =
      own ?? numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    const decimals = Math.max(usual, decimalsIn(amount))
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return numberFormat(language, { style: 'currency', currency, ...digits, ...numberingIn(language) }).format(amount)
  } catch {
    const plain = numberFormat(language, { maximumFractionDigits: 20, ...numberingIn(language) }).format(amount)
    return currency === undefined ? plain : `${plain} ${currency}`
  }
}

const dateTimeIn = (language: Language) => ({ ...numberingIn(language), calendar: 'gregory' }) as const

/** Hours, minutes and seconds, as the store's clock shows them. `at` in milliseconds. */
export const formatTime = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { ...dateTimeIn(language), timeStyle: 'medium', hourCycle: 'h23' }).format(at)

/**
 * A moment that the service sent, as the store writes it; with `hasDay` false its time alone.
 * @returns the text as it was sent where it is no moment, or one without an offset: guessing would shift it.
 */
export function formatMoment(text: string, language: Language, hasDay = true): string {
  const at = momentOf(text)
  if (at === undefined) return text
  return new Intl.DateTimeFormat(language, {
    ...dateTimeIn(language),
    ...(hasDay && { dateStyle: 'medium' }),
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(at)
}

/** Minutes and seconds of a time left: `4:05`. */
export function formatCountdown(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return inDigits(`${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`, language)
}

/** Names one after the other, with the comma of the language. */
export const listNames = (names: readonly string[], language: Language): string =>
  names.join(language === 'ar' ? '، ' : ', ')
