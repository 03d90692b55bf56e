import type { OrderRow } from '#contract/desk/inbox.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { isRecord } from '#contract/json.ts'
import { standsIn } from '#contract/stands-in.ts'
import { westernDigits } from '#contract/western-digits.ts'

/**
 * Whether an order answers to a part of any of its numbers, or of its customer's name. The board is all there, so the
 * desk need not be asked; what is closed it looks up itself, by the same numbers and names.
 */
export function isFoundBy({ order_id: id, told_id: told, order }: OrderRow, search: string): boolean {
  const { print_order_number: print, receipt_number: receipt, customer } = isRecord(order) ? order : {}
  const name = isRecord(customer) ? customer['name'] : undefined
  return (
    [id, told, print, receipt].some(
      (number) => typeof number === 'string' && standsIn(asNumber(number), asNumber(search)),
    ) ||
    (normalizeForSearch(search) !== '' &&
      typeof name === 'string' &&
      normalizeForSearch(name).includes(normalizeForSearch(search)))
  )
}

/** Dashes that are typed stay: they tell one number from another. */
const asNumber = (text: string): string => westernDigits(text.toLowerCase())
