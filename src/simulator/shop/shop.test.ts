import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { Brand, CatalogItem, Category, VariantAttribute } from '#contract/vendor/catalog.ts'
import { attributes, brands, categories } from './lists.ts'
import { customizations, notesFor } from '#simulator/basket.ts'
import { checkDigit, shopItems } from './items.ts'
import { customers, shop } from './shop.ts'
import { picture, pictureNames, picturesPath } from './pictures.ts'

const now = new Date('2026-03-01T09:00:00Z')
const items = shopItems(now)
const arabic = /[\u0600-\u06FF]/

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length
const present = <T>(values: readonly (T | null)[]): readonly T[] => values.filter((value) => value !== null)
const count = (has: (item: CatalogItem) => boolean) => items.filter(has).length

test('has valid records by the contract', () => {
  expect(z.array(Category).parse(categories)).toHaveLength(categories.length)
  expect(z.array(Brand).parse(brands)).toHaveLength(brands.length)
  expect(z.array(VariantAttribute).parse(attributes)).toHaveLength(attributes.length)
  expect(z.array(CatalogItem).parse(items)).toHaveLength(items.length)
})

test('has lists that need several pages', () => {
  expect(categories.length).toBeGreaterThanOrEqual(120)
  expect(brands.length).toBeGreaterThanOrEqual(230)
  expect(Math.ceil(items.length / 100)).toBe(4)
  expect(items.length).toBeGreaterThanOrEqual(340)
  expect(items.length).toBeLessThanOrEqual(390)
  expect(customers).toHaveLength(60)
  expect(customizations.length).toBeGreaterThanOrEqual(14)
})

test('has notes that suit their items, and uses all of them', () => {
  expect(new Set(items.flatMap(notesFor))).toEqual(new Set(customizations))
  const isGround = (item: CatalogItem) => JSON.stringify(notesFor(item)).includes('grind')
  expect(items.some(isGround)).toBe(true)
  for (const { name } of items.filter(isGround)) expect(name.en).toMatch(/coffee|espresso/i)
})

test('has unique ids, references, SKUs, barcodes and names', () => {
  const lists = [categories, brands, attributes, attributes.flatMap(({ values }) => values), items, customers]
  for (const list of lists) expect(isUnique(list.map(({ id }) => id))).toBe(true)
  for (const list of [categories, brands, items]) {
    expect(isUnique(list.map(({ name }) => name.en))).toBe(true)
    expect(isUnique(list.map(({ name }) => name.ar))).toBe(true)
  }
  expect(isUnique(attributes.flatMap(({ values }) => values).map(({ key }) => key))).toBe(true)
  expect(isUnique(items.map((item) => item.vendor_reference_id))).toBe(true)
  expect(isUnique(present(items.map(({ sku }) => sku)))).toBe(true)
  expect(isUnique(present(items.map(({ barcode }) => barcode)))).toBe(true)
})

test('has a parent after its children, and one that is missing', () => {
  const places = new Map(categories.map(({ id }, place) => [id, place]))
  const parents = categories.flatMap(({ parent }, place) => (parent ? [{ place, parent: places.get(parent.id) }] : []))
  expect(parents.filter(({ parent }) => parent === undefined)).toHaveLength(1)
  expect(parents.some(({ place, parent }) => parent !== undefined && parent > place)).toBe(true)
  expect(parents.some(({ place, parent }) => parent !== undefined && parent < place)).toBe(true)
})

test('has three of twenty attributes without values', () => {
  expect(attributes).toHaveLength(20)
  expect(attributes.filter((attribute) => attribute.values_count === 0)).toHaveLength(3)
  for (const attribute of attributes) expect(attribute.values).toHaveLength(attribute.values_count)
})

test('has Arabic texts in Arabic and English ones in English', () => {
  for (const { name } of [...categories, ...brands, ...items]) {
    expect(name.ar).toMatch(arabic)
    expect(name.en).not.toMatch(arabic)
  }
  for (const { description } of items) {
    expect(description.ar).toMatch(arabic)
    expect(description.en).not.toMatch(arabic)
  }
  // Sizes use Arabic words and Western digits.
  for (const { name } of items) expect(name.ar).not.toMatch(/[\u0660-\u0669]|\b(g|kg|ml|L|pieces|IQD)\b/)
})

test('has EAN-13 barcodes of the in-store range only', () => {
  for (const barcode of present(items.map((item) => item.barcode))) {
    expect(barcode).toMatch(/^2\d{12}$/)
    expect(Number(barcode.at(-1))).toBe(checkDigit(barcode.slice(0, 12)))
  }
  expect(checkDigit('400638133393')).toBe(1)
})

test('has prices payable in notes', () => {
  for (const { price } of items) {
    expect(price % 250).toBe(0)
    expect(price).toBeGreaterThanOrEqual(250)
    expect(price).toBeLessThanOrEqual(95_000)
  }
})

test('can draw every picture of an item and of the shop', () => {
  const images = [shop.featured_image, ...present(items.map((item) => item.image_url))]
  for (const image of images) expect(picture(image.slice(picturesPath.length))).toMatch(/^<svg .*<\/svg>$/)
})

test('draws no text, script or reference, and nothing for another name', () => {
  for (const name of pictureNames) expect(picture(name)).not.toMatch(/<text|<script|href|url\(|undefined|NaN/)
  for (const name of ['', 'bottle', 'bottle-8.svg', 'constructor-1.svg', '../bottle-1.svg', 'bottle-1.svg\n']) {
    expect(picture(name)).toBeUndefined()
  }
})

test('has the data errors of a real shop', () => {
  const at = now.toISOString()
  const known = { brands: new Set(brands.map(({ id }) => id)), categories: new Set(categories.map(({ id }) => id)) }
  expect(count((item) => item.is_virtual)).toBe(12)
  expect(count((item) => item.brand_id !== null && !known.brands.has(item.brand_id))).toBe(1)
  expect(count((item) => item.category_ids.some((id) => !known.categories.has(id)))).toBe(1)
  expect(count((item) => item.discounted_price === 0)).toBe(1)
  expect(count((item) => (item.discounted_price ?? 0) > item.price)).toBe(1)
  const each: readonly ((item: CatalogItem) => boolean)[] = [
    (item) => item.stock === 0,
    (item) => item.stock > 0 && item.stock < 5,
    (item) => !item.is_active,
    (item) => item.stock > 0 && !item.is_available,
    (item) => item.sku === null,
    (item) => item.barcode === null && !item.is_virtual,
    (item) => item.image_url === null,
    (item) => item.brand_id === null,
    (item) => item.max_purchasable_quantity === null,
    (item) => item.attribute_value_ids.length > 1,
    (item) => item.discount_start_at !== null && item.discount_start_at > at,
    (item) => item.discount_end_at !== null && item.discount_end_at < at,
    (item) => (item.discount_start_at ?? at) < at && (item.discount_end_at ?? '') > at,
  ]
  for (const has of each) expect(count(has)).toBeGreaterThanOrEqual(4)
})

test('gives the same shop for the same time', () => {
  expect(shopItems(now)).toEqual(items)
})
