import { spokenNumber } from './spoken-number.ts'
import { expect, test } from 'vitest'

test.each([
  ['A-212', 'A, 2 1 2'],
  ['ab12', 'A, B, 1 2'],
  ['007', '0 0 7'],
  ['4108', '4 1 0 8'],
  ['20261129', '2 0 2, 6 1 1, 2 9'],
  ['#T/5 ', 'T, 5'],
  ['٢١٢', '٢ ١ ٢'],
  ['', ''],
])('says %s digit by digit and letter by letter: %s', (number, said) => {
  expect(spokenNumber(number, 'en')).toBe(said)
})

test('says Latin letters by their names in Arabic', () => {
  expect(spokenNumber('b-21', 'ar')).toBe('بي, 2 1')
  expect(spokenNumber('ج-21', 'ar')).toBe('ج, 2 1')
})
