import { readable, Unreadable } from '#contract/salvage.ts'
import type { ItemRow } from './item.ts'
import { momentOf } from '#contract/moment.ts'

/** What a discount comes to now. `until`, `from` and `since` are moments as the service sent them. */
export type Discount =
  | { readonly is: 'none' }
  | { readonly is: 'running'; readonly until: string | undefined }
  | { readonly is: 'scheduled'; readonly from: string }
  | { readonly is: 'over'; readonly since: string }
  /** To nothing, or to no less than the price. */
  | { readonly is: 'odd' }
  /** Something of it could not be read, so that it may run or not. */
  | { readonly is: 'unclear' }

/**
 * The one label of an item's price. `now` in milliseconds.
 * unspecified: a discount without dates runs; a date without an offset is no certain moment.
 */
export function discountOf(item: ItemRow, now: number): Discount {
  const { price, discounted_price: lower, discount_start_at: from, discount_end_at: until } = item
  if (lower === null || lower === undefined) return { is: 'none' }
  if (lower instanceof Unreadable || typeof price !== 'number') return { is: 'unclear' }
  if (lower <= 0 || lower >= price) return { is: 'odd' }
  const [start, end] = [edgeOf(from), edgeOf(until)]
  if (start === 'unclear' || end === 'unclear') return { is: 'unclear' }
  if (end && end.at <= now) return { is: 'over', since: end.text }
  if (start && start.at > now) return { is: 'scheduled', from: start.text }
  return { is: 'running', until: end?.text }
}

type Edge = { readonly at: number; readonly text: string } | undefined | 'unclear'

function edgeOf(field: ItemRow['discount_start_at']): Edge {
  if (field === null || field === undefined) return undefined
  const text = readable(field)
  const at = momentOf(text ?? undefined)
  return typeof text !== 'string' || at === undefined ? 'unclear' : { at, text }
}
