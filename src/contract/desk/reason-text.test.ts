import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanReasonText, isReasonTextTooLong } from './reason-text.ts'

const family = '👨‍👩‍👧‍👦'

test('keeps a text as it was written', () => {
  for (const text of [
    'Closing soon',
    'نفدت الكمية',
    'Fermé à 18 h',
    `${family} 🇮🇶 e\u0301`,
    'one\ntwo\tthree',
    'می‌خواهم',
  ])
    expect(cleanReasonText(text)).toBe(text)
})

test.each(['\u200B', '\0\u202E\u200B', '\u2060\uFEFF\u00AD', ' \u200D '])('finds nothing visible in %j', (text) => {
  expect(cleanReasonText(text)).toBe('')
})

test('removes controls and NUL', () => {
  expect(cleanReasonText('a\0b\u0007c\u001B[31md\u007Fe\u0085f\u009F')).toBe('abc[31mdef')
  expect(cleanReasonText('one\r\ntwo')).toBe('one\ntwo')
})

test('removes direction marks', () => {
  const marks = [
    '\u061C',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u202B',
    '\u202C',
    '\u202D',
    '\u202E',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]
  for (const mark of marks) expect(cleanReasonText(`${mark}ab${mark}c`), mark.codePointAt(0)?.toString(16)).toBe('abc')
})

test('replaces half a character', () => {
  expect(cleanReasonText('a\uD800b')).toBe('a\uFFFDb')
  expect(cleanReasonText('\uDE00')).toBe('\uFFFD')
})

test('reduces spaces alone to nothing', () => {
  for (const text of ['', ' ', '\n\t ', '\u00A0', '\uFEFF', ' \u202E ']) expect(cleanReasonText(text)).toBe('')
})

test('returns a well-formed text that cleaning again does not change', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
      (text) => {
        const clean = cleanReasonText(text)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toMatch(/\p{Bidi_Control}|[^\P{Cc}\n\t]/u)
        expect(cleanReasonText(clean)).toBe(clean)
      },
    ),
    { numRuns: 1000 },
  )
})

test('limits a reason to 500 graphemes', () => {
  for (const one of ['x', 'ع', 'e\u0301', '😀', family, '🇮🇶']) {
    expect(isReasonTextTooLong(one.repeat(500)), one).toBe(false)
    expect(isReasonTextTooLong(one.repeat(501)), one).toBe(true)
  }
  expect(isReasonTextTooLong('')).toBe(false)
})
