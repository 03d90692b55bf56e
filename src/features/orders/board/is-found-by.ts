import type { OrderRow } from '#contract/desk/inbox.ts'
import { isRecord } from '#contract/json.ts'
import { westernDigits } from '#contract/western-digits.ts'

/**
 * Whether an order answers to a part of any of its numbers, or of its customer's name. The board is all there, so the desk need not be asked; what
 * is closed it looks up itself, by numbers alone.
 */
export function isFoundBy({ order_id: id, told_id: told, order }: OrderRow, search: string): boolean {
  const { print_order_number: print, receipt_number: receipt, customer } = isRecord(order) ? order : {}
  const others = [print, receipt, isRecord(customer) ? customer['name'] : undefined]
  const wanted = comparable(search)
  return [id, told, ...others].some((text) => typeof text === 'string' && comparable(text).includes(wanted))
}

/** Dashes and dots stay: they tell one number from another. */
const comparable = (text: string): string => westernDigits(text.toLowerCase())
