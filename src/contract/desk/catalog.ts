import * as z from 'zod/mini'
import { AnyNumber, Anything, Flag, NullableNumber, NullableText, Numbers, OptionalText } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

// The whole catalog, as the server has gathered it page by page. The vendor service has no search.

/** How much of the catalog is gathered. */
const CatalogIndex = z.object({
  /** Items that can be found now. */
  have: AnyNumber,
  /** Items according to the vendor service; null until it has given a number. */
  total: NullableNumber,
  /** When the last walk over all pages ended, ISO 8601 in UTC; null during the first walk. */
  fresh_at: NullableText,
  /** Whether that walk found every item that the service counts. If so, what is not found does not exist. */
  is_whole: Flag,
  /** Why the walk is stuck, as a code of the server's errors. */
  problem: NullableText,
})
export type CatalogIndex = z.infer<typeof CatalogIndex>

/**
 * Why an item may be missing: `whole`, it does not exist; `growing`, it is not gathered yet; `short`, the service may
 * not have listed it.
 */
export type CatalogReach = 'whole' | 'growing' | 'short'

export const reachOf = ({ fresh_at, is_whole }: CatalogIndex): CatalogReach =>
  fresh_at === null ? 'growing' : is_whole ? 'whole' : 'short'

const SearchMeta = z.object({
  current_page: AnyNumber,
  last_page: AnyNumber,
  per_page: AnyNumber,
  total: AnyNumber,
})

/** Search parameters. `category` includes its children; flags are `1` or `0`. */
export const ItemSearch = z.object({
  q: OptionalText,
  category: OptionalText,
  brand: OptionalText,
  value: OptionalText,
  available: OptionalText,
  in_stock: OptionalText,
  discounted: OptionalText,
  virtual: OptionalText,
  page: OptionalText,
})
export type ItemSearch = z.infer<typeof ItemSearch>

export const catalog = {
  /** Best match first. Items are as the service sent them. */
  search: endpoint({
    method: 'GET',
    path: '/api/desk/catalog/items',
    query: ItemSearch,
    answer: z.object({ data: z.array(Anything), meta: SearchMeta, index: CatalogIndex }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/desk/catalog/items/:itemId',
    answer: z.object({ data: Anything, index: CatalogIndex }),
  }),
  /** Number of items by id, for each category (with its children), brand and attribute value. */
  counts: endpoint({
    method: 'GET',
    path: '/api/desk/catalog/counts',
    answer: z.object({
      data: z.object({ categories: Numbers, brands: Numbers, values: Numbers }),
      index: CatalogIndex,
    }),
  }),
} as const
