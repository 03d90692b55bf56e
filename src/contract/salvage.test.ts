import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { Integer } from './plain.ts'
import { parseJson } from './json.ts'
import { readable, salvage, Unreadable } from './salvage.ts'

const unreadable = (raw: unknown) => new Unreadable(raw)
const Text = z.string()
const Names = z.array(z.string())
const Product = z.object({
  name: z.string(),
  price: z.number(),
  note: z.nullable(z.string()),
  code: z.optional(z.string()),
})

test('a boolean is true or false, and nothing that looks like it', () => {
  for (const raw of [true, false]) expect(salvage(z.boolean(), raw)).toBe(raw)
  for (const raw of ['true', 'false', 'True', 1, 0, '1', '0', '', [], {}])
    expect(salvage(z.boolean(), raw)).toEqual(unreadable(raw))
})

test('a number that was sent as text is read where it is a plain decimal', () => {
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

test('a number in any other spelling is unreadable, and never guessed', () => {
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
    '+5',
    '.5',
    '5.',
    '1.2.3',
    '--1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '12 IQD',
    '1_000',
  ]
  for (const raw of [...raws, true, [], {}, [12], Number.NaN, Infinity])
    expect(salvage(z.number(), raw)).toEqual(unreadable(raw))
})

test('a decimal of more digits than a double holds is unreadable', () => {
  for (const raw of ['1234567890123456', '0.1234567890123456', '12345678901234567890', '1e400', '9007199254740993'])
    expect(salvage(z.number(), raw)).toEqual(unreadable(raw))
  expect(salvage(z.number(), parseJson('12345678901234567890'))).toEqual(unreadable('12345678901234567890'))
})

test('a number is what was sent, to the bit', () => {
  for (const raw of [0, -0, 0.1 + 0.2, -12.5, 1e300, 5e-324]) expect(salvage(z.number(), raw)).toBe(raw)
})

test('a whole number is taken as text too, and is never rounded', () => {
  expect(salvage(Integer, 3)).toBe(3)
  expect(salvage(Integer, '3')).toBe(3)
  expect(salvage(Integer, -1)).toBe(-1)
  for (const raw of [2.5, '2.5', '3x', 2 ** 53, '9007199254740993', '', true, []])
    expect(salvage(Integer, raw)).toEqual(unreadable(raw))
})

test('an id that was sent as a number is its digits, where a double holds them all', () => {
  expect(salvage(Text, 12)).toBe('12')
  expect(salvage(Text, 0)).toBe('0')
  expect(salvage(Text, Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
  for (const raw of [1.5, 2 ** 53, 1e300, Number.NaN]) expect(salvage(Text, raw)).toEqual(unreadable(raw))
  expect(salvage(Text, parseJson('12345678901234567890'))).toBe('12345678901234567890')
})

test('a text is taken as it is, and nothing else becomes one', () => {
  for (const raw of ['', ' 12 ', 'null', '\u202Etxt', '<script>']) expect(salvage(Text, raw)).toBe(raw)
  for (const raw of [true, false, [], {}, ['12']]) expect(salvage(Text, raw)).toEqual(unreadable(raw))
})

test('null where a value belongs is a value that is missing', () => {
  const required = [Text, z.number(), z.boolean(), Integer, Names, Product, z.optional(Text)]
  for (const schema of required) for (const raw of [null, undefined]) expect(salvage(schema, raw)).toBeUndefined()
})

test('null stays null where null may stand', () => {
  expect(salvage(z.nullable(Text), null)).toBeNull()
  expect(salvage(z.nullable(Text), undefined)).toBeUndefined()
  expect(salvage(z.nullable(z.number()), '12')).toBe(12)
  expect(salvage(z.nullable(z.number()), 'a dozen')).toEqual(unreadable('a dozen'))
})

test('one bad field leaves the others be', () => {
  expect(salvage(Product, { name: 'Soap', price: 'cheap', note: null, more: 1 })).toStrictEqual({
    name: 'Soap',
    price: unreadable('cheap'),
    note: null,
    code: undefined,
  })
})

test('an empty list is an empty object, as PHP has it', () => {
  expect(salvage(Product, [])).toEqual({})
  for (const raw of [['soap'], 'soap', 5, true]) expect(salvage(Product, raw)).toEqual(unreadable(raw))
})

test('an object numbered like a list is a list, as PHP sends one with a gap', () => {
  expect(salvage(Names, { '0': 'soap', '2': 'salt' })).toEqual(['soap', 'salt'])
  expect(salvage(Names, {})).toEqual([])
  for (const raw of [{ '0': 'soap', name: 'salt' }, { '-1': 'soap' }, { '1.5': 'soap' }, 'soap', 5])
    expect(salvage(Names, raw)).toEqual(unreadable(raw))
})

test('a member that cannot be read, or is null, keeps its place in the list', () => {
  expect(salvage(Names, ['soap', null, {}, 7])).toEqual(['soap', unreadable(null), unreadable({}), '7'])
  expect(salvage(z.array(Product), [null, 'soap', { name: 'Salt' }])).toEqual([
    unreadable(null),
    unreadable('soap'),
    { name: 'Salt' },
  ])
})

test('a field of an unknown shape is kept as it came', () => {
  const wishes = { note: ['no nuts', { deep: null }] }
  expect(salvage(z.object({ wishes: z.unknown() }), { wishes })).toEqual({ wishes })
  expect(salvage(z.unknown(), null)).toBeNull()
})

test('only fields of its own are read of an object', () => {
  const Odd = z.object({ constructor: z.string(), toString: z.string() })
  expect(salvage(Odd, {})).toStrictEqual({ constructor: undefined, toString: undefined })
  expect(salvage(Product, parseJson('{"__proto__":{"name":"Soap"}}'))).toEqual({})
})

test('an unreadable value is kept for showing, and is no value', () => {
  const raw = { any: 'thing' }
  expect(unreadable(raw).raw).toBe(raw)
  expect(readable(unreadable(raw))).toBeUndefined()
  expect(readable(0)).toBe(0)
  expect(readable(null)).toBeNull()
})
