import { expect, test } from 'vitest'
import { flatten, mostImportantFirst } from './customer-notes.ts'

/** As on the screen: two spaces per level. */
const read = (customizations: unknown) =>
  flatten(customizations).notes.map(
    ({ name, value, depth }) => '  '.repeat(depth) + [name, value].filter((part) => part !== undefined).join(': '),
  )

test('shows a note of any shape as it was meant', () => {
  expect(read('no salt')).toEqual(['no salt'])
  expect(read({ note: 'no salt', bone: false, pieces: 8 })).toEqual(['note: no salt', 'bone: false', 'pieces: 8'])
  expect(read({ gift_wrap: true, 'for whom_exactly': 'a_b' })).toEqual(['gift wrap: true', 'for whom exactly: a_b'])
  expect(read([{ name: 'Size', value: 'Large' }])).toEqual(['Size: Large'])
  expect(read(['well done', 2])).toEqual(['well done', '2'])
  for (const value of [null, '', [], {}]) expect(read([{ name: 'No peanuts', value }])).toEqual(['No peanuts'])
})

test('shows a choice by its heading with its quantity, and loses no other field', () => {
  const choices = [{ title: 'Saffron' }, { title: 'Lemon', count: 2 }, { label: 'Mint', key: 'm', count: 1 }]
  expect(read({ groups: [{ title: 'Marinade', choices }] })).toEqual([
    'Marinade',
    '  Saffron',
    '  2 × Lemon',
    '  1 × Mint',
    '    key: m',
  ])
  expect(read({ options: { grind: { key: 'coarse', label: 'Coarse' } } })).toEqual(['grind: Coarse', '  key: coarse'])
})

test('shows translated texts in the user’s language, or the next best', () => {
  const noSalt = { ar: 'بدون ملح', en: 'No salt' }
  const options = [
    { name: { ar: 'الحجم', en: 'Size' }, value: { ar: 'كبير', en: 'Large' } },
    { title: noSalt, count: 2 },
  ]
  const readIn = (language: 'en' | 'ar' | 'fr', of: unknown) =>
    flatten(of, language).notes.map(({ name, value }) => [name, value].filter(Boolean).join(': '))
  expect(readIn('en', { options })).toEqual(['Size: Large', '2 × No salt'])
  expect(readIn('ar', { options })).toEqual(['الحجم: كبير', '2 × بدون ملح'])
  expect(readIn('fr', [noSalt])).toEqual(['No salt'])
  expect(readIn('en', [{ en: null, ar: 'بدون ملح' }])).toEqual(['بدون ملح'])
  expect(readIn('en', { en: '', ar: null })).toEqual([])
})

test('takes a record that only resembles translations as a note', () => {
  expect(read({ en: 'a', extra: 'b' })).toEqual(['en: a', 'extra: b'])
  expect(read({ fr: 3 })).toEqual(['fr: 3'])
})

test('shows nothing for every kind of empty value', () => {
  for (const nothing of [null, undefined, '', [], {}]) expect(read(nothing)).toEqual([])
})

test('cuts endless notes and says so', () => {
  const deep = { a: { b: { c: { d: { e: { f: 'peanuts' } } } } } }
  expect(flatten(deep).isCut).toBe(true)
  const long = flatten(Array.from({ length: 300 }, (_, index) => `note ${index}`))
  expect([long.notes.length, long.isCut]).toEqual([200, true])
})

test('puts allergies and the customer’s own words before what was chosen', () => {
  const { notes } = flatten({ bag: 'Paper', note: 'Ring twice', slices: { thick: true }, alert: 'Peanut allergy' })
  expect(mostImportantFirst(notes).map(({ name }) => name)).toEqual(['alert', 'note', 'bag', 'slices', 'thick'])
  for (const name of ['allergies', 'Allergie', 'حساسية'])
    expect(mostImportantFirst(flatten({ bag: 'Paper', [name]: 'yes' }).notes)[0]?.name).toBe(name)
})
