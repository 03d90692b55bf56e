import { readable, Unreadable } from '#contract/salvage.ts'
import type { ItemRow } from './item.ts'
import { possibleMoments, type PossibleMoments } from '#domain/moment.ts'

/** What a discount comes to now. `until`, `from` and `since` are moments as the service sent them. */
export type Discount =
  | { readonly is: 'none' }
  | { readonly is: 'running'; readonly until: string | undefined }
  | { readonly is: 'scheduled'; readonly from: string }
  | { readonly is: 'over'; readonly since: string }
  /** To nothing, or to no less than the price. */
  | { readonly is: 'odd' }
  /** It may run or not: something of it could not be read, or the zone of its start or end decides. */
  | { readonly is: 'unclear' }

/**
 * The one label of an item's price. `now` in milliseconds.
 * unspecified: a discount without dates runs. One whose start or end has no offset runs, is to come or is over where
 * that is so in every zone.
 */
export function discountOf(item: ItemRow, now: number): Discount {
  const { price, discounted_price: lower, discount_start_at: from, discount_end_at: until } = item
  if (lower === null || lower === undefined) return { is: 'none' }
  if (lower instanceof Unreadable || typeof price !== 'number') return { is: 'unclear' }
  if (lower <= 0 || lower >= price) return { is: 'odd' }
  const [start, end] = [edgeOf(from), edgeOf(until)]
  if (start === 'unclear' || end === 'unclear') return { is: 'unclear' }
  if (end && end.latest <= now) return { is: 'over', since: end.text }
  if (start && start.earliest > now) return { is: 'scheduled', from: start.text }
  if ((end && end.earliest <= now) || (start && start.latest > now)) return { is: 'unclear' }
  return { is: 'running', until: end?.text }
}

type Edge = (PossibleMoments & { readonly text: string }) | undefined | 'unclear'

function edgeOf(field: ItemRow['discount_start_at']): Edge {
  if (field === null || field === undefined) return undefined
  const text = readable(field)
  const moments = possibleMoments(text ?? undefined)
  return typeof text !== 'string' || moments === undefined ? 'unclear' : { ...moments, text }
}
