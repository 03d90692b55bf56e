import { endpoint } from '#contract/endpoint.ts'
import { Integer, NullableText, OptionalText, Text } from '#contract/plain.ts'
import { Brand, CatalogItem, Category, VariantAttribute } from './catalog.ts'
import * as z from 'zod/mini'

/** Pagination; the specification, "Pagination objects". */
export const Meta = z.strictObject({
  current_page: Integer,
  from: z.nullable(Integer), // unspecified: null on an empty page
  last_page: Integer,
  per_page: Integer,
  to: z.nullable(Integer),
  total: Integer,
})
export type Meta = z.infer<typeof Meta>

/** Only the brands list also has its own address. */
const MetaWithPath = z.strictObject({ ...Meta.shape, path: Text })

/** Addresses of neighbouring pages, on the items list only. Unused: pages are requested by number. */
export const Links = z.strictObject({
  first: NullableText,
  last: NullableText,
  prev: NullableText,
  next: NullableText,
})
export type Links = z.infer<typeof Links>

/** unspecified: the number of pages. A list with more is assumed to loop. */
export const lastPageThinkable = 10_000

/** Page size of the server's own requests. */
export const perPageLimit = 100

/** unspecified: the largest page size. A caller's value is passed on, and the service decides. */
export const perPageThinkable = 99_999

/** Whether a text is a number from 1 to a limit in plain digits. */
export const isCount = (text: string, limit: number): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= limit

const paged = z.object({ page: OptionalText, per_page: OptionalText })

/** The read-only calls for the catalog. */
export const catalogEndpoints = {
  listCategories: endpoint({
    method: 'GET',
    path: '/categories',
    query: paged,
    answer: z.strictObject({ data: z.array(Category), meta: Meta }),
  }),
  listBrands: endpoint({
    method: 'GET',
    path: '/brands',
    query: paged,
    answer: z.strictObject({ data: z.array(Brand), meta: MetaWithPath }),
  }),
  listVariantAttributes: endpoint({
    method: 'GET',
    path: '/variant-attributes',
    answer: z.strictObject({ data: z.array(VariantAttribute) }),
  }),
  listItems: endpoint({
    method: 'GET',
    path: '/items',
    query: z.object({ page: OptionalText }),
    answer: z.strictObject({ data: z.array(CatalogItem), links: Links, meta: Meta }),
  }),
} as const
