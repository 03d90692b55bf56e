import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editJson, editJsonAsWritten, isRecord, parseJson, parseJsonOfIds, readJson } from './json.ts'
import { words } from '#testing/words.ts'

const asItWas = (tree: unknown) => tree
const texts = words`
  0 -0 1 0.1 1e3 1.5E+2 -2.5e-3 9007199254740991 0.30000000000000004 "1e400" {"a":[1e2]}
`

test('returns a whole number that a double cannot hold as its digits', () => {
  const large = words`
    12345678901234567890 -12345678901234567890 9007199254740992 9007199254740993 1e400 -1E+400 1e21
  `
  for (const number of large)
    expect(parseJson(`{"id":${number},"in":[${number}]}`)).toEqual({ id: number, in: [number] })
})

test('returns every other number as JSON does', () => {
  for (const text of texts) expect(parseJson(text)).toStrictEqual(JSON.parse(text))
  expect(parseJson('[-0]')).toStrictEqual([-0])
  expect(parseJson('[-0, 1e400]')).toStrictEqual([-0, '1e400'])
})

test('returns NaN for an id that is not a plain integer', () => {
  const ids = '{"plain":[0,7,-7,9007199254740993],"other":[1e3,1.0,12.5,-0,1e400],"text":"1e3"}'
  expect(parseJsonOfIds(ids)).toEqual({
    plain: [0, 7, -7, '9007199254740993'],
    other: [NaN, NaN, NaN, NaN, NaN],
    text: '1e3',
  })
  expect(parseJsonOfIds(' 1.0')).toBe(NaN)
  expect(parseJsonOfIds('[-0]')).toEqual([NaN])
})

test('editJsonAsWritten keeps how every number is written', () => {
  const text = '{"id":1.0,"in":[1e3,-0,12.50,7,9007199254740993],"text":"1.0"}'
  expect(editJsonAsWritten(text, asItWas)).toBe(text)
  expect(() => editJsonAsWritten('{"id":', asItWas)).toThrow(SyntaxError)
})

test('leaves a large number inside a text alone', () => {
  expect(parseJson('"12345678901234567890"')).toBe('12345678901234567890')
  expect(parseJson('{"12345678901234567890":"id 12345678901234567890"}')).toEqual({
    '12345678901234567890': 'id 12345678901234567890',
  })
})

test('reads a whole number of any length to the digit', () => {
  fc.assert(
    fc.property(fc.bigInt(), (number) => {
      expect(String(parseJson(`[${number}]`))).toBe(String(number))
    }),
  )
})

test('reads ordinary JSON as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (text) => {
      const ordinary: unknown = JSON.parse(text, (_key, value: unknown) =>
        Number.isInteger(value) && !Number.isSafeInteger(value) ? 0 : value,
      )
      expect(parseJson(JSON.stringify(ordinary))).toEqual(ordinary)
    }),
  )
})

test.each(['1234567890.123456789', '[-1.5e400]', '{"a": 12e-400}', '12345678901234567890'])(
  '%s keeps every digit',
  (text) => {
    const number = /-?[\d.]+(?:e-?\d+)?/.exec(text)?.[0]
    expect(JSON.stringify(parseJson(text))).toContain(`"${number}"`)
  },
)

test('throws a syntax error for invalid JSON', () => {
  const bad = [
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1}x',
    'NaN',
    '01',
    '.5',
    "{'a':1}",
    '<html>',
    '\uFEFF{}',
    'undefined',
    '1e',
    '[12345678901234567890',
    '12345678901234567890x',
  ]
  for (const text of bad) {
    expect(() => parseJson(text), text).toThrow(SyntaxError)
    expect(() => editJson(text, asItWas), text).toThrow(SyntaxError)
  }
})

test('throws a syntax error at worst for JSON that is nested too deeply', () => {
  const deep = '['.repeat(200_000) + '1e400' + ']'.repeat(200_000)
  expect(() => parseJson(deep)).toThrow(SyntaxError)
  expect(() => editJson(deep, asItWas)).toThrow(SyntaxError)
  expect(() => editJson(deep.replace('1e400', '1'), asItWas)).toThrow(SyntaxError)
})

