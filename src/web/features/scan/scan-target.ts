import { foldCode } from '#domain/search-text.ts'
import { reachOf, type CatalogIndex, type CatalogReach } from '#contract/desk/catalog.ts'
import type { ItemMatch, OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { barcodeOf, isReadAs, readBarcode, type BarcodeReading } from '#domain/barcode.ts'
import { lineKey, orderItems, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { orderOfRow } from '#web/api/order.ts'
import { readItem } from '#domain/catalog-item.ts'
import { keyOf } from '#web/format/item.ts'
import { orderNumber } from '#domain/order-number.ts'

interface FoundLine {
  readonly key: string
  readonly quantity: number | undefined
  readonly name: string
}

/** An order that a code leads to. It has no lines if its own number was scanned. */
export interface FoundOrder {
  readonly orderId: string
  readonly number: string
  readonly customer: string | undefined
  readonly lines: readonly FoundLine[]
  /** How the code was interpreted, if nothing has the code itself. */
  readonly reading?: BarcodeReading
}

/** The order on the screen, with its lines' catalog items. */
export interface ShownOrder {
  readonly order: ReadOrder
  readonly matches: readonly ItemMatch[]
}

/**
 * The open orders for a scanned code: the one on the screen if it has a line with the code, or else each with such a line
 * or with the code as its own number.
 */
export function ordersWith(
  code: string,
  shown: ShownOrder | undefined,
  rows: readonly OrderRow[],
): readonly FoundOrder[] {
  return ordersFor(matcherOf(code), shown, rows)
}

/** The open orders for an interpretation of a code that nothing has itself. */
export const ordersRead = (
  reading: BarcodeReading,
  shown: ShownOrder | undefined,
  rows: readonly OrderRow[],
): readonly FoundOrder[] => ordersFor(readAs(reading), shown, rows).map((order) => ({ ...order, reading }))

function ordersFor(is: Matcher, shown: ShownOrder | undefined, rows: readonly OrderRow[]): readonly FoundOrder[] {
  const own = shown ? linesWith(is, shown) : []
  if (shown && own.length > 0) return [found(shown.order, own)]
  // An order whose id is not valid in a path has no screen of its own.
  const others = rows.filter((row) => row.told_id === null && row.order_id !== shown?.order.id).map(orderOfRow)
  const withLine = others.flatMap((order) => {
    const lines = linesWith(is, { order, matches: [] })
    return lines.length === 0 ? [] : [found(order, lines)]
  })
  const all = shown ? [shown.order, ...others] : others
  const withNumber = all
    .filter((order) => isNumbered(is, order))
    .filter(({ id }) => !withLine.some(({ orderId }) => orderId === id))
  // A ticket's number may also be a product's reference. Both are returned, so that the person chooses.
  return [...withLine, ...withNumber.map((order) => found(order, []))]
}

/** The orders whose own number is the scanned code. */
export function ordersNumbered(code: string, rows: readonly OrderRow[]): readonly FoundOrder[] {
  const is = matcherOf(code)
  const known = rows.filter((row) => row.told_id === null).map(orderOfRow)
  return known.filter((order) => isNumbered(is, order)).map((order) => found(order, []))
}

/** The open orders for a code or, if none has it, for its interpretation, without asking the catalog. */
export function ordersOfCode(
  code: string,
  rows: readonly OrderRow[],
): { readonly orders: readonly FoundOrder[]; readonly reading: BarcodeReading | undefined } {
  const orders = ordersWith(code, undefined, rows)
  const reading = orders.length > 0 ? undefined : readBarcode(code)
  return { orders: reading ? ordersRead(reading, undefined, rows) : orders, reading }
}

/** The catalog's result for a code. */
export type CatalogTarget =
  | { readonly is: 'item'; readonly itemId: string; readonly reading?: BarcodeReading }
  | { readonly is: 'items' }
  | { readonly is: 'none'; readonly reach: CatalogReach }

/** Which of the items found by a search match the code exactly: one, several or none. */
export const itemWith = (code: string, items: readonly unknown[], index: CatalogIndex): CatalogTarget =>
  itemFor(matcherOf(code), items, index)

/** Which of the items match an interpretation of a code that nothing has itself. */
export function itemRead(reading: BarcodeReading, items: readonly unknown[], index: CatalogIndex): CatalogTarget {
  const target = itemFor(readAs(reading), items, index)
  return target.is === 'item' ? { ...target, reading } : target
}

function itemFor(is: Matcher, items: readonly unknown[], index: CatalogIndex): CatalogTarget {
  const exact = items.filter((item) => isItem(is, item))
  if (exact.length === 0) return { is: 'none', reach: reachOf(index) }
  const item = exact.length === 1 ? readItem(exact[0]) : undefined
  const itemId = item && !(item instanceof Unreadable) ? keyOf(item) : undefined
  return itemId === undefined ? { is: 'items' } : { is: 'item', itemId }
}

/** Matches a field with the scanned code: as a barcode of any length, or as another code. */
interface Matcher {
  barcode(text: unknown): boolean
  code(text: unknown): boolean
}

function matcherOf(scanned: string): Matcher {
  const barcode = barcodeOf(scanned)
  const code = foldCode(scanned)
  return {
    barcode: (text) => barcode !== undefined && typeof text === 'string' && barcodeOf(text) === barcode,
    code: (text) => code !== '' && typeof text === 'string' && foldCode(text) === code,
  }
}

const readAs = (reading: BarcodeReading): Matcher => ({ barcode: (text) => isReadAs(reading, text), code: () => false })

function linesWith(is: Matcher, { order, matches }: ShownOrder): readonly FoundLine[] {
  return orderItems(order).flatMap((line, index) => {
    if (line instanceof Unreadable) return []
    const key = lineKey(line, index)
    const match = matches.find((each) => each.line === key)
    return isLine(is, line) || (match && isItem(is, match.item)) ? [{ key, ...factsOf(line) }] : []
  })
}

function isLine(is: Matcher, line: ReadOrderItem): boolean {
  const product = readable(line.product)
  return is.barcode(product?.barcode) || is.code(product?.vendor_reference_id)
}

const isNumbered = (is: Matcher, { id, print_order_number, receipt_number }: ReadOrder): boolean =>
  [id, print_order_number, receipt_number].some(is.code)

const isItem = (is: Matcher, item: unknown): boolean =>
  isRecord(item) && (is.barcode(item['barcode']) || is.code(item['sku']) || is.code(item['vendor_reference_id']))

const factsOf = (line: ReadOrderItem): Omit<FoundLine, 'key'> => ({
  quantity: readable(line.quantity),
  name: readable(readable(line.product)?.name) ?? '',
})

const found = (order: ReadOrder, lines: readonly FoundLine[]): FoundOrder => ({
  orderId: order.id,
  number: orderNumber(order),
  customer: readable(readable(order.customer)?.name),
  lines,
})
