import * as z from 'zod/mini'
import { AnyNumber, Anything, Flag, NullableNumber, NullableText, Numbers, OptionalText } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

// The whole catalog as this desk has gathered it page by page, which the vendor service cannot search.

/** How much of the catalog has been gathered. */
const CatalogIndex = z.object({
  /** Items that can be found now. */
  have: AnyNumber,
  /** Items that the service says there are; null before it said so. */
  total: NullableNumber,
  /** When the last walk over all pages ended, ISO 8601 in UTC; null while the first is under way. */
  fresh_at: NullableText,
  /** Whether that walk met all that the service speaks of: what is not found then is not there. */
  is_whole: Flag,
  /** Why the walk does not get on, where it does not: a code of the desk's errors. */
  problem: NullableText,
})
export type CatalogIndex = z.infer<typeof CatalogIndex>

/** What is not found: is not there; has not been gathered yet; or is perhaps among what the service did not show. */
export type CatalogReach = 'whole' | 'growing' | 'short'

export const reachOf = ({ fresh_at, is_whole }: CatalogIndex): CatalogReach =>
  fresh_at === null ? 'growing' : is_whole ? 'whole' : 'short'

const SearchMeta = z.object({
  current_page: AnyNumber,
  last_page: AnyNumber,
  per_page: AnyNumber,
  total: AnyNumber,
})

/** What can be asked for; `category` holds with its children, flags are `1` or `0`. */
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
  /** Best match first; items as the service sent them. */
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
  /** How many items each category (with its children), brand and attribute value has, by id. */
  counts: endpoint({
    method: 'GET',
    path: '/api/desk/catalog/counts',
    answer: z.object({
      data: z.object({ categories: Numbers, brands: Numbers, values: Numbers }),
      index: CatalogIndex,
    }),
  }),
} as const
