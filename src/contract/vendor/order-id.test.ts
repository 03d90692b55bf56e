import { expect, test } from 'vitest'
import { isOrderId } from './order-id.ts'

const letters = (count: number) => 'a'.repeat(count)

test('an id of letters, digits and . _ : - is carried, however it looks', () => {
  const ids = [
    '1',
    '0',
    '000123',
    '9007199254740993',
    '12345678901234567890',
    '3f2b8c1e-7a5d-4e9f-8b6c-2d1a0e9f8b7c',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'ORD-1.2_3:4',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    'true',
    '1e3',
    '0x10',
    '1.0',
    'accept',
    'reject',
    'a..',
    '-1',
    '_1',
    '__proto__',
    letters(128),
  ]
  for (const id of ids) expect(isOrderId(id), id).toBe(true)
})

test('an id does not begin with what an address gives a meaning of its own', () => {
  for (const id of ['.', '..', '.1', '...', ':1']) expect(isOrderId(id), id).toBe(false)
})

test('nothing that means something in an address is an id', () => {
  const ids = [
    '../1/accept',
    '../categories',
    '..\\..\\items',
    'a/b',
    'a\\b',
    '%2e%2e',
    '%252f',
    'a?b',
    'a#b',
    'a;b',
    'a&b',
    'a b',
    'a+b',
    'a@host',
    '//host',
    'http://evil',
    '1/',
    'a%',
  ]
  for (const id of ids) expect(isOrderId(id), id).toBe(false)
})

test('no control character, and no line break at the end, is part of an id', () => {
  for (const id of ['\0', 'a\0b', '\r\nX-A:1', '1\n', '1\r', '\n1', '\u007F', '\u001B[31m', '1\u2028', '1\t'])
    expect(isOrderId(id), JSON.stringify(id)).toBe(false)
})

test('other digits, other letters and what nobody sees are no part of an id', () => {
  for (const id of ['１２３', '١٢٣', 'а1', 'é', '1\u202E2', '1\u200B', '\uFEFF1', '😀', '\uD800', '\u017F', '\u212A'])
    expect(isOrderId(id), id).toBe(false)
})

test('an id is neither empty nor longer than 128 characters', () => {
  for (const id of ['', ' ', letters(129), letters(2000), letters(20_000)]) expect(isOrderId(id)).toBe(false)
})

test('nothing that somebody injects is an id', () => {
  for (const id of ["' OR 1=1--", '"; DROP', '${7*7}', '{{7*7}}', '$(id)', '`id`'])
    expect(isOrderId(id), id).toBe(false)
})
