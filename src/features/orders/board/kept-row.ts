import { orderOfRow } from '#client/order.ts'
import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { orderItems } from '#contract/vendor/order.ts'
import { flatten } from '#reading/wishes.ts'

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

/** What a tablet keeps of a row for a time without contact: what the card shows, and nothing else of the order. */
export function keptRow(row: OrderRow): OrderRow {
  return {
    ...row,
    order: isRecord(row.order) ? keptOrder(row, row.order) : null,
    before_change: row.before_change === null ? null : true,
    // It is said in a dialog that only an answer of the desk can close.
    problem: row.problem === 'cancelled' ? null : row.problem,
    last_action: null,
  }
}

function keptOrder(row: OrderRow, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { customer, ...order } = orderOfRow(row)
  return {
    ...Object.fromEntries(shown.filter((name) => Object.hasOwn(raw, name)).map((name) => [name, raw[name]])),
    customer: { name: readable(readable(customer)?.name) },
    // How many there are, how many are picked, and that there are wishes, is on the card; which ones is not.
    items: orderItems(order).map((line) => ({
      id: readable(readable(line)?.id),
      customizations: flatten(readable(line)?.customizations).wishes.length > 0 ? true : null,
    })),
  }
}
