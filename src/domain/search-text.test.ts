import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeForSearch, foldCode } from './search-text.ts'

test.each([
  ['Crème BRÛLÉE', 'creme brulee'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['İstanbul ISPARTA ısparta', 'istanbul isparta isparta'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['  Coca‑Cola,\t330 ml (can)  ', 'coca cola 330 ml can'],
  ["L’Oréal L'Oréal", 'loreal loreal'],
  ['Bœuf ŒUFS æ', 'boeuf oeufs ae'],
  ['ＦＵＬＬ　ｗｉｄｔｈ １２', 'full width 12'],
  ['½ kg', '1 2 kg'],
  ['🍎 pie', '🍎 pie'],
  ['مُحَمَّد', 'محمد'],
  ['قهــــوة', 'قهوه'],
  ['أكل إكل آكل ٱكل', 'اكل اكل اكل اكل'],
  ['مستشفى مستشفي', 'مستشفي مستشفي'],
  ['مؤمن سائل', 'مومن سايل'],
  ['١٢٣ ۴۵۶', '123 456'],
  ['کتاب فارسی', 'كتاب فارسي'],
  ['ﻻ', 'لا'],
  ['a\u200Bb\u202Ec', 'abc'],
  ['', ''],
  ['!?—', ''],
])('normalizes %s to %s', (text, folded) => {
  expect(normalizeForSearch(text)).toBe(folded)
})

test.each([
  ['RCE-A-1KG', 'rcea1kg'],
  ['ref 10/2', 'ref102'],
  ['٠١٢', '012'],
])('normalizes the code %s to %s', (text, folded) => {
  expect(foldCode(text)).toBe(folded)
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'أإآٱاىيئءةهؤوـًٌَّکی٠٩۰۹0aAéÉßİıΣς-’ 🍎'), maxLength: 12 }),
)

test('is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(normalizeForSearch(normalizeForSearch(text))).toBe(normalizeForSearch(text))
    }),
    { numRuns: 5000 },
  )
})

test('normalizes a part of a text to a part of the normalized text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 3 })), fc.nat(), fc.nat(), (parts, from, length) => {
      const part = parts.slice(from % (parts.length + 1)).slice(0, length % 8)
      expect(normalizeForSearch(parts.join(''))).toContain(normalizeForSearch(part.join('')))
    }),
    { numRuns: 5000 },
  )
})
