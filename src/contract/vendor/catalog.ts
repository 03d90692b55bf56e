import * as z from 'zod/mini'
import { AnyNumber, Flag, Integer, NullableNumber, NullableText, Text } from '#contract/plain.ts'

// Categories, brands and attributes: the specification, "Resources and their fields".

/** A name in the two languages of categories, brands and items. */
export const TranslatedName = z.strictObject({ ar: Text, en: Text })
export type TranslatedName = z.infer<typeof TranslatedName>

/** A name in the three languages of attributes and their values. */
const AttributeName = z.strictObject({ en: Text, ar: Text, fr: Text })

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
  localized_name: Text,
  name: AttributeName,
  key: Text,
})

export const VariantAttribute = z.strictObject({
  id: Integer,
  localized_name: Text,
  name: AttributeName,
  key: Text,
  values_count: Integer,
  values: z.array(AttributeValue),
})
export type VariantAttribute = z.infer<typeof VariantAttribute>

export const CatalogItem = z.strictObject({
  id: Integer,
  vendor_reference_id: Text,
  name: TranslatedName,
  description: TranslatedName,
  price: AnyNumber,
  discounted_price: NullableNumber,
  discount_start_at: NullableText,
  discount_end_at: NullableText,
  stock: Integer,
  sku: NullableText,
  barcode: NullableText,
  is_active: Flag,
  is_available: Flag,
  is_virtual: Flag,
  image_url: NullableText,
  brand_id: z.nullable(Integer),
  max_purchasable_quantity: z.nullable(Integer),
  parent_id: z.nullable(Integer),
  category_ids: z.array(Integer),
  attribute_value_ids: z.array(Integer),
  created_at: Text,
  updated_at: Text,
})
export type CatalogItem = z.infer<typeof CatalogItem>
