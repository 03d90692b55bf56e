import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { westernDigits } from '#contract/western-digits.ts'

/**
 * Whether an order answers to a part of any of its numbers. The board is all there, so the desk need not be asked; what
 * is closed it looks up itself, in the same way.
 */
export function isFoundBy({ order_id: id, told_id: told, order }: OrderRow, search: string): boolean {
  const others = isRecord(order) ? [order['print_order_number'], order['receipt_number']] : []
  const wanted = comparable(search)
  return [id, told, ...others].some((number) => typeof number === 'string' && comparable(number).includes(wanted))
}

/** Dashes and dots stay: they tell one number from another. */
const comparable = (number: string): string => westernDigits(number.toLowerCase())