test('does not change a prototype by a key called __proto__', () => {
  for (const number of ['1', '12345678901234567890']) {
    const text = `{"__proto__":{"isAdmin":true,"n":${number}},"constructor":{"prototype":{"isAdmin":true}}}`
    const tree = parseJson(text)
    expect(Object.getPrototypeOf(tree)).toBe(Object.prototype)
    expect(Object.keys(tree ?? {})).toEqual(['__proto__', 'constructor'])
    expect({}).not.toHaveProperty('isAdmin')
    expect(editJson(text, asItWas)).toBe(text)
  }
})

test('uses the last of two equal keys', () => {
  expect(parseJson('{"id":1,"id":12345678901234567890}')).toEqual({ id: '12345678901234567890' })
})

test('keeps every number that a double cannot hold, byte for byte, in an edit', () => {
  const text = '{"id":12345678901234567890,"list":[1e400,-9007199254740993,{"n":1E+30}],"small":1.5}'
  expect(editJson(text, asItWas)).toBe(text)
  fc.assert(
    fc.property(fc.array(fc.bigInt()), (numbers) => {
      const list = `[${numbers.join(',')}]`
      expect(editJson(list, asItWas)).toBe(list)
    }),
  )
})

test('changes nothing else in an edit', () => {
  const text = '{"form":{"card":"x"},"id":12345678901234567890,"title":"نقد \\u2028 😀"}'
  const edited = editJson(text, (tree) => {
    if (isRecord(tree)) delete tree['form']
    return tree
  })
  expect(edited).toBe('{"id":12345678901234567890,"title":"نقد \u2028 😀"}')
})

test('reads and edits a text parsed once as if parsed separately', () => {
  const texts = [
    '{"data":{"id":"1","price":12500.5,"title":"نقد \\u2028 😀"},"data":{"id":"2"}}',
    '{"id":12345678901234567890,"list":[1e400,{"n":1E+30}]}',
    '{"__proto__":{"isAdmin":true},"n":1.10}',
  ]
  const addOne = (tree: unknown) => ({ ...(isRecord(tree) ? tree : {}), one: 1 })
  for (const text of texts) {
    const { value, edit } = readJson(text)
    expect(value).toEqual(parseJson(text))
    expect(edit(addOne)).toBe(editJson(text, addOne))
    expect(edit(asItWas)).toBe(editJson(text, asItWas))
  }
  expect(() => readJson('{"data":')).toThrow(SyntaxError)
})

test('finds a number that a double cannot hold anywhere in the text', () => {
  const numbers = words`
    9007199254740993 -12345678901234567890 1.23456789012345678 1234567890.123456789 1e400 1E+400 2e-400
  `
  for (const number of numbers) {
    const padded = Array.from({ length: 40 }, (_, before) => `["${'x'.repeat(before)}",${number}]`)
    for (const text of [number, ...padded]) {
      const { value, edit } = readJson(text)
      expect(value).toEqual(parseJson(text))
      expect(edit(asItWas)).toBe(text)
    }
  }
})

test('fails to edit a text that is nested too deeply, although it can be read', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const { edit } = readJson(deep)
  expect(() => edit(asItWas)).toThrow(SyntaxError)
})

test('isRecord accepts only a plain object', () => {
  for (const value of [{}, { a: 1 }, Object.create(null)]) expect(isRecord(value)).toBe(true)
  for (const value of [null, undefined, [], 'text', 5, true]) expect(isRecord(value)).toBe(false)
})

test.each(['0.12345678901234567890', '9007199254740991.2', '1e-400', '12.500000000000000000001'])(
  'keeps the digits of a decimal that a double cannot hold: %s',
  (text) => {
    expect(parseJson(`{"a":${text}}`)).toEqual({ a: text })
    expect(editJson(`{"a":${text}}`, (tree) => tree)).toBe(`{"a":${text}}`)
  },
)

test.each(['12.5', '0.1', '-3', '1e3', '0', '-0', '0.000001', '123456789012345', '0e5'])(
  'keeps a number that a double holds as a number: %s',
  (text) => {
    expect(parseJson(`{"a":${text},"b":1234567890123456789}`)).toEqual({ a: Number(text), b: '1234567890123456789' })
  },
)
