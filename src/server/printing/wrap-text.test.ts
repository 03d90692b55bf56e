import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isolated } from './ticket-words.ts'
import { directionOf, wrapText } from './wrap-text.ts'

/** Each character is one wide; isolates have no width. */
const measure = (text: string) => [...text.replace(/[\u2066-\u2069]/gu, '')].length
const wrap = (text: string, width: number) => wrapText(text, width, measure).map((line) => line.text)

test.each([
  ['one line', 'Rice 5 kg', 12, ['Rice 5 kg']],
  ['between words', 'Basmati rice 5 kg', 12, ['Basmati rice', '5 kg']],
  ['a long word anywhere', 'a Superlongname b', 5, ['a', 'Super', 'longn', 'ame b']],
  ['not at no-break spaces', 'at 28\u00A0Nov', 6, ['at', '28\u00A0Nov']],
  ['at ends of lines', 'one\r\ntwo\n\nthree', 9, ['one', 'two', '', 'three']],
  ['control characters as spaces', 'one\ttwo\u0007', 9, ['one two']],
  ['an accent with its letter', 'e\u0301e\u0301e\u0301', 4, ['e\u0301e\u0301', 'e\u0301']],
  ['between two languages', `${isolated('Items')} · ${isolated('قطع')}`, 8, [isolated('Items'), isolated('قطع')]],
  ['inside an isolate', isolated('one two'), 5, [isolated('one'), isolated('two')]],
])('breaks %s', (_what, text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})

test.each([
  ['Rice 5', 'ltr'],
  ['٥ كغ رز Rice', 'rtl'],
  ['12:30', undefined],
  [`${isolated('رز')} Rice`, 'ltr'],
  [`${isolated('12:30')} · ${isolated('Sara')}`, undefined],
  ['', undefined],
] as const)('finds the direction of %j outside its isolates', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

test('gives each paragraph a direction of its own, which its lines keep', () => {
  expect(wrapText('Rice\nرز Basmati rice', 6, measure).map((line) => line.direction)).toEqual([
    'ltr',
    'rtl',
    'rtl',
    'rtl',
  ])
})

test('loses nothing, and makes no line wider than asked', () => {
  const letters = fc.constantFrom(...'abc رزé🙏 \n-')
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (text, width) => {
      const lines = wrap(text, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replace(/[ \n]/g, ''))
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
    }),
  )
})
