import fc from 'fast-check'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { differencesFrom, exampleOf } from './drift.ts'
import { Anything, AnyNumber, Flag, Integer, NullableText, OptionalText, Text, Texts } from './plain.ts'

const schema = z.strictObject({
  id: Text,
  count: Integer,
  price: AnyNumber,
  is_active: Flag,
  note: NullableText,
  code: OptionalText,
  open: Anything,
  tags: Texts,
  status: z.looseObject({ key: Text }),
  items: z.array(z.strictObject({ id: Integer })),
})
const good = {
  id: '7',
  count: 1,
  price: 1.5,
  is_active: true,
  note: null,
  open: { anything: [1] },
  tags: ['a'],
  status: { key: 'pending', more: 1 },
  items: [{ id: 1 }, { id: 2 }],
}

test('finds nothing in what the contract describes', () => {
  expect(differencesFrom(schema, good)).toEqual([])
})

test.each<readonly [string, object, readonly string[]]>([
  ['an unknown field', { tip: 2.5 }, ['tip: number, not nothing: 0.0']],
  ['a number as text', { price: '12.50' }, ['price: string, not number: "00.00"']],
  ['an id as number', { id: 42 }, ['id: number, not string: 00']],
  ['a fraction for a whole number', { count: 1.5 }, ['count: number, not integer: 0.0']],
  ['a number for a flag', { is_active: 1 }, ['is_active: number, not boolean: 0']],
  ['null where there is none', { code: null }, ['code: null, not string: null']],
  ['a number for a text or null', { note: 5 }, ['note: number, not string or null: 0']],
  ['an empty list for an object', { status: [] }, ['status: array, not object: []']],
  ['an object for a list', { tags: { 0: 'Layla' } }, ['tags: object, not array: {"0":"xxxxx"}']],
  ['a missing field', { id: undefined }, ['id: missing, not string: ']],
  [
    'a field of each member, once',
    {
      items: [
        { id: 1, x: true },
        { id: 2, x: false },
      ],
    },
    ['items[].x: boolean, not nothing: true'],
  ],
  [
    'two types in one place',
    { items: [{ id: 'a' }, { id: null }] },
    ['items[].id: string, not integer: "x"', 'items[].id: null, not integer: null'],
  ],
  ['a key that may be a name', { 'Layla Haddad': 1 }, ['xxxxx xxxxxx: number, not nothing: 0']],
])('finds %s', (_, change, expected) => {
  const raw = JSON.parse(JSON.stringify({ ...good, ...change })) as unknown
  const found = differencesFrom(schema, raw)
  expect(
    found.map(({ path, found: type, expected: other, example }) => `${path}: ${type}, not ${other}: ${example}`),
  ).toEqual(expected)
})

test('compares the value itself', () => {
  expect(differencesFrom(schema, [])).toEqual([{ path: '', found: 'array', expected: 'object', example: '[]' }])
})

test('masks letters and digits of every script', () => {
  expect(exampleOf('Layla +965 ٩٩١ ليلى é 👋')).toBe('"xxxxx +000 000 xxxx x ?"')
  expect(exampleOf({ customer: { name: 'Layla', vip: true, tip: null }, p96599112233: [1, 'a'] })).toBe(
    '{"customer":{"name":"xxxxx","vip":true,"tip":null},"x00000000000":[0,"x"]}',
  )
})

test('passes nothing personal, however it is nested, in at most 80 characters', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 3, maxLength: 30 })
    .filter((text) => /[\p{L}\p{N}]{3}/u.test(text))
  fc.assert(
    fc.property(
      fc.anything({ key: fc.constantFrom('xx', 'a b', '١٢٣'), values: [word, fc.integer(), fc.double()] }),
      (raw) => {
        const example = exampleOf(raw)
        expect(example.length).toBeLessThanOrEqual(80)
        expect(example).not.toMatch(/[^\P{L}x]|[^\P{N}0]|[^ -~]/u)
      },
    ),
  )
})

test('never throws, and compares a huge answer only so far', () => {
  fc.assert(
    fc.property(fc.anything(), (raw) => Array.isArray(differencesFrom(schema, { ...good, items: raw, id: raw }))),
  )
  const many = Array.from({ length: 100_000 }, () => ({ id: 1 }))
  expect(differencesFrom(schema, { ...good, items: [...many, { id: 'x' }] })).toEqual([])
})
