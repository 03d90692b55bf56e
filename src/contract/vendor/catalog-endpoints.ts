import * as z from 'zod/mini'
import { OptionalText } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Brand, CatalogItem, Category, VariantAttribute } from './catalog.ts'
import { Links, Meta, MetaWithPath } from './page.ts'

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
