import { expect, test } from 'vitest'
import { barcodeOf, isReadAs, readBarcode } from './barcode.ts'

test('normalizes a barcode of any length, and returns nothing for zeros alone', () => {
  const forms = ['4006381333931', '04006381333931', '0 400638 133393 1', '٤٠٠٦٣٨١٣٣٣٩٣١']
  expect(new Set(forms.map(barcodeOf))).toEqual(new Set(['4006381333931']))
  expect([barcodeOf('036000291452'), barcodeOf('0036000291452')]).toEqual(['36000291452', '36000291452'])
  expect([barcodeOf('96385074'), barcodeOf('00000096385074')]).toEqual(['96385074', '96385074'])
  expect([barcodeOf(''), barcodeOf('0000000000000'), barcodeOf('-')]).toEqual([undefined, undefined, undefined])
  expect([barcodeOf('00-AB'), barcodeOf('ab')]).toEqual(['00ab', 'ab'])
})

test.each([
  ['2100001027506', '2100001000004', '2.750'],
  ['02100001027506', '2100001000004', '2.750'],
  ['٢١٠٠٠٠١٠٢٧٥٠٦', '2100001000004', '2.750'],
  ['2912345123451', '2912345000004', '12.345'],
  ['2000001000052', '2000001000007', '0.005'],
])('reads the scale label %s as item %s with amount %s', (label, barcode, amount) => {
  expect(readBarcode(label)).toEqual({ is: 'label', barcodes: [barcode], amount })
  expect(readBarcode(barcode)).toBeUndefined()
})

test.each([
  ['a wrong check digit', '2100001027507'],
  ['zeros for an amount', '2100001000004'],
  ['a digit more', '21000010275060'],
  ['a digit less', '210000102750'],
  ['another prefix', '3100001027505'],
  ['a letter', '210000102750X'],
])('reads no scale label from %s', (_what, code) => {
  expect(readBarcode(code)).toBeUndefined()
})

test.each([
  ['04252614', '425261', '042100005264'],
  ['01234505', '123450', '012000003455'],
  ['01234523', '123452', '012200003453'],
  ['01234531', '123453', '012300000451'],
  ['01234543', '123454', '012340000053'],
  ['01234565', '123456', '012345000065'],
])('expands the UPC-E %s, or %s, to the UPC-A %s', (eight, six, long) => {
  const all = [eight, six, long].map((code) => barcodeOf(code) ?? '')
  for (const code of [eight, six, long, `00${long}`]) {
    const reading = readBarcode(code)
    expect(reading?.is, code).toBe('same')
    expect(new Set([barcodeOf(code), ...(reading?.barcodes ?? [])]), code).toEqual(new Set(all))
  }
})

test('gives a UPC-E of number system 1 no 6-digit form', () => {
  expect(readBarcode('11234562')).toEqual({ is: 'same', barcodes: ['112345000062'] })
})

test.each(['04252615', '94252614', '000123', '0425261', '036000291452', '4006381333931', '96385074', 'A-410007', ''])(
  'finds no other barcode for %s',
  (code) => expect(readBarcode(code)).toBeUndefined(),
)

test('reads the unit inside a carton', () => {
  expect(readBarcode('14006381333938')).toEqual({ is: 'carton', barcodes: ['4006381333931'] })
  expect(readBarcode('80000096385070')).toEqual({ is: 'carton', barcodes: ['96385074'] })
  expect(readBarcode('10042100005261')?.barcodes).toContain('4252614')
  expect(readBarcode('14006381333939')).toBeUndefined()
  // A variable measure, and the unit itself.
  expect([readBarcode('94006381333934'), readBarcode('04006381333931')]).toEqual([undefined, undefined])
})

test('compares a field in any form', () => {
  const reading = readBarcode('2100001027506')
  if (!reading) throw new Error('It is a label.')
  expect(['2100001000004', '0 2100001 000004'].map((field) => isReadAs(reading, field))).toEqual([true, true])
  // A wrong check digit of the item's own barcode; and another label.
  const others = ['2100001000005', '2100001012342', '2100001027506', '', null, 5]
  expect(others.map((field) => isReadAs(reading, field))).toEqual(others.map(() => false))
})
