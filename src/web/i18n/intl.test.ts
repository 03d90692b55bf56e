import { expect, test } from 'vitest'
import { numberFormat, pluralRules } from './intl.ts'

test('a format is made once for a language and its options, and another one for others', () => {
  const dinars = numberFormat('en', { style: 'currency', currency: 'IQD' })
  expect(numberFormat('en', { style: 'currency', currency: 'IQD' })).toBe(dinars)
  expect(numberFormat('ar', { style: 'currency', currency: 'IQD' })).not.toBe(dinars)
  expect(numberFormat('en', { style: 'currency', currency: 'EUR' }).format(1)).toBe('€1.00')
  expect(pluralRules('ar').select(2)).toBe('two')
  expect(pluralRules('en').select(2)).toBe('other')
})
