import { expect, test } from 'vitest'
import { isOwnLine } from './own-lines.ts'

const grill = { categoryIds: ['1', '2'], coveredIds: ['1', '2', '3'] }

test.each([
  ['of its category', ['2'], grill, true],
  ['of several categories, one of them its own', ['3', '1'], grill, true],
  ['of another’s category', ['3'], grill, false],
  ['of nobody’s category', ['9'], grill, true],
  ['of a category that is not known', undefined, grill, true],
  ['without a category', [], grill, true],
  ['of nobody’s category where another shows all', ['9'], { ...grill, coveredIds: null }, false],
  ['of any category where it shows all itself', ['3'], { categoryIds: null, coveredIds: null }, true],
] as const)('a line %s', (_which, known, own, isOwn) => {
  expect(isOwnLine(known, own)).toBe(isOwn)
})
