import type { BarcodeReading } from '#domain/barcode.ts'
import { numberFormat, numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const threeDecimals = { minimumFractionDigits: 3, maximumFractionDigits: 3 }

/** What a scanned code contains besides its item: the amount of a scale's label, or that it is a carton's. */
export function barcodeWords(
  reading: BarcodeReading | undefined,
  t: Translate,
  language: Language,
): string | undefined {
  switch (reading?.is) {
    case 'label': {
      // The label does not say whether the amount is in kilograms or money.
      const format = numberFormat(language, { ...threeDecimals, ...numberingIn(language) })
      return t('barcode.amount', { amount: format.format(Number(reading.amount)) })
    }
    case 'carton':
      return t('barcode.carton')
    default:
      return undefined
  }
}
