import type { OrderMatches } from '#contract/desk/inbox.ts'
import type { AutoAccept, RuleReason } from '#contract/desk/rules.ts'
import { isRecord } from '#contract/json.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { orderItems, readOrder, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { discountOf, type ItemRow, readItem } from './catalog-item.ts'
import { flatten } from './customer-notes.ts'
import { isOther, truthsOfLine } from './line-truths.ts'
import type { OrderRecord } from './order.ts'
import { wallTime } from './wall-time.ts'

// The conditions of automatic acceptance. Whatever is in doubt is left to people.

export interface RuleFacts {
  readonly record: Pick<OrderRecord, 'orderId' | 'order' | 'backAt' | 'isDigital' | 'lastDone'>
  /** In milliseconds since 1970. */
  readonly at: number
  /** The catalog items behind the order's lines. */
  readonly catalog: OrderMatches
  readonly isAnybodyThere: boolean
  /** Open orders on the board, this one included. */
  readonly openOrders: number
}

/** The rule in force at a moment, by the hours and the days; undefined if it is. */
export function outsideHours(rule: AutoAccept, at: number): 'weekday' | 'hours' | undefined {
  const { weekday, time } = wallTime(at, rule.time_zone)
  const { from, to } = rule
  const isAfterMidnight = to < from && time < to
  const isWithin = from === to || (to < from ? time >= from || time < to : time >= from && time < to)
  // The hours after midnight belong to the day on which they began.
  const day = isAfterMidnight ? ((weekday + 5) % 7) + 1 : weekday
  if (!rule.weekdays.includes(day)) return 'weekday'
  return isWithin ? undefined : 'hours'
}

/** Whether the rule accepts an order that waits for its answer (`fits`), or why it leaves it to people. */
export function judgeOrder(rule: AutoAccept, facts: RuleFacts): RuleReason {
  const { record, at, catalog, isAnybodyThere, openOrders } = facts
  if (!rule.enabled) return 'off'
  // The lines of an order about which the customer was asked are not those that came first.
  if (record.backAt !== null || record.lastDone?.isQuestion) return 'came_back'
  const outside = outsideHours(rule, at)
  if (outside) return outside
  const order = readOrder(record.orderId, record.order)
  const lines = order && linesOf(order)
  if (!order || !lines) return 'unreadable'
  if (hasNotes(record.order, lines)) return 'notes'
  const found = lines.map((line) => itemOf(line, catalog))
  if (record.isDigital || found.some((item) => item && readable(item.is_virtual) === true)) return 'digital'
  return (
    exceeds(rule.max_total, readable(order.total), 'total') ??
    exceeds(rule.max_pieces, piecesOf(order, lines), 'pieces') ??
    catalogReason(rule, order, lines, found, facts) ??
    (rule.requires_presence && !isAnybodyThere ? 'nobody_there' : undefined) ??
    (rule.max_open !== null && openOrders > rule.max_open ? 'open_orders' : 'fits')
  )
}

/** The lines, if there are any and each can be read. */
function linesOf(order: ReadOrder): readonly ReadOrderItem[] | undefined {
  const lines = orderItems(order).map(readable)
  const read = lines.filter((line) => line !== undefined)
  return read.length === lines.length && read.length > 0 ? read : undefined
}

/** Names of fields in which a service may send what a customer wrote. */
const noteName = /note|comment|instruction|message|remark|allerg|customi[sz]ation|special_?request/i

const isNote = (value: unknown): boolean => {
  const { notes, isCut } = flatten(value)
  return notes.length > 0 || isCut
}

/** Whether the customer wrote or chose anything; unspecified: notes on the whole order, which count by their name. */
function hasNotes(data: unknown, lines: readonly ReadOrderItem[]): boolean {
  const items: unknown = isRecord(data) ? data['items'] : undefined
  const named = [data, ...(Array.isArray(items) ? (items as unknown[]) : [])].filter(isRecord)
  const isNamed = named.some((each) =>
    Object.entries(each).some(([name, value]) => noteName.test(name) && isNote(value)),
  )
  return isNamed || lines.some(({ customizations }) => isNote(customizations))
}

