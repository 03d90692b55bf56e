import { translationsOf } from './translations.ts'
import { expect, test } from 'vitest'

const all = { ar: 'حليب', en: 'Milk', fr: 'Lait' }

test.each([
  ['en', ['Milk', 'Lait', 'حليب']],
  ['ar', ['حليب', 'Milk', 'Lait']],
  ['fr', ['Lait', 'Milk', 'حليب']],
] as const)('in %s a name is read in that language first, then in the next best one', (language, texts) => {
  expect(translationsOf(all, language).map(({ text }) => text)).toEqual(texts)
})

test('takes a plain text as a name without a language', () => {
  expect(translationsOf('Milk', 'ar')).toEqual([{ language: undefined, text: 'Milk' }])
})
