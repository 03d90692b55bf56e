import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromRejectItemId, toRejectItemId } from './item-id.ts'

const numRuns = 3000

test('every safe integer goes to the wire and back unchanged', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (id) => {
      expect(toRejectItemId(fromRejectItemId(id))).toBe(id)
    }),
    { numRuns },
  )
})

test('an item id becomes a number to the letter, or none at all', () => {
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

test('two item ids are never named by the same number', () => {
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

test('an id that is no integer, or too large for a double, cannot be named', () => {
  const ids = [
    '',
    ' ',
    '12 ',
    ' 12',
    '+12',
    '012',
    '-0',
    '1e3',
    '0x10',
    '1.0',
    '1.5',
    'abc',
    '١٢',
    'null',
    'true',
    '9007199254740992',
    '9007199254740993',
    '12345678901234567890',
    '3f2b8c1e-7a5d-4e9f-8b6c-2d1a0e9f8b7c',
  ]
  for (const id of ids) expect(toRejectItemId(id), id).toBeUndefined()
  expect(toRejectItemId('0')).toBe(0)
  expect(toRejectItemId('9007199254740991')).toBe(9_007_199_254_740_991)
})