function itemOf(line: ReadOrderItem, { matches }: OrderMatches): ItemRow | undefined {
  const id = readable(line.id)
  const found = matches.filter((match) => match.line === id)
  const [match] = found
  // Two lines with the same id cannot be told apart.
  const item = match && found.length === 1 ? readItem(match.item) : undefined
  return item instanceof Unreadable ? undefined : item
}

/** Why a figure is not within a limit; undefined if it is, or there is no limit. */
function exceeds<Reason extends 'total' | 'pieces'>(
  limit: number | null,
  figure: number | undefined,
  reason: Reason,
): Reason | 'unreadable' | undefined {
  if (limit === null) return undefined
  if (figure === undefined || !Number.isFinite(figure) || figure < 0) return 'unreadable'
  return figure > limit ? reason : undefined
}

/** The pieces by the lines, or by the order's own figure if that is larger; undefined if either is unreadable. */
function piecesOf(order: ReadOrder, lines: readonly ReadOrderItem[]): number | undefined {
  const quantities = lines.map(({ quantity }) => (typeof quantity === 'number' && quantity > 0 ? quantity : Number.NaN))
  const sum = quantities.reduce((total, each) => total + each, 0)
  const { total_quantity: told } = order
  if (told === undefined || told === null) return Number.isFinite(sum) ? sum : undefined
  const figure = told instanceof Unreadable || told.trim() === '' ? Number.NaN : Number(told)
  return Number.isFinite(sum) && Number.isFinite(figure) ? Math.max(sum, figure) : undefined
}

function catalogReason(
  rule: AutoAccept,
  order: ReadOrder,
  lines: readonly ReadOrderItem[],
  found: readonly (ItemRow | undefined)[],
  { catalog, at }: RuleFacts,
): RuleReason | undefined {
  const reach = catalog.catalog_state
  const isMissing = found.includes(undefined)
  // While it is read for the first time, a line without an item may be digital.
  if (isMissing && (reach === 'growing' || (rule.requires_catalog && reach !== 'whole'))) return 'catalog_unread'
  if (!rule.requires_catalog) return undefined
  if (isMissing) return 'not_in_catalog'
  const currency = readable(order.currency)
  const reasons = lines.map((line, index) => lineReason(line, found[index] ?? {}, at, currency))
  return reasons.find((reason) => reason === 'not_available') ?? reasons.find((reason) => reason !== undefined)
}

function lineReason(
  line: ReadOrderItem,
  item: ItemRow,
  at: number,
  currency: string | undefined,
): 'not_available' | 'price' | undefined {
  const product = readable(line.product)
  const truths = truthsOfLine(line, item, at, currency)
  if (product?.is_available === false) return 'not_available'
  if (truths.some(({ is }) => is !== 'priceDiffers' && is !== 'discountOver')) return 'not_available'
  const valid = isOther(product?.currency, currency) ? undefined : validPrice(item, at)
  const [charged, ofLine, quantity] = [product?.price, line.price, line.quantity].map((each) => readable(each))
  if (valid === undefined || charged !== valid || ofLine === undefined || quantity === undefined) return 'price'
  // unspecified: whether a line's price is that of one piece.
  return ofLine === valid || Math.abs(ofLine - valid * quantity) < priceTolerance ? undefined : 'price'
}

/** Binary fractions do not multiply exactly. */
const priceTolerance = 1e-6

/** The price of a catalog item at a moment; undefined if a discount may be running or not. */
function validPrice(item: ItemRow, at: number): number | undefined {
  const discount = discountOf(item, at)
  if (discount.is === 'unclear') return undefined
  return discount.is === 'running' ? (readable(item.discounted_price) ?? undefined) : readable(item.price)
}
