import type { BarcodeReading } from '#contract/vendor/barcode.ts'
import { numberingIn } from '#words/digits.ts'
import { numberFormat } from '#words/intl.ts'
import type { Language } from '#words/language.ts'
import type { Say } from '#words/words.tsx'

const threeDecimals = { minimumFractionDigits: 3, maximumFractionDigits: 3 }

/** What a scanned code says besides its item: the amount on the label of a scale, or that it is that of a carton. */
export function barcodeWords(reading: BarcodeReading | undefined, say: Say, language: Language): string | undefined {
  switch (reading?.is) {
    case 'label': {
      // Of what it is the amount, kilograms or money, no label says.
      const format = numberFormat(language, { ...threeDecimals, ...numberingIn(language) })
      return say('barcode.amount', { amount: format.format(Number(reading.amount)) })
    }
    case 'carton':
      return say('barcode.carton')
    default:
      return undefined
  }
}
