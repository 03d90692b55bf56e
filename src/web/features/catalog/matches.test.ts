import { expect, test } from 'vitest'
import { isMatch } from './matches.ts'

test.each([
  ['قهوه', { ar: 'قهوة' }],
  ['حلوي', { ar: 'حلوى' }],
  ['loreal', { en: 'L’Oréal' }],
  ['٧', { en: '7Up' }],
  ['tea  green', { en: 'Green tea' }],
])('%s finds %o, as it finds an item', (search, name) => {
  expect(isMatch(search, [name])).toBe(true)
})

test('an id is found as a whole', () => {
  expect(['12', '#12', '1', '#1'].map((search) => isMatch(search, [{ en: 'Tea' }], 12))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
