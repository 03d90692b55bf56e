import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLimit, isCode, trimCode } from './digital-code.ts'

const pasted = [' ', '\t', '\n', '\r\n', '\u00A0', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u2003', '\u3000']

test('removes what was pasted around a code', () => {
  for (const edge of pasted) expect(trimCode(`${edge}0012${edge}${edge}`), JSON.stringify(edge)).toBe('0012')
  expect(trimCode(pasted.join('') + 'A-1' + pasted.join(''))).toBe('A-1')
  for (const edge of ['', ...pasted]) expect(trimCode(edge)).toBe('')
})

test('changes nothing inside a code', () => {
  for (const code of ['0012', 'a b  c', 'AbC+/=', 'رمز ١٢', '12\u200B34', 'a\tb', '😀', '\uD800x'])
    expect(trimCode(code)).toBe(code)
})

test('trims only the edges, and all of them at once', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...pasted), fc.string({ unit: 'grapheme', maxLength: 3 })))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (typed) => {
      const code = trimCode(typed)
      expect(typed).toContain(code)
      expect(trimCode(code)).toBe(code)
      expect(code.trim()).toBe(code)
    }),
  )
})

test('trims quickly around a long run of inner spaces', () => {
  const spaces = ' '.repeat(200_000)
  const started = performance.now()
  expect(trimCode(`a${spaces}b`)).toHaveLength(200_002)
  // A backtracking pattern takes half a minute.
  expect(performance.now() - started).toBeLessThan(2000)
})

test('accepts a code of 1 to 256 characters', () => {
  expect(isCode('')).toBe(false)
  expect(isCode('0')).toBe(true)
  expect(isCode('x'.repeat(codeLimit))).toBe(true)
  expect(isCode('x'.repeat(codeLimit + 1))).toBe(false)
  expect(codeLimit).toBe(256)
})

test('refuses a code with a line break, a NUL or another control', () => {
  for (const control of ['\r', '\n', '\0', '\t', '\u001B', '\u007F']) expect(isCode(`12${control}34`)).toBe(false)
  for (const code of ['a b', 'AbC+/=', 'رمز', '😀']) expect(isCode(code)).toBe(true)
})
