import { expect, test } from 'vitest'
import { splitSize } from './name-size.ts'

test.each([
  ['Basmati rice 5 kg', 'Basmati rice', ' 5 kg'],
  ['Orange juice 250ml', 'Orange juice', ' 250ml'],
  ['Alkaline AA batteries 4 pieces', 'Alkaline AA batteries', ' 4 pieces'],
  ['Cola 6 × 330 ml', 'Cola', ' 6 × 330 ml'],
  ['Oat milk 1.5 L', 'Oat milk', ' 1.5 L'],
  ['Vitamin C 1000', 'Vitamin C', ' 1000'],
  ['أرز بسمتي 5 كغم', 'أرز بسمتي', ' 5 كغم'],
  ['شاي أسود ٥٠٠ غ', 'شاي أسود', ' ٥٠٠ غ'],
  ['حليب ١٫٥ لتر', 'حليب', ' ١٫٥ لتر'],
  ['Café moulu 250 g', 'Café moulu', ' 250 g'],
  ['Eau gazeuse 1,5\u{a0}L', 'Eau gazeuse', ' 1,5\u{a0}L'],
  ['Œufs frais 12 pièces', 'Œufs frais', ' 12 pièces'],
  // Without a size, or nothing but one.
  ['Fresh bread', 'Fresh bread', ''],
  ['7 Up', '7 Up', ''],
  ['500 g', '500 g', ''],
  ['Vitamin B12', 'Vitamin B12', ''],
  ['Gift card 100 certificates', 'Gift card 100 certificates', ''],
  ['', '', ''],
])('splits %j into %j and %j', (name, head, size) => {
  expect(splitSize(name)).toEqual([head, size])
})

test('takes no longer for an endless name', () => {
  const endless = `Dots 1${'.'.repeat(1_000_000)}`
  expect(splitSize(`${endless}!`)).toEqual([`${endless}!`, ''])
  expect(splitSize(`${endless} 5 kg`)).toEqual([endless, ' 5 kg'])
})
