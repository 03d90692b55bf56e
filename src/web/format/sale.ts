import type { Unreadable } from '#contract/salvage.ts'
import type { ItemRow } from './item.ts'

/** Whether customers can buy it, in one word. */
export type Sale = 'on' | 'outOfStock' | 'notAvailable' | 'inactive' | 'unclear'

const truth = (field: boolean | Unreadable | undefined): boolean | undefined =>
  typeof field === 'boolean' ? field : undefined

/** The three truths of an item, each undefined where it is not known. */
export const truthsOf = ({ is_active, is_available, stock }: ItemRow) => ({
  isActive: truth(is_active),
  isAvailable: truth(is_available),
  isInStock: typeof stock === 'number' ? stock > 0 : undefined,
})

/** unspecified: how the three go together. Any one of them keeps it from being sold; the lack of stock explains most. */
export function saleOf(item: ItemRow): Sale {
  const { isActive, isAvailable, isInStock } = truthsOf(item)
  if (isActive === false) return 'inactive'
  if (isInStock === false) return 'outOfStock'
  if (isAvailable === false) return 'notAvailable'
  return isActive && isAvailable && isInStock ? 'on' : 'unclear'
}
