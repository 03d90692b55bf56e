import type { Who } from '#contract/desk/action.ts'
import type { Shortage } from '#contract/desk/shortages.ts'
import { readable, type Unreadable } from '#contract/salvage.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, readOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { wallTime } from './wall-time.ts'

// Products that are out: a line marked missing in one order is likely to be missing in every other that has the product.

/** What two lines are compared by, and the name for people. */
export type ShortProduct = Pick<Shortage, 'name' | 'product_id' | 'reference' | 'barcode'>

/** A line that was marked missing. */
export interface ShortageReport {
  readonly orderId: string
  /** The `lineKey`. */
  readonly line: string
  readonly by: Who
  /** In milliseconds since 1970. */
  readonly at: number
}

/** A product that is out. It has at least one report, the earliest first. */
export interface ShortageRecord {
  readonly id: string
  readonly product: ShortProduct
  readonly reports: readonly ShortageReport[]
}

/** More than any shop runs out of in a day. */
export const shortagesAtMost = 500
const reportsAtMost = 100
const nameAtMost = 200
const codeAtMost = 200

/** Zeros and dashes, which many products may have in common. */
const placeholder = /^[0\p{P}\s]*$/u

function codeIn(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return placeholder.test(text) || text.length > codeAtMost ? null : text
}

/** The product that a line names; undefined if it names nothing that other lines could be compared by. */
export function productOf(line: ReadOrderItem | Unreadable | undefined): ShortProduct | undefined {
  const product = readable(readable(line)?.product)
  const codes = {
    product_id: codeIn(readable(product?.id)),
    reference: codeIn(readable(product?.vendor_reference_id)),
    barcode: codeIn(readable(product?.barcode)),
  }
  if (Object.values(codes).every((code) => code === null)) return undefined
  return { name: readable(product?.name)?.trim().slice(0, nameAtMost) || null, ...codes }
}

type Codes = Omit<ShortProduct, 'name'>

/** The codes of a catalog item, by which it is the product of lines. */
export const codesOfItem = (item: {
  readonly id?: unknown
  readonly vendor_reference_id?: unknown
  readonly barcode?: unknown
}): Codes => ({
  product_id: codeIn(item.id),
  reference: codeIn(item.vendor_reference_id),
  barcode: codeIn(item.barcode),
})

const same = (one: string | null, other: string | null): boolean => one !== null && one === other

/** Whether two products are the same: by id, reference or barcode. */
export const isSameProduct = (one: Codes, other: Codes): boolean =>
  same(one.product_id, other.product_id) || same(one.reference, other.reference) || same(one.barcode, other.barcode)

/** The shortage of the product that a line names, if it is out. */
export function shortageOf(
  line: ReadOrderItem | Unreadable | undefined,
  shortages: readonly Shortage[],
): Shortage | undefined {
  if (shortages.length === 0) return undefined
  const product = productOf(line)
  return product && shortages.find((each) => isSameProduct(each, product))
}

/** The product of one line of an order as the service sent it; undefined as for `productOf`. */
export function productOfLine(orderId: OrderId, order: unknown, line: string): ShortProduct | undefined {
  const read = readOrder(orderId, order)
  return productOf((read ? orderItems(read) : []).find((each, index) => lineKey(each, index) === line))
}

const isOf =
  (orderId: OrderId, line: string) =>
  (report: ShortageReport): boolean =>
    report.orderId === orderId && report.line === line

/** Whether this line is one that was reported. */
export const isReported = (list: readonly ShortageRecord[], orderId: OrderId, line: string): boolean =>
  list.some(({ reports }) => reports.some(isOf(orderId, line)))

/**
 * Adds a line that was marked missing. Products that turn out to be the same, one by its id and the other by its
 * barcode, become one shortage. The same list if the line was reported before.
 */
export function withReport(
  list: readonly ShortageRecord[],
  product: ShortProduct,
  report: ShortageReport,
  newId: () => string,
): readonly ShortageRecord[] {
  const known = list.filter((each) => isSameProduct(each.product, product))
  if (known.some(({ reports }) => reports.some(isOf(report.orderId, report.line)))) return list
  const [first] = known
  const products = [...known.map((each) => each.product), product]
  const merged: ShortageRecord = {
    id: first?.id ?? newId(),
    product: products.reduce((one, other) => ({
      name: one.name ?? other.name,
      product_id: one.product_id ?? other.product_id,
      reference: one.reference ?? other.reference,
      barcode: one.barcode ?? other.barcode,
    })),
    reports: [...known.flatMap(({ reports }) => reports), report]
      .toSorted((one, other) => one.at - other.at)
      .slice(0, reportsAtMost),
  }
  const others = list.filter((each) => !known.includes(each))
  // A flood takes the oldest away.
  return [...others, merged].slice(-shortagesAtMost)
}

/** Takes the report of a line back: the product is no longer out, unless another line reports it too. */
export const withoutReport = (
  list: readonly ShortageRecord[],
  orderId: OrderId,
  line: string,
): readonly ShortageRecord[] =>
  list
    .map((each) => ({ ...each, reports: each.reports.filter((report) => !isOf(orderId, line)(report)) }))
    .filter(({ reports }) => reports.length > 0)

/** Those that are not over: a shortage ends with the day, in the shop's time zone, in which it began. */
export function ofToday(list: readonly ShortageRecord[], now: number, timeZone: string): readonly ShortageRecord[] {
  const today = list.length === 0 ? '' : wallTime(now, timeZone).date
  return list.filter(({ reports }) => reports.some(({ at }) => wallTime(at, timeZone).date >= today))
}

/** As tablets see them, the latest first. */
export const shownShortages = (list: readonly ShortageRecord[]): Shortage[] =>
  list
    .flatMap(({ id, product, reports: [first] }) =>
      first ? [{ id, ...product, since: new Date(first.at).toISOString(), by: first.by, order_id: first.orderId }] : [],
    )
    .toSorted((one, other) => (one.since < other.since ? 1 : one.since > other.since ? -1 : 0))
