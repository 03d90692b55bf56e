import type { ItemSearch } from '#contract/desk/catalog.ts'
import { isId, textLimit } from '#contract/text.ts'
import { paths } from '#contract/screen-paths.ts'
import { isCount, lastPageThinkable } from '#contract/vendor/catalog-endpoints.ts'

// Search and filters are part of the address, so that they can be bookmarked, sent and navigated back to.

/** The filters, in display order. */
export const filterKeys = ['category', 'brand', 'value', 'available', 'in_stock', 'discounted', 'virtual'] as const
export type FilterKey = (typeof filterKeys)[number]

export const isFlag = (key: FilterKey): key is Exclude<FilterKey, 'category' | 'brand' | 'value'> =>
  key !== 'category' && key !== 'brand' && key !== 'value'

/** Reads the search of an address; invalid parts are ignored. */
export function readFilters(search: string): ItemSearch {
  const given = new URLSearchParams(search)
  const filters: ItemSearch = {}
  const q = given.get('q')?.trim().slice(0, textLimit)
  if (q) filters.q = q
  for (const key of filterKeys) {
    const text = given.get(key)
    if (text !== null && (isFlag(key) ? text === '1' || text === '0' : isId(text))) filters[key] = text
  }
  const page = given.get('page')
  if (page !== null && page !== '1' && isCount(page, lastPageThinkable)) filters.page = page
  return filters
}

export const pageOf = ({ page = '1' }: ItemSearch): number => Number(page)

export const filtersIn = (filters: ItemSearch): readonly FilterKey[] =>
  filterKeys.filter((key) => filters[key] !== undefined)

/** Whether the server must search its index. Otherwise pages come straight from the service. */
export const isSearch = (filters: ItemSearch): boolean => filters.q !== undefined || filtersIn(filters).length > 0

/** The same search with a change, back on its first page. */
export const changed = (filters: ItemSearch, change: ItemSearch): ItemSearch => ({
  ...filters,
  page: undefined,
  ...change,
})

// An item links back to the list it came from. This is remembered until the page is closed.

let list = paths.items()
let itemKey: string | undefined

export const seeList = (address: string): void => void (list = address)
export const seeItem = (key: string): void => void (itemKey = key)

/** The last shown list, with its search and page. */
export const lastList = (): string => list

/** The item that the user returns from. Reading it clears it. */
export function takeItem(): string | undefined {
  const key = itemKey
  itemKey = undefined
  return key
}
