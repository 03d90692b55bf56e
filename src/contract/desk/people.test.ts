import { expect, test } from 'vitest'
import { readName, readPin } from './people.ts'

test.each([
  ['Sara', 'Sara'],
  ['  Sara  ', 'Sara'],
  ['Sara \n\t Ali', 'Sara Ali'],
  ['سارة', 'سارة'],
  ['می‌خواهم', 'می‌خواهم'],
  ['Jose\u0301', 'José'],
  ['\u202ESara\u202C', 'Sara'],
  ['Sa\u0000ra\u0007', 'Sara'],
  ['Sara\u200B', 'Sara'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['5', '5'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['👨‍👩‍👧‍👦'.repeat(60), '👨‍👩‍👧‍👦'.repeat(60)],
])('stores the name %j as %j', (text, name) => {
  expect(readName(text)).toBe(name)
})

test.each([
  '',
  ' ',
  '\n',
  '\u00A0',
  '\u200B\u200D',
  '\u202E',
  '\u0000',
  'x'.repeat(61),
  'é'.repeat(61),
  'x'.repeat(2000),
])('refuses the name %j', (text) => {
  expect(readName(text)).toBeUndefined()
})

test.each([
  ['4821', '4821'],
  ['٤٨٢١', '4821'],
  ['۴۸۲۱', '4821'],
  ['4٨2۱', '4821'],
  ['0000', '0000'],
  ['123456789012', '123456789012'],
])('reads the PIN %j as %j', (text, pin) => {
  expect(readPin(text)).toBe(pin)
})

test.each([
  '',
  '123',
  '1234567890123',
  'abcd',
  '12 34',
  ' 1234',
  '1234\n',
  '12.4',
  '-1234',
  '1e10',
  '१२३४',
  '１２３４',
  '12\u000034',
])('refuses the PIN %j', (text) => {
  expect(readPin(text)).toBeUndefined()
})
