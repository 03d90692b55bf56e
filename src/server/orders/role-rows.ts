import type { OrderMatches, OrderRow } from '#contract/desk/inbox.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { isRecord } from '#contract/json.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { isOrderId, type OrderId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, readOrder, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { categoriesOf } from '#server/catalog/item-categories.ts'
import { withoutCodes, withoutPrices } from './shown-notes.ts'

// What a station and a display see of an order. Rows are built from nothing, field by field, so that a new field of the
// service or of our own stays hidden until it is added here.

/** The roles that see a part of an order only. */
export type LimitedRole = Exclude<TabletRole, 'counter'>

/** The catalog categories of an order's lines, by their `lineKey`. */
export type LineCategories = Readonly<Record<string, readonly string[]>>

type Shown = Pick<OrderRow, 'lane' | 'problem' | 'handed_over' | 'returned' | 'is_on_board'>

/**
 * Whether tablets of a role see the order: from the moment when the shop has answered it until it ends. On a display it
 * ends with the hand-over, unless the bag came back. A station also shows that an order in hand was cancelled, so that
 * packing stops.
 */
export function isShownTo(role: TabletRole, { lane, problem, handed_over, returned, is_on_board }: Shown): boolean {
  if (role === 'counter') return true
  if (is_on_board === false) return false
  const isInHand = lane === 'contact' || lane === 'preparing' || lane === 'ready'
  if (role === 'station') return isInHand || (lane === 'closed' && problem === 'cancelled')
  return isInHand && !(lane === 'ready' && handed_over !== null && returned === null)
}

/** The row for tablets of a role; null if they do not see the order. */
export function rowForRole(role: LimitedRole, row: OrderRow, categories?: LineCategories): OrderRow | null {
  if (!isShownTo(role, row)) return null
  return role === 'station' ? stationRow(row, categories) : displayRow(row)
}

/** What every row has, without anybody's name. */
const emptyRow = (row: OrderRow) => ({
  order_id: row.order_id,
  // Orders are sorted by it.
  received_at: row.received_at,
  respond_by: null,
  read_at: null,
  lane: row.lane,
  problem: null,
  told_id: null,
  answering: null,
  acknowledged: null,
  last_action: null,
  last_done: null,
  outcome: null,
  before_change: null,
  picks: [],
  handed_over: null,
  returned: null,
  prints: 0,
  accepted_at: null,
  ready_at: row.ready_at ?? null,
  version: row.version,
  is_on_board: true,
})

const displayRow = (row: OrderRow): OrderRow => ({
  ...emptyRow(row),
  order: displayOrder(row.order_id, row.order),
})

const stationRow = (row: OrderRow, categories: LineCategories | undefined): OrderRow => ({
  ...emptyRow(row),
  read_at: row.read_at,
  order: stationOrder(row.order_id, row.order),
  // The others are of the connection to the service, for which counters answer.
  problem: row.problem === 'cancelled' ? row.problem : null,
  answering: row.answering,
  last_action: row.last_action,
  last_done: row.last_done ?? null,
  outcome: row.outcome ?? null,
  picks: row.picks,
  handed_over: row.handed_over,
  returned: row.returned,
  accepted_at: row.accepted_at ?? null,
  ...(categories && { line_categories: categories }),
})

/** The order with its number alone; null if it was never read. */
function displayOrder(orderId: string, data: unknown): unknown {
  const order = read(orderId, data)
  return order ? sent({ id: order.id, print_order_number: order.print_order_number }) : null
}

/**
 * The order with what is packed: lines without prices, notes, numbers and its state. Without the customer, the payment,
 * the delivery and hand-over codes.
 */
export function stationOrder(orderId: string, data: unknown): unknown {
  const order = read(orderId, data)
  if (!order) return null
  const status = readable(order.status)
  return sent({
    id: order.id,
    print_order_number: order.print_order_number,
    created_at: order.created_at,
    is_active: order.is_active,
    is_pickup: order.is_pickup,
    can_mark_as_ready: order.can_mark_as_ready,
    ...(status && {
      status: sent({
        key: status.key,
        title: status.title,
        created_at: status.created_at,
        aliases: readable(status.aliases)?.filter((alias) => typeof alias === 'string'),
      }),
    }),
    // A text where a list belongs, so that the page says that the lines cannot be read.
    items: order.items instanceof Unreadable ? '' : orderItems(order).map(shownLine),
  })
}

/** A line. An unreadable one keeps its place, and is unreadable to the page too. */
function shownLine(line: ReadOrderItem | Unreadable): unknown {
  if (line instanceof Unreadable) return null
  const product = readable(line.product)
  return sent({
    id: line.id,
    // As text it still says how much to pack.
    quantity: line.quantity instanceof Unreadable ? textOf(line.quantity) : line.quantity,
    customizations: withoutPrices(withoutCodes(line.customizations)),
    ...(product && {
      product: sent({
        id: product.id,
        name: product.name,
        vendor_reference_id: product.vendor_reference_id,
        barcode: product.barcode,
        featured_image: product.featured_image,
        images: readable(product.images)?.filter((image) => typeof image === 'string'),
      }),
    }),
  })
}

const textOf = ({ raw }: Unreadable): string | undefined => (typeof raw === 'string' ? raw : undefined)

/** The fields that could be read: what could not may be anything. */
const sent = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !(value instanceof Unreadable)))

function read(orderId: string, data: unknown): ReadOrder | undefined {
  return isOrderId(orderId) && isRecord(data) ? readOrder(orderId, data) : undefined
}

/** The categories of an order's lines, as far as the catalog knows them. */
export function lineCategoriesOf(orderId: OrderId, data: unknown, { matches }: OrderMatches): LineCategories {
  const order = read(orderId, data)
  const lines = order ? orderItems(order).map(lineKey) : []
  return Object.fromEntries(
    lines.flatMap((key) => {
      const known = categoriesOf(matches.find(({ line }) => line === key)?.item)
      return known ? [[key, known.map(String)] as const] : []
    }),
  )
}
