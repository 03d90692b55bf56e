import type { ItemMatch } from '#contract/desk/inbox.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { barcodeOf, readBarcode } from '#domain/barcode.ts'
import { isOrderId } from '#contract/vendor/item-id.ts'
import { orderItems, readOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import type { CatalogCache } from './catalog-cache.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { CatalogIndex } from './catalog-index.ts'

interface Found {
  readonly by: 'reference' | 'barcode' | 'id'
  readonly entry: CatalogEntry
}

/** Everything that fits a line; may be several items. */
interface Fitting {
  readonly by: Found['by']
  readonly entries: readonly CatalogEntry[]
}

/**
 * Finds the catalog items behind an order's lines. unspecified: whether a product's id on an order is the catalog's, so
 * reference and barcode come first. Omits a line that fits two items, or fits by its id alone with other fields
 * contradicting: a wrong item is worse than none.
 */
export async function matchLines(
  order: unknown,
  index: CatalogIndex,
  cache: CatalogCache,
): Promise<readonly ItemMatch[]> {
  const found = linesOf(order).flatMap((line) => {
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

/** Whether codes are sold for one of the order's lines, according to the index. */
export const isDigitalOrder = (order: unknown, index: CatalogIndex): boolean =>
  linesOf(order).some((line) => findFor(line, index)?.entry.isVirtual === true)

/** The references of lines that nothing in the index fits; without a reference the barcode, or else the id. */
export const unknownReferences = (order: unknown, index: CatalogIndex): readonly string[] =>
  linesOf(order).flatMap((line) => {
    const codes = codesOf(line)
    const reference = codes && (codes.reference ?? barcodeOf(codes.barcode) ?? codes.id)
    return codes && reference !== undefined && !fittingOf(codes, index) ? [reference] : []
  })

/** The readable lines. */
function linesOf(order: unknown): readonly ReadOrderItem[] {
  const id = isRecord(order) ? String(order['id']).trim() : ''
  const read = isOrderId(id) ? readOrder(id, order) : undefined
  return (read ? orderItems(read) : []).flatMap((each) => readable(each) ?? [])
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim()) || undefined

interface Codes {
  readonly reference: string | undefined
  /** As in the order; empty if none. */
  readonly barcode: string
  readonly id: string | undefined
}

/** @returns undefined if the line's product cannot be read. */
function codesOf({ product }: ReadOrderItem): Codes | undefined {
  const read = product && readable(product)
  return (
    read && {
      reference: textOf(read.vendor_reference_id),
      barcode: textOf(read.barcode) ?? '',
      id: textOf(read.id),
    }
  )
}

/** @returns undefined if no item in the index fits. */
function fittingOf({ reference, barcode: written, id }: Codes, index: CatalogIndex): Fitting | undefined {
  const barcode = barcodeOf(written)
  const referred = reference === undefined ? [] : index.byReference(reference)
  if (referred.length > 0) return { by: 'reference', entries: referred }
  const coded = barcode === undefined ? [] : index.byBarcode(barcode)
  if (coded.length > 0) return { by: 'barcode', entries: coded }
  // A weighed label or a carton has its own price, so it is not the item that its barcode decodes to.
  const reading = readBarcode(written)
  const same = reading?.is === 'same' ? reading.barcodes.flatMap(index.byBarcode) : []
  if (same.length > 0) return { by: 'barcode', entries: same }
  const named = index.find(id ?? '')
  const differs = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other
  if (!named || differs(named.reference, reference) || differs(named.barcode, barcode)) return undefined
  return { by: 'id', entries: [named] }
}

function findFor(line: ReadOrderItem, index: CatalogIndex): Found | undefined {
  const codes = codesOf(line)
  const fitting = codes && fittingOf(codes, index)
  const [entry, second] = fitting?.entries ?? []
  return fitting && entry && !second ? { by: fitting.by, entry } : undefined
}
