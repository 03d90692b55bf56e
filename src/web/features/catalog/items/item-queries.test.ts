import { expect, test } from 'vitest'
import { paths } from '#contract/screen-paths.ts'
import { changed, isSearch, readFilters } from './item-queries.ts'

test('reads back every address that it writes', () => {
  const wanted = { q: 'خبز', category: '101', in_stock: '1', virtual: '0', page: '3' }
  expect(readFilters(paths.items(wanted).split('?')[1] ?? '')).toEqual(wanted)
})

test.each([
  'page=0',
  'page=1',
  'page=1e9',
  'page=-1',
  'page=99999999',
  'brand=7%20or%201',
  'category=',
  'value=9007199254740993',
  'available=yes',
  'q=%20',
  'order=price',
])('ignores invalid parameters: %s', (search) => {
  expect(readFilters(search)).toEqual({})
})

test('does not treat a page alone as a search', () => {
  expect(isSearch(readFilters('page=2'))).toBe(false)
  expect(isSearch(readFilters('q=milk'))).toBe(true)
  expect(isSearch(readFilters('virtual=0'))).toBe(true)
})

test('returns to the first page on every change', () => {
  expect(paths.items(changed({ q: 'milk', page: '3' }, { brand: '7' }))).toBe('/catalog/items?q=milk&brand=7')
  expect(paths.items(changed({ brand: '7', page: '3' }, { page: '4' }))).toBe('/catalog/items?brand=7&page=4')
})
