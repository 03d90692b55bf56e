import { orderOfRow } from '#web/api/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { HandOver, Pick } from '#contract/desk/marks.ts'
import type { Who } from '#contract/desk/action.ts'
import { isRecord } from '#contract/json.ts'
import { readable, type Unreadable } from '#contract/salvage.ts'
import { lineKey, orderItems, paymentOf, type ReadOrderItem } from '#contract/vendor/order.ts'
import { shownLines } from '#web/features/orders/board/card/card-lines.tsx'
import { flatten } from '#domain/customer-notes.ts'

const shownFields = [
  'id',
  'print_order_number',
  'created_at',
  'currency',
  'total',
  'is_active',
  'is_pickup',
  'status',
] as const

const nobody: Who = { person: '', tablet: '' }
const savedHandOver = (made: HandOver | null): HandOver | null =>
  made && { by: nobody, at: made.at, code_matched: false }

/**
 * Reduces a row to what its card shows, for the board saved on this tablet. It leaves out everything else about the order
 * and its staff; other required fields are empty.
 */
export function savedRow(row: OrderRow): OrderRow {
  const { acknowledged } = row
  return {
    order_id: row.order_id,
    received_at: row.received_at,
    respond_by: row.respond_by,
    read_at: row.read_at,
    lane: row.lane,
    told_id: row.told_id,
    // A lease lasts seconds, so a saved one is outdated.
    answering: null,
    acknowledged:
      row.lane === 'answer' && acknowledged
        ? { by: { ...nobody, person: acknowledged.by.person }, until: acknowledged.until }
        : null,
    picks: savedPicks(row),
    handed_over: savedHandOver(row.handed_over),
    returned: savedHandOver(row.returned),
    prints: 0,
    order: isRecord(row.order) ? savedOrder(row, row.order) : null,
    is_digital: row.is_digital,
    before_change: row.before_change === null ? null : true,
    // The dialog for a cancelled order cannot be closed without the server.
    problem: row.problem === 'cancelled' ? null : row.problem,
    last_action: null,
  }
}

/** Keyed by index, because saved lines have no ids. */
const savedPicks = (row: OrderRow): readonly Pick[] =>
  orderItems(orderOfRow(row)).flatMap((line, index) => {
    const state = row.picks.find((pick) => pick.line === lineKey(line, index))?.state
    return state ? [{ line: lineKey({}, index), state, by: nobody, at: '' }] : []
  })

function savedOrder(row: OrderRow, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { customer, ...order } = orderOfRow(row)
  return {
    ...Object.fromEntries(shownFields.filter((name) => Object.hasOwn(raw, name)).map((name) => [name, raw[name]])),
    payment_method: { title: paymentOf(order) ?? null },
    customer: { name: readable(readable(customer)?.name) },
    // Of a note, which may be about somebody's health, only that there is one.
    items: orderItems(order).map((line, index) => ({
      ...(index < shownLines && savedLine(line)),
      customizations: flatten(readable(line)?.customizations).notes.length > 0 ? true : null,
    })),
  }
}

const savedLine = (line: ReadOrderItem | Unreadable) => {
  const { quantity, product } = readable(line) ?? {}
  return { quantity: readable(quantity), product: { name: readable(readable(product)?.name) } }
}
