import { formatDay, formatMoment, formatMoney, formatNumber, formatTime } from '#web/i18n/format.ts'
import { languages } from '#web/i18n/language.ts'

const amounts = [0, 250, 1234.5, -12500, 1234567.125]
const currencies = ['IQD', 'KWD', 'LBP', 'JOD', 'SYP', 'EUR', 'not a code']
const moment = '2026-11-20T21:04:05+03:00'

/** Every amount, number and time of a table, formatted in each language. */
export function writeFormats(): Readonly<Record<string, string>> {
  const written: Record<string, string> = {}
  for (const language of languages) {
    for (const amount of amounts) {
      for (const currency of currencies)
        written[`${amount} ${currency} ${language}`] = formatMoney(amount, currency, language)
      written[`${amount} ${language}`] = formatNumber(amount, language)
    }
    written[`moment ${language}`] = formatMoment(moment, language)
    written[`time ${language}`] = formatTime(Date.parse(moment), language)
    written[`day ${language}`] = formatDay(Date.parse(moment), language)
  }
  return written
}
