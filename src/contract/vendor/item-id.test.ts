import { fromRejectItemId, isOrderId, itemKeyOf, toRejectItemId } from './item-id.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { words } from '#testing/words.ts'

const numRuns = 3000

test('sends every safe integer and reads it back unchanged', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (id) => {
      expect(toRejectItemId(fromRejectItemId(id))).toBe(id)
    }),
    { numRuns },
  )
})

test('converts an item id exactly, or not at all', () => {
  const texts = fc.oneof(
    fc.bigInt().map(String),
    fc.double().map(String),
    fc.string(),
    fc.stringMatching(/^[ +-]?0?[0-9]{0,20}(\.0|e1|n)?$/),
    fc.constantFrom(
      '',
      ' ',
      '12 ',
      '+12',
      '012',
      '-0',
      '1e3',
      '0x10',
      '1.0',
      '١٢',
      '１２',
      'null',
      'Infinity',
      '9007199254740992',
    ),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const id = toRejectItemId(text)
      if (id === undefined) return
      expect(Number.isSafeInteger(id)).toBe(true)
      expect(fromRejectItemId(id)).toBe(text)
    }),
    { numRuns },
  )
})

test('never gives two item ids the same number', () => {
  const near = fc.bigInt({ min: 2n ** 53n - 50n, max: 2n ** 53n + 50n }).map(String)
  fc.assert(
    fc.property(near, near, (one, other) => {
      const first = toRejectItemId(one)
      fc.pre(one !== other && first !== undefined)
      expect(toRejectItemId(other)).not.toBe(first)
    }),
    { numRuns },
  )
})

test('cannot convert an id that is no integer, or too large for a double', () => {
  const ids = [
    '',
    ' ',
    '12 ',
    ' 12',
    ...words`+12 012 -0 1e3 0x10 1.0 1.5 abc ١٢ null true 9007199254740992 9007199254740993 12345678901234567890
    3f2b8c1e-7a5d-4e9f-8b6c-2d1a0e9f8b7c`,
  ]
  for (const id of ids) expect(toRejectItemId(id), id).toBeUndefined()
  expect(toRejectItemId('0')).toBe(0)
  expect(toRejectItemId('9007199254740991')).toBe(9_007_199_254_740_991)
})

test.each([
  [12, '12'],
  ['12', '12'],
  [' 12\n', '12'],
  ['shop:A-1.2_x', 'shop:A-1.2_x'],
  ['x'.repeat(64), 'x'.repeat(64)],
])('%j is the item %s', (id, key) => {
  expect(itemKeyOf(id)).toBe(key)
})

test.each([undefined, null, '', ' ', true, ['12'], { id: 12 }, 'a/b', 'a b', 'é', 'x'.repeat(65)])(
  '%j has no item address',
  (id) => {
    expect(itemKeyOf(id)).toBeUndefined()
  },
)

const letters = (count: number) => 'a'.repeat(count)

test('accepts an id of letters, digits and . _ : -', () => {
  const ids = [
    ...words`1 0 000123 9007199254740993 12345678901234567890 3f2b8c1e-7a5d-4e9f-8b6c-2d1a0e9f8b7c
    01ARZ3NDEKTSV4RRFFQ69G5FAV ORD-1.2_3:4 constructor toString null undefined NaN true 1e3 0x10 1.0 accept
    reject a.. -1 _1 __proto__`,
    letters(128),
  ]
  for (const id of ids) expect(isOrderId(id), id).toBe(true)
})

test.each<readonly [says: string, ids: readonly string[]]>([
  ['a special address segment at its start', ['.', '..', '.1', '...', ':1']],
  [
    'a special address character',
    [
      ...words`../1/accept ../categories a/b %2e%2e %252f a?b a#b a;b a&b a+b a@host //host http://evil 1/ a%`,
      '..\\..\\items',
      'a\\b',
      'a b',
    ],
  ],
  [
    'a control character or a final line break',
    ['\0', 'a\0b', '\r\nX-A:1', '1\n', '1\r', '\n1', '\u007F', '\u001B[31m', '1\u2028', '1\t'],
  ],
  [
    'other digits, other letters or invisible characters',
    ['１２３', '١٢٣', 'а1', 'é', '1\u202E2', '1\u200B', '\uFEFF1', '😀', '\uD800', '\u017F', '\u212A'],
  ],
  ['no character, or more than 128', ['', ' ', letters(129), letters(2000), letters(20_000)]],
  ['injected code', ["' OR 1=1--", '"; DROP', '${7*7}', '{{7*7}}', '$(id)', '`id`']],
])('refuses an id with %s', (_says, ids) => {
  for (const id of ids) expect(isOrderId(id), JSON.stringify(id)).toBe(false)
})
