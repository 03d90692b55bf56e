import type { ItemSearch } from '#contract/desk/catalog.ts'
import { isId, textLimit } from '#contract/desk/item-search.ts'
import { paths } from '#contract/screen-paths.ts'
import { isCount, lastPageThinkable } from '#contract/vendor/page.ts'

// What is searched and filtered stands in the address, so that it can be kept, sent and gone back to.

/** The filters, in the order in which they are shown. */
export const filterKeys = ['category', 'brand', 'value', 'available', 'in_stock', 'discounted', 'virtual'] as const
export type FilterKey = (typeof filterKeys)[number]

export const isFlag = (key: FilterKey): key is Exclude<FilterKey, 'category' | 'brand' | 'value'> =>
  key !== 'category' && key !== 'brand' && key !== 'value'

/** What an address asks for; what could not be understood of it is left out. */
export function readFilters(search: string): ItemSearch {
  const given = new URLSearchParams(search)
  const wanted: ItemSearch = {}
  const q = given.get('q')?.trim().slice(0, textLimit)
  if (q) wanted.q = q
  for (const key of filterKeys) {
    const text = given.get(key)
    if (text !== null && (isFlag(key) ? text === '1' || text === '0' : isId(text))) wanted[key] = text
  }
  const page = given.get('page')
  if (page !== null && page !== '1' && isCount(page, lastPageThinkable)) wanted.page = page
  return wanted
}

export const pageOf = ({ page = '1' }: ItemSearch): number => Number(page)

/** The filters that hold. */
export const filtersIn = (wanted: ItemSearch): readonly FilterKey[] =>
  filterKeys.filter((key) => wanted[key] !== undefined)

/** Whether the server has to search: without it, pages come exactly as the service gives them. */
export const isSearch = (wanted: ItemSearch): boolean => wanted.q !== undefined || filtersIn(wanted).length > 0

/** The same with something changed; what is found then begins on its first page. */
export const changed = (wanted: ItemSearch, change: ItemSearch): ItemSearch => ({
  ...wanted,
  page: undefined,
  ...change,
})

// An item leads back to where one was. Known for as long as the page is open.

let list = paths.items()
let itemKey: string | undefined

export const seeList = (address: string): void => void (list = address)
export const seeItem = (key: string): void => void (itemKey = key)

/** The list that was looked at last, with its search and page. */
export const lastList = (): string => list

/** The item that one comes back from, told once. */
export function takeItem(): string | undefined {
  const key = itemKey
  itemKey = undefined
  return key
}
