import * as z from 'zod/mini'
import { Integer } from '#contract/integer.ts'

// Categories, brands and attributes: the specification, "Resources and their fields".

/** A name in the two languages of categories, brands and items. */
export const TranslatedName = z.strictObject({ ar: z.string(), en: z.string() })
export type TranslatedName = z.infer<typeof TranslatedName>

/** A name in the three languages of attributes and their values. */
const AttributeName = z.strictObject({ en: z.string(), ar: z.string(), fr: z.string() })

export const Category = z.strictObject({
  id: Integer,
  name: TranslatedName,
  parent: z.optional(z.strictObject({ id: Integer, name: TranslatedName })),
})
export type Category = z.infer<typeof Category>

export const Brand = z.strictObject({ id: Integer, name: TranslatedName })
export type Brand = z.infer<typeof Brand>

export const AttributeValue = z.strictObject({
  id: Integer,
  localized_name: z.string(),
  name: AttributeName,
  key: z.string(),
})

export const VariantAttribute = z.strictObject({
  id: Integer,
  localized_name: z.string(),
  name: AttributeName,
  key: z.string(),
  values_count: Integer,
  values: z.array(AttributeValue),
})
export type VariantAttribute = z.infer<typeof VariantAttribute>

export const CatalogItem = z.strictObject({
  id: Integer,
  vendor_reference_id: z.string(),
  name: TranslatedName,
  description: TranslatedName,
  price: z.number(),
  discounted_price: z.nullable(z.number()),
  discount_start_at: z.nullable(z.string()),
  discount_end_at: z.nullable(z.string()),
  stock: Integer,
  sku: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  is_active: z.boolean(),
  is_available: z.boolean(),
  is_virtual: z.boolean(),
  image_url: z.nullable(z.string()),
  brand_id: z.nullable(Integer),
  max_purchasable_quantity: z.nullable(Integer),
  parent_id: z.nullable(Integer),
  category_ids: z.array(Integer),
  attribute_value_ids: z.array(Integer),
  created_at: z.string(),
  updated_at: z.string(),
})
export type CatalogItem = z.infer<typeof CatalogItem>
