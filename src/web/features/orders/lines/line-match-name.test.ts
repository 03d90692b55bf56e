import { expect, test } from 'vitest'
import { lineMatchName } from './line-match-name.ts'

const line = { id: '1', product: { name: 'Rice' } }
const item = { id: 7, name: { en: 'Rice', ar: 'أرز' } }
const match = { line: '1', by: 'reference', item }

test('who reads Arabic is told what the catalog calls a line', () => {
  expect(lineMatchName(line, match, 'ar')).toBe('أرز')
  expect(lineMatchName(line, { ...match, by: 'barcode' }, 'ar')).toBe('أرز')
})

test.each([
  ['where the line says the same', 'en', match],
  ['where the catalog has no name in that language', 'fr', match],
  ['where the two agree in their id alone', 'ar', { ...match, by: 'id' }],
  ['where the item cannot be read', 'ar', { ...match, item: 'broken' }],
] as const)('the name of the catalog is left out %s', (_why, language, given) => {
  expect(lineMatchName(line, given, language)).toBeUndefined()
})
