import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code128, fittingBarcode } from './code128.ts'

// A scanner, written without the encoder's table: it recognizes a symbol by the three edge distances that a reader
// measures and by its dark modules, both of which the standard lists for these values.
const asBits = (widths: readonly number[]): string =>
  widths.map((width, index) => (index % 2 === 0 ? '1' : '0').repeat(width)).join('')

test('encodes the example of the standard', () => {
  // Start B, P, J, J, 1, 2, 3, C, the check 55, stop.
  expect(asBits(code128('PJJ123C') ?? [])).toBe(
    [
      '11010010000',
      '11101110110',
      '10110111000',
      '10110111000',
      '10011100110',
      '11001110010',
      '11001011100',
      '10001000110',
      '11101000110',
      '1100011101011',
    ].join(''),
  )
})

test('encodes digits in pairs', () => {
  // Start C, 12, 34, the check (105 + 12 + 2 * 34) mod 103 = 82, stop.
  expect(asBits(code128('1234') ?? [])).toBe(
    ['11010011100', '10110011100', '10001011000', '10010011110', '1100011101011'].join(''),
  )
  const modules = (text: string) => code128(text)?.reduce((sum, width) => sum + width, 0)
  expect(modules('12345678')).toBe(11 * 6 + 13)
  expect(modules('A-12345678')).toBe(11 * 9 + 13)
  // An odd digit precedes the pairs.
  expect(modules('123')).toBe(11 * 5 + 13)
})

test('returns nothing for characters that cannot be encoded', () => {
  expect(code128('')).toBeUndefined()
  expect(code128('طلب 12')).toBeUndefined()
  expect(code128('١٢٣٤')).toBeUndefined()
  expect(code128('A\n')).toBeUndefined()
})

test('makes modules as wide as the paper allows, and takes the next text if one does not fit', () => {
  const long = 'a'.repeat(30)
  expect(fittingBarcode(['A-1'], 576)).toMatchObject({ text: 'A-1', moduleDots: 4 })
  expect(fittingBarcode(['طلب', 'A-12345678'], 384)).toMatchObject({ text: 'A-12345678', moduleDots: 2 })
  expect(fittingBarcode([long, 'A-1'], 384)?.text).toBe('A-1')
  expect(fittingBarcode([long], 384)).toBeUndefined()
})

test('encodes any text readably, with a valid checksum', () => {
  const letters = [
    ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
    ...'0123456789'.repeat(9),
  ]
  const texts = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(texts, (text) => {
      expect(scan(code128(text) ?? [])).toBe(text)
    }),
  )
})

/**
 * Reads a barcode. The values are learned from one-letter barcodes of set B and pairs of set C with known checksums.
 */
function scan(widths: readonly number[]): string {
  const symbols = symbolsOf(widths)
  expect(symbols.at(-1)).toBe('2331112')
  const values = symbols.slice(0, -1).map((symbol) => standard().indexOf(symbol))
  const [start = -1] = values
  const check = values.at(-1)
  const body = values.slice(1, -1)
  expect(check).toBe(body.reduce((sum, value, index) => sum + value * (index + 1), start) % 103)
  let isInC = start === 105
  let text = ''
  for (const value of body) {
    if (value === 99 && !isInC) isInC = true
    else if (value === 100 && isInC) isInC = false
    else text += isInC ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

function symbolsOf(widths: readonly number[]): readonly string[] {
  const text = widths.join('')
  const symbols = (text.length - 7) / 6
  expect(Number.isInteger(symbols)).toBe(true)
  return [...Array.from({ length: symbols }, (_, index) => text.slice(6 * index, 6 * index + 6)), text.slice(-7)]
}

let table: readonly string[] | undefined

/** The symbols in order of their values, each verified: three bars and three spaces of 11 modules, with even bars. */
function standard(): readonly string[] {
  if (table) return table
  const pairs = Array.from(
    { length: 100 },
    (_, pair) => symbolsOf(code128(String(pair).padStart(2, '0').repeat(2)) ?? [])[1],
  )
  const starts = [code128('A'), code128('0000')].map((widths) => symbolsOf(widths ?? [])[0])
  const [, , , toB] = symbolsOf(code128('0000A') ?? [])
  table = [...pairs, toB, '311141', '411131', '211412', ...starts].map((symbol) => symbol ?? '')
  for (const symbol of table) {
    const modules = [...symbol].map(Number)
    const bars = modules.filter((_, index) => index % 2 === 0).reduce((sum, width) => sum + width, 0)
    expect([modules.length, modules.reduce((sum, width) => sum + width, 0), bars % 2]).toEqual([6, 11, 0])
  }
  return table
}
