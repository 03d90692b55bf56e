import { orderOfRow } from '#web/api/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import type { HandOver, Pick } from '#contract/desk/marks.ts'
import type { Who } from '#contract/desk/action.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { lineKey, orderItems } from '#contract/vendor/order.ts'
import { flatten } from '#web/format/customer-notes.ts'
import { paymentOf } from '#web/features/orders/board/card/card-marks.tsx'

const shown = [
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
const keptHandOver = (made: HandOver | null): HandOver | null =>
  made && { by: nobody, at: made.at, code_matched: false }

/**
 * What a tablet keeps of a row for a time without contact: what the card shows, and nothing else of the order, nor of
 * who was at it. What the type needs beside that is empty.
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
    // Over in seconds, and said by a desk that is away.
    answering: null,
    acknowledged:
      row.lane === 'answer' && acknowledged
        ? { by: { ...nobody, person: acknowledged.by.person }, until: acknowledged.until }
        : null,
    picks: keptPicks(row),
    handed_over: keptHandOver(row.handed_over),
    returned: keptHandOver(row.returned),
    prints: 0,
    order: isRecord(row.order) ? keptOrder(row, row.order) : null,
    is_digital: row.is_digital,
    before_change: row.before_change === null ? null : true,
    // It is said in a dialog that only an answer of the desk can close.
    problem: row.problem === 'cancelled' ? null : row.problem,
    last_action: null,
  }
}

/** By place: a kept line has no id, and is known by where it stands. */
const keptPicks = (row: OrderRow): readonly Pick[] =>
  orderItems(orderOfRow(row)).flatMap((line, index) => {
    const state = row.picks.find((pick) => pick.line === lineKey(line, index))?.state
    return state ? [{ line: lineKey({}, index), state, by: nobody, at: '' }] : []
  })

function keptOrder(row: OrderRow, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { customer, ...order } = orderOfRow(row)
  return {
    ...Object.fromEntries(shown.filter((name) => Object.hasOwn(raw, name)).map((name) => [name, raw[name]])),
    payment_method: { title: paymentOf(order) ?? null },
    customer: { name: readable(readable(customer)?.name) },
    // How many there are, how many are picked, and that there are wishes, is on the card; which ones is not.
    items: orderItems(order).map((line) => ({
      customizations: flatten(readable(line)?.customizations).wishes.length > 0 ? true : null,
    })),
  }
}
