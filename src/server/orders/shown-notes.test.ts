import { expect, test } from 'vitest'
import { withoutCodes, withoutPrices } from './shown-notes.ts'

test.each<[unknown, unknown]>([
  [
    { options: { cardamom: { key: 'light', label: 'Light', extra_price: 250 } } },
    { options: { cardamom: { key: 'light', label: 'Light' } } },
  ],
  [{ priceDelta: 1, unit_cost: 2, 'Service charge': 3, note: 'ripe' }, { note: 'ripe' }],
  [{ price: { amount: 500, currency: 'IQD' }, sugar: { amount: 2 } }, { sugar: { amount: 2 } }],
  [
    [
      { name: 'Price', value: 500 },
      { name: 'Bag', value: 'Paper' },
    ],
    [{ name: 'Price' }, { name: 'Bag', value: 'Paper' }],
  ],
  [
    { title: 'Extra charges', choices: ['no nuts'] },
    { title: 'Extra charges', choices: ['no nuts'] },
  ],
  ['Extra cheese (+1,500 IQD), no nuts', 'Extra cheese (…), no nuts'],
  ['€ 2.50 more, or 3 $', '… more, or …'],
  ['+٥٠٠ د.ع. جبن', '… جبن'],
  ['السعر', 'السعر'],
  ['IQD1500 or 1,500 dinars or 1500iqd, ripe', '… or … or …, ripe'],
  ['١٥٠٠ دينار جبن', '… جبن'],
  ['Price: 1500, no nuts', 'Price: …, no nuts'],
  ['Prix : 1 500, sans noix', 'Prix : …, sans noix'],
  ['السعر ١٥٠٠، بلا مكسرات', 'السعر …، بلا مكسرات'],
  ['Total: 3 pieces, at no cost', 'Total: 3 pieces, at no cost'],
  [{ amount_iqd: 500, sugar_amount: 2 }, { sugar_amount: 2 }],
  [
    { title: 'Cheese', amount: 500, currency: 'IQD', grams: 80 },
    { title: 'Cheese', grams: 80 },
  ],
  [{ السعر: 1, الوزن: 2 }, { الوزن: 2 }],
  ['Cut 2 ALL around, price no matter: allergic to nuts', 'Cut 2 ALL around, price no matter: allergic to nuts'],
  [null, null],
  [3, 3],
])('removes prices from %j', (notes, shown) => {
  expect(withoutPrices(notes)).toEqual(shown)
})

test.each<[unknown, unknown]>([
  [
    { pickup_otp: '4711', note: 'ripe' },
    { pickup_otp: '…', note: 'ripe' },
  ],
  [
    { name: 'Redeem code', value: '4711' },
    { name: 'Redeem code…', value: '…' },
  ],
  ['The pickup code is 4711', 'The pickup code…'],
])('removes hand-over codes from %j', (notes, shown) => {
  expect(withoutCodes(notes)).toEqual(shown)
})

test.each(['1', '1,', ' 123', '1 234'])('reads notes of any length, such as many %j', (text) => {
  const long = text.repeat(500_000)
  expect(withoutPrices(withoutCodes(long))).toBe(long)
})

test('cuts off what is deeper than anybody reads', () => {
  let notes: unknown = 'deep'
  for (let depth = 0; depth < 5000; depth += 1) notes = [notes]
  expect(JSON.stringify(withoutPrices(notes))).toContain('…')
  expect(JSON.stringify(withoutCodes(notes))).not.toContain('deep')
})
