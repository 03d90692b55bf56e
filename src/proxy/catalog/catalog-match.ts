import type { ItemMatch } from '#contract/desk/inbox.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { barcodeOf, readBarcode } from '#contract/vendor/barcode.ts'
import { isOrderId } from '#contract/vendor/order-id.ts'
import { orderItems, readOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import type { CatalogCache } from './catalog-cache.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'

interface Found {
  readonly by: 'reference' | 'barcode' | 'id'
  readonly entry: CatalogEntry
}

/**
 * The catalog's items behind an order's lines. unspecified: nothing says that a product's id on an order is that of
 * the catalog, so reference and barcode come first. What fits two items, or fits by its id alone and contradicts
 * otherwise, is left out: a wrong item beside a line is worse than none.
 */
export async function matchLines(
  order: unknown,
  index: CatalogIndex,
  cache: CatalogCache,
): Promise<readonly ItemMatch[]> {
  const found = linesOf(order, index).flatMap((line) => {
    const lineId = readable(line.id)
    const match = findFor(line, index)
    return typeof lineId === 'string' && match ? [{ line: lineId, ...match }] : []
  })
  const texts = found.length === 0 ? [] : await cache.read(found.map(({ entry }) => entry.key))
  return found.flatMap(({ line, by }, place) => {
    const text = texts[place]
    return text === undefined ? [] : [{ line, by, item: parseJson(text) }]
  })
}

/** Whether one of the order's lines is an item whose codes are sold, by what the index has of it. */
export const isDigitalOrder = (order: unknown, index: CatalogIndex): boolean =>
  linesOf(order, index).some((line) => findFor(line, index)?.entry.isVirtual === true)

/** The lines that can be read; none where there is nothing to find for them. */
function linesOf(order: unknown, index: CatalogIndex): readonly ReadOrderItem[] {
  const id = isRecord(order) ? String(order['id']).trim() : ''
  const read = isOrderId(id) && index.size() > 0 ? readOrder(id, order) : undefined
  return (read ? orderItems(read) : []).flatMap((each) => readable(each) ?? [])
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim()) || undefined

function findFor({ product }: ReadOrderItem, index: CatalogIndex): Found | undefined {
  const read = product && readable(product)
  if (!read) return undefined
  const reference = textOf(read.vendor_reference_id)
  const written = textOf(read.barcode) ?? ''
  const barcode = barcodeOf(written)
  const referred = reference === undefined ? [] : index.byReference(reference)
  if (referred.length > 0) return only('reference', referred)
  const coded = barcode === undefined ? [] : index.byBarcode(barcode)
  if (coded.length > 0) return only('barcode', coded)
  // A label or a carton has a price of its own, and is not the item that it is read as.
  const reading = readBarcode(written)
  const same = reading?.is === 'same' ? reading.barcodes.flatMap(index.byBarcode) : []
  if (same.length > 0) return only('barcode', same)
  const named = index.find(textOf(read.id) ?? '')
  const differs = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other
  if (!named || differs(named.reference, reference) || differs(named.barcode, barcode)) return undefined
  return { by: 'id', entry: named }
}

function only(by: Found['by'], entries: readonly CatalogEntry[]): Found | undefined {
  const [entry, second] = entries
  return entry && !second ? { by, entry } : undefined
}
