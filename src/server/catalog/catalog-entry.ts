import * as z from 'zod/mini'
import { normalizeForSearch, foldCode } from '#domain/search-text.ts'
import { isRecord } from '#contract/json.ts'
import { possibleMoments, type PossibleMoments } from '#domain/moment.ts'
import { readable, salvage } from '#contract/salvage.ts'
import { barcodeOf } from '#domain/barcode.ts'
import { CatalogItem } from '#contract/vendor/catalog.ts'
import { itemKeyOf } from '#contract/vendor/item-id.ts'

/**
 * The part of an item that search, filters and order lines need. The item itself is in the cache, under the same key.
 */
export interface CatalogEntry {
  /** The item's id, or a fingerprint of the item without a readable id. */
  readonly key: string
  /** Normalized names and codes: each name after a line feed, each code between tabs. The sort key. */
  readonly text: string
  readonly reference: string | undefined
  readonly barcode: string | undefined
  readonly brand: number | undefined
  readonly categories: readonly number[]
  readonly values: readonly number[]
  readonly isAvailable: boolean | undefined
  readonly isInStock: boolean | undefined
  readonly isVirtual: boolean | undefined
  /** The period of the discount, in milliseconds since 1970; undefined without one. */
  readonly discounted: { readonly from: PossibleMoments; readonly until: PossibleMoments } | 'unclear' | undefined
}

const { shape } = CatalogItem
const SearchTerms = z.strictObject({
  vendor_reference_id: shape.vendor_reference_id,
  sku: shape.sku,
  barcode: shape.barcode,
  price: shape.price,
  discounted_price: shape.discounted_price,
  discount_start_at: shape.discount_start_at,
  discount_end_at: shape.discount_end_at,
  stock: shape.stock,
  is_available: shape.is_available,
  is_virtual: shape.is_virtual,
  brand_id: shape.brand_id,
  category_ids: shape.category_ids,
  attribute_value_ids: shape.attribute_value_ids,
})

/** Creates the index entry of an item. An unreadable field leaves the others usable. */
export function entryOf(key: string, raw: unknown): CatalogEntry {
  const found = salvage(SearchTerms, raw)
  const item = (found && readable(found)) ?? {}
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim()) || undefined
  const reference = text(item.vendor_reference_id)
  const sku = text(item.sku)
  const barcode = text(item.barcode)
  const stock = readable(item.stock)
  return {
    key,
    text: searchText(raw, [key, reference, sku, barcode], barcode),
    reference,
    barcode: barcode === undefined ? undefined : barcodeOf(barcode),
    brand: readable(item.brand_id) ?? undefined,
    categories: idsIn(item.category_ids),
    values: idsIn(item.attribute_value_ids),
    isAvailable: readable(item.is_available),
    isInStock: stock === undefined ? undefined : stock > 0,
    isVirtual: readable(item.is_virtual),
    discounted: discountOf(item),
  }
}

/** The key of an item: its id (number or text), or a fingerprint of `text`, its whole JSON. */
export function keyOf(raw: unknown, text: string): string {
  return itemKeyOf(isRecord(raw) ? raw['id'] : undefined) ?? `~${fingerprint(text)}`
}

/** A non-cryptographic hash. */
function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193)
    other = Math.imul(other + text.charCodeAt(at), 0x85ebca6b) ^ (other >>> 13)
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}-${text.length.toString(36)}`
}

/** Nobody searches for the end of a name that fills a page. */
const nameLimit = 300

function searchText(raw: unknown, codes: readonly (string | undefined)[], barcode: string | undefined): string {
  const names = new Set(
    namesOf(isRecord(raw) ? raw['name'] : undefined).map((name) => normalizeForSearch(name.slice(0, nameLimit))),
  )
  const found = codes.flatMap((code) => (code === undefined ? [] : foldCode(code.slice(0, nameLimit))))
  // As written, and without leading zeros.
  const all = new Set([...found, (barcode === undefined ? undefined : barcodeOf(barcode)) ?? ''])
  names.delete('')
  all.delete('')
  return `${[...names].map((name) => `\n${name}`).join('')}\n\t${[...all].map((code) => `${code}\t`).join('')}`
}

/**
 * unspecified: a name may lack a language, have another one, or be plain text. English comes first and so decides the
 * order.
 */
function namesOf(name: unknown): readonly string[] {
  if (typeof name === 'string') return [name]
  if (!isRecord(name)) return []
  return [name['en'], ...Object.values(name)].filter((each) => typeof each === 'string')
}

function idsIn(list: unknown): readonly number[] {
  return Array.isArray(list) ? list.filter((id): id is number => typeof id === 'number') : []
}

interface Discount {
  readonly price?: unknown
  readonly discounted_price?: unknown
  readonly discount_start_at?: unknown
  readonly discount_end_at?: unknown
}

/** Not infinite, because JSON has no infinity. */
const [earliestMoment, latestMoment] = [-8.64e15, 8.64e15]

/**
 * unspecified: a discount of 0, or to no less than the price, is no discount; one without dates applies always; one
 * whose dates have no offset applies when it does in every zone. The price label on screen uses the same rules.
 */
function discountOf(item: Discount): CatalogEntry['discounted'] {
  const { price, discounted_price: lower } = item
  if (lower === null || lower === undefined) return undefined
  if (typeof price !== 'number' || typeof lower !== 'number') return 'unclear'
  if (lower <= 0 || lower >= price) return undefined
  const from = edgeOf(item.discount_start_at, earliestMoment)
  const until = edgeOf(item.discount_end_at, latestMoment)
  return from === undefined || until === undefined ? 'unclear' : { from, until }
}

function edgeOf(text: unknown, otherwise: number): PossibleMoments | undefined {
  if (text === null || text === undefined) return { earliest: otherwise, latest: otherwise }
  return typeof text === 'string' ? possibleMoments(text) : undefined
}
