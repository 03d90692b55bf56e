import { expect, test } from 'vitest'
import { listNames } from './list-names.ts'

test('names stand apart by the comma of their language', () => {
  expect(listNames(['Sara', 'Omar'], 'fr')).toBe('Sara, Omar')
  expect(listNames(['سارة', 'عمر'], 'ar')).toBe('سارة، عمر')
})
