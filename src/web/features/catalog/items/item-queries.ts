import { catalog, type CatalogIndex, type ItemSearch } from '#contract/desk/catalog.ts'
import { isId, textLimit } from '#contract/text.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { catalogEndpoints, isCount, lastPageThinkable } from '#contract/vendor/catalog-endpoints.ts'
import { callDesk } from '#web/api/http/call.ts'
import { callVendor, listIn } from '#web/api/http/call-vendor.ts'
import { Failure } from '#web/api/http/failure.ts'
import { isGathering, listOf, paceOf } from '#web/features/catalog/catalog-queries.ts'
import { type ItemRow, readItem } from '#domain/catalog-item.ts'
import { keyOf } from '#web/format/item.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

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

/** A page of items, from the service or from the desk's index. */
export interface ItemsPage {
  readonly rows: readonly (ItemRow | Unreadable)[]
  readonly page: number
  /** Each as far as it is known: the last page, the total, and the numbers of the first and last row. */
  readonly last: number | undefined
  readonly total: number | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  /** Set for a search: the state of the searched index. */
  readonly index: CatalogIndex | undefined
}

const itemsList = listOf(catalogEndpoints.listItems)

/** unspecified: a page after the last one may be empty or fail. The first page tells which one is the last. */
async function readPage(page: number, signal: AbortSignal): Promise<ItemsPage> {
  try {
    return await readThatPage(page, signal)
  } catch (error) {
    if (page === 1 || !(error instanceof Failure) || error.code !== 'vendor_rejected') throw error
    const first = await readThatPage(1, signal)
    if (first.last === undefined || first.last >= page) throw error
    return { ...first, rows: [], page, from: undefined, to: undefined }
  }
}

async function readThatPage(page: number, signal: AbortSignal): Promise<ItemsPage> {
  const answer = await callVendor(itemsList, { query: { page: String(page) }, signal })
  const meta = readable(answer.meta)
  const number = (key: 'last_page' | 'total' | 'from' | 'to') => readable(meta?.[key]) ?? undefined
  const rows = listIn(answer.data).map(readItem)
  const [last, total, from, to] = [number('last_page'), number('total'), number('from'), number('to')]
  return { rows: onceEach(rows), page, last, total, from, to, index: undefined }
}

async function search(filters: ItemSearch, signal: AbortSignal): Promise<ItemsPage> {
  const given = Object.fromEntries(Object.entries(filters).filter(([, text]) => text !== undefined))
  const { data, meta, index } = await callDesk(catalog.search, { query: given, signal })
  const from = (meta.current_page - 1) * meta.per_page
  return {
    rows: onceEach(data.map(readItem)),
    page: meta.current_page,
    last: meta.last_page,
    total: meta.total,
    ...(data.length === 0 ? { from: undefined, to: undefined } : { from: from + 1, to: from + data.length }),
    index,
  }
}

/** Removes duplicates, because rows shift while pages are read. */
function onceEach(rows: readonly (ItemRow | Unreadable)[]): ItemsPage['rows'] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const key = row instanceof Unreadable ? undefined : keyOf(row)
    if (key === undefined) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const freshMs = 30_000
const againMs = 5000

/** The items of a list. A search is repeated while the index is being built or refreshed. */
export const itemsQuery = (filters: ItemSearch) =>
  queryOptions({
    queryKey: ['catalog', 'items', filters],
    queryFn: ({ signal }) => (isSearch(filters) ? search(filters, signal) : readPage(pageOf(filters), signal)),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    refetchInterval({ state }) {
      if (state.status === 'error') return againMs
      // Pages of the service have no index.
      return paceOf(state.data?.index)
    },
  })

/** One item, or no item if the index does not have it yet. */
export interface ItemFound {
  readonly item: ItemRow | Unreadable | undefined
  readonly index: CatalogIndex | undefined
}

async function readOne(itemId: string, signal: AbortSignal): Promise<ItemFound> {
  try {
    const { data, index } = await callDesk(catalog.read, { params: { itemId }, signal })
    return { item: readItem(data), index }
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return { item: undefined, index: indexIn(error.data) }
    throw error
  }
}

function indexIn(data: unknown): CatalogIndex | undefined {
  const index = catalog.read.answer.shape.index.safeParse((data as { readonly index?: unknown } | undefined)?.index)
  return index.success ? index.data : undefined
}

export const itemQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['catalog', 'item', itemId],
    queryFn: ({ signal }) => readOne(itemId, signal),
    staleTime: freshMs,
    refetchInterval({ state: { data } }) {
      const pace = paceOf(data?.index)
      // A found item does not change while the index grows.
      return data?.item && isGathering(data.index) ? false : pace
    },
  })
