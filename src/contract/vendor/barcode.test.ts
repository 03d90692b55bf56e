import { expect, test } from 'vitest'
import { barcodeOf } from './barcode.ts'

test('a barcode is one in all its lengths, and zeros alone are none', () => {
  const forms = ['4006381333931', '04006381333931', '0 400638 133393 1', '٤٠٠٦٣٨١٣٣٣٩٣١']
  expect(new Set(forms.map(barcodeOf))).toEqual(new Set(['4006381333931']))
  expect([barcodeOf('036000291452'), barcodeOf('0036000291452')]).toEqual(['36000291452', '36000291452'])
  expect([barcodeOf('96385074'), barcodeOf('00000096385074')]).toEqual(['96385074', '96385074'])
  expect([barcodeOf(''), barcodeOf('0000000000000'), barcodeOf('-')]).toEqual([undefined, undefined, undefined])
  expect([barcodeOf('00-AB'), barcodeOf('ab')]).toEqual(['00ab', 'ab'])
})
