import { expect, test } from 'vitest'
import { readName } from '#contract/desk/people.ts'
import { freeName } from './people.ts'

test('keeps a free name', () => {
  expect(freeName('Kitchen', [])).toBe('Kitchen')
  expect(freeName('Kitchen 7', ['Kitchen', 'Bar'])).toBe('Kitchen 7')
})

test('appends the next free number to a taken name, in any case', () => {
  expect(freeName('KITCHEN', ['Kitchen'])).toBe('KITCHEN 2')
  expect(freeName('Kitchen', ['kitchen', 'Kitchen 2', 'Kitchen 4'])).toBe('Kitchen 3')
  expect(freeName('Till 1', ['Till 1'])).toBe('Till 2')
  expect(freeName('مطبخ', ['مطبخ'])).toBe('مطبخ 2')
  expect(freeName('7', ['7'])).toBe('7 2')
})

test('keeps the name within its maximum length', () => {
  const long = '👩🏽‍🍳'.repeat(60)
  const name = freeName(long, [long])
  expect(name).toBe(`${'👩🏽‍🍳'.repeat(58)} 2`)
  expect(readName(name)).toBe(name)
})
