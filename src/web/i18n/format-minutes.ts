import { numberingIn } from './digits.ts'
import { numberFormat } from './intl.ts'
import type { Language } from './language.ts'

/** Whole minutes that have passed: `12 min`, `1 hr 5 min`. */
export function formatMinutes(minutes: number, language: Language): string {
  const inUnit = (count: number, unit: 'hour' | 'minute') =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...numberingIn(language) }).format(count)
  const hours = Math.floor(minutes / 60)
  const rest = inUnit(minutes % 60, 'minute')
  return hours > 0 ? `${inUnit(hours, 'hour')} ${rest}` : rest
}
