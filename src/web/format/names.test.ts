import { expect, test } from 'vitest'
import { Unreadable } from '#contract/salvage.ts'
import { nameOf, translationsOf, unreadableIn } from './names.ts'

const all = { ar: 'حليب', en: 'Milk', fr: 'Lait' }

test.each([
  ['en', ['Milk', 'Lait', 'حليب']],
  ['ar', ['حليب', 'Milk', 'Lait']],
  ['fr', ['Lait', 'Milk', 'حليب']],
] as const)('in %s a name is read in that language first, then in the next best one', (language, texts) => {
  expect(translationsOf(all, language).map(({ text }) => text)).toEqual(texts)
})

test('a language that is missing or empty is passed over, and one that nobody mentioned is read last', () => {
  expect(nameOf({ id: 1, name: { ar: 'حليب', en: ' ' } }, 'en')).toBe('حليب')
  expect(nameOf({ id: 1, name: { ar: null, ku: 'Şîr' } }, 'fr')).toBe('Şîr')
})

test('a plain text is the name as it is', () => {
  expect(nameOf({ id: 1, name: 'Milk' }, 'ar')).toBe('Milk')
  expect(translationsOf('Milk', 'ar')).toEqual([{ language: undefined, text: 'Milk' }])
})

test.each([undefined, null, [], {}, 7, { en: 7 }, new Unreadable(7)])(
  'a row without a name (%j) goes by its id, or by the name in the default language',
  (name) => {
    expect(nameOf({ id: 17, name }, 'en')).toBe('#17')
    expect(nameOf({ id: 17, name, localized_name: 'Colour' }, 'en')).toBe('Colour')
    expect(nameOf({ id: 17, name, localized_name: new Unreadable(7) }, 'en')).toBe('#17')
  },
)

test('what is no text in a name is told as unreadable', () => {
  expect(unreadableIn({ en: 'Milk', ar: 7, fr: null }).map(({ raw }) => raw)).toEqual([7])
  expect(unreadableIn(7).map(({ raw }) => raw)).toEqual([7])
  for (const name of [undefined, null, [], 'Milk', all]) expect(unreadableIn(name)).toEqual([])
})
