import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { Integer } from './plain.ts'
import { parseJson } from './json.ts'
import { readable, salvage, Unreadable } from './salvage.ts'
import { words } from '#testing/words.ts'

const unreadable = (raw: unknown) => new Unreadable(raw)
const Text = z.string()
const Names = z.array(z.string())
const Product = z.object({
  name: z.string(),
  price: z.number(),
  note: z.nullable(z.string()),
  code: z.optional(z.string()),
})

test('reads only true and false as a boolean', () => {
  for (const raw of [true, false]) expect(salvage(z.boolean(), raw)).toBe(raw)
  for (const raw of ['true', 'false', 'True', 1, 0, '1', '0', '', [], {}])
    expect(salvage(z.boolean(), raw)).toEqual(unreadable(raw))
})

test('reads a number in text if it is a plain decimal', () => {
  const read: readonly (readonly [text: string, number: number])[] = [
    ['12', 12],
    ['12.50', 12.5],
    ['-3.10', -3.1],
    ['0', 0],
    ['007', 7],
    ['999999999999999', 999_999_999_999_999],
    ['9999999999999.99', 9_999_999_999_999.99],
    ['0.00000000000001', 1e-14],
  ]
  for (const [text, number] of read) expect(salvage(z.number(), text)).toBe(number)
})

test('treats a number in any other spelling as unreadable, without guessing', () => {
  const raws = [
    '1,234.5',
    '1.234,5',
    '١٢',
    '１２',
    '1 234',
    '',
    ' ',
    ' 12',
    '12 ',
    '12\n',
    ...words`+5 .5 5. 1.2.3 --1 1e3 0x10 NaN Infinity`,
    '12 IQD',
    '1_000',
  ]
  for (const raw of [...raws, true, [], {}, [12], Number.NaN, Infinity])
    expect(salvage(z.number(), raw)).toEqual(unreadable(raw))
})

test('treats a decimal of more digits than a double holds as unreadable', () => {
  for (const raw of ['1234567890123456', '0.1234567890123456', '12345678901234567890', '1e400', '9007199254740993'])
    expect(salvage(z.number(), raw)).toEqual(unreadable(raw))
  expect(salvage(z.number(), parseJson('12345678901234567890'))).toEqual(unreadable('12345678901234567890'))
})

test('reads a number to the bit', () => {
  for (const raw of [0, -0, 0.1 + 0.2, -12.5, 1e300, 5e-324]) expect(salvage(z.number(), raw)).toBe(raw)
})

test('reads a whole number from text too, without rounding', () => {
  expect(salvage(Integer, 3)).toBe(3)
  expect(salvage(Integer, '3')).toBe(3)
  expect(salvage(Integer, -1)).toBe(-1)
  for (const raw of [2.5, '2.5', '3x', 2 ** 53, '9007199254740993', '', true, []])
    expect(salvage(Integer, raw)).toEqual(unreadable(raw))
})

test('reads a numeric id as its digits if a double holds them all', () => {
  expect(salvage(Text, 12)).toBe('12')
  expect(salvage(Text, 0)).toBe('0')
  expect(salvage(Text, Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
  for (const raw of [1.5, 2 ** 53, 1e300, Number.NaN]) expect(salvage(Text, raw)).toEqual(unreadable(raw))
  expect(salvage(Text, parseJson('12345678901234567890'))).toBe('12345678901234567890')
})

test('reads a text as it is, and converts nothing else to text', () => {
  for (const raw of ['', ' 12 ', 'null', '\u202Etxt', '<script>']) expect(salvage(Text, raw)).toBe(raw)
  for (const raw of [true, false, [], {}, ['12']]) expect(salvage(Text, raw)).toEqual(unreadable(raw))
})

test('treats null as missing if a value is expected', () => {
  const required = [Text, z.number(), z.boolean(), Integer, Names, Product, z.optional(Text)]
  for (const schema of required) for (const raw of [null, undefined]) expect(salvage(schema, raw)).toBeUndefined()
})

test('keeps null if null is allowed', () => {
  expect(salvage(z.nullable(Text), null)).toBeNull()
  expect(salvage(z.nullable(Text), undefined)).toBeUndefined()
  expect(salvage(z.nullable(z.number()), '12')).toBe(12)
  expect(salvage(z.nullable(z.number()), 'a dozen')).toEqual(unreadable('a dozen'))
})

test('leaves other fields usable next to a bad one', () => {
  expect(salvage(Product, { name: 'Soap', price: 'cheap', note: null, more: 1 })).toStrictEqual({
    name: 'Soap',
    price: unreadable('cheap'),
    note: null,
    code: undefined,
  })
})

test('reads an empty list as an empty object, as PHP sends it', () => {
  expect(salvage(Product, [])).toEqual({})
  for (const raw of [['soap'], 'soap', 5, true]) expect(salvage(Product, raw)).toEqual(unreadable(raw))
})

test('reads an object with numeric keys as a list, as PHP sends one with a gap', () => {
  expect(salvage(Names, { '0': 'soap', '2': 'salt' })).toEqual(['soap', 'salt'])
  expect(salvage(Names, {})).toEqual([])
  for (const raw of [{ '0': 'soap', name: 'salt' }, { '-1': 'soap' }, { '1.5': 'soap' }, 'soap', 5])
    expect(salvage(Names, raw)).toEqual(unreadable(raw))
})

test('keeps the place of an unreadable or null member in a list', () => {
  expect(salvage(Names, ['soap', null, {}, 7])).toEqual(['soap', unreadable(null), unreadable({}), '7'])
  expect(salvage(z.array(Product), [null, 'soap', { name: 'Salt' }])).toEqual([
    unreadable(null),
    unreadable('soap'),
    { name: 'Salt' },
  ])
})

test('keeps a field of an unknown shape as received', () => {
  const wishes = { note: ['no nuts', { deep: null }] }
  expect(salvage(z.object({ wishes: z.unknown() }), { wishes })).toEqual({ wishes })
  expect(salvage(z.unknown(), null)).toBeNull()
})

test('reads only own fields of an object', () => {
  const Odd = z.object({ constructor: z.string(), toString: z.string() })
  expect(salvage(Odd, {})).toStrictEqual({ constructor: undefined, toString: undefined })
  expect(salvage(Product, parseJson('{"__proto__":{"name":"Soap"}}'))).toEqual({})
})

test('keeps an unreadable value for display, and gives no value for it', () => {
  const raw = { any: 'thing' }
  expect(unreadable(raw).raw).toBe(raw)
  expect(readable(unreadable(raw))).toBeUndefined()
  expect(readable(0)).toBe(0)
  expect(readable(null)).toBeNull()
})
