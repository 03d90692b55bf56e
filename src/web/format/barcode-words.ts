import type { BarcodeReading } from '#domain/barcode.ts'
import { numberFormat, numberingIn } from '#web/i18n/format.ts'
import type { Language } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'

const threeDecimals = { minimumFractionDigits: 3, maximumFractionDigits: 3 }

/** What a scanned code says besides its item: the amount on the label of a scale, or that it is that of a carton. */
export function barcodeWords(
  reading: BarcodeReading | undefined,
  t: Translate,
  language: Language,
): string | undefined {
  switch (reading?.is) {
    case 'label': {
      // Of what it is the amount, kilograms or money, no label says.
      const format = numberFormat(language, { ...threeDecimals, ...numberingIn(language) })
      return t('barcode.amount', { amount: format.format(Number(reading.amount)) })
    }
    case 'carton':
      return t('barcode.carton')
    default:
      return undefined
  }
}
