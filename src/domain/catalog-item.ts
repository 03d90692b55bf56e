import { readable, salvage, type Salvaged, Unreadable } from '#contract/salvage.ts'
import { CatalogItem } from '#contract/vendor/catalog.ts'
import { possibleMoments, type PossibleMoments } from './moment.ts'
import * as z from 'zod/mini'

// Names stay raw: they may have more languages than the specification shows, or none.
const name = z.unknown()

const Item = z.strictObject({ ...CatalogItem.shape, name, description: name })
export type ItemRow = Salvaged<z.infer<typeof Item>>

/** Parses the readable fields of an item; its id may be unreadable. */
export const readItem = (raw: unknown): ItemRow | Unreadable => salvage(Item, raw) ?? new Unreadable(raw)

/** The current state of a discount. `until`, `from` and `since` are timestamps as the service sent them. */
export type Discount =
  | { readonly is: 'none' }
  | { readonly is: 'running'; readonly until: string | undefined }
  | { readonly is: 'scheduled'; readonly from: string }
  | { readonly is: 'over'; readonly since: string }
  /** The discounted price is nothing, or not below the price. */
  | { readonly is: 'odd' }
  /** It may be active or not: a field is unreadable, or the missing time zone of its start or end decides. */
  | { readonly is: 'unclear' }

/**
 * The state of an item's discount. `now` in ms since 1970.
 * unspecified: a discount without dates is active. One whose start or end has no offset is active, upcoming or over
 * only if that is so in every time zone.
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

/** Whether customers can buy an item, as one label. */
export type Sale = 'on' | 'outOfStock' | 'notAvailable' | 'inactive' | 'unclear'

const truth = (field: boolean | Unreadable | undefined): boolean | undefined =>
  typeof field === 'boolean' ? field : undefined

/** The three facts of an item, each undefined if unknown. */
export const truthsOf = ({ is_active, is_available, stock }: ItemRow) => ({
  isActive: truth(is_active),
  isAvailable: truth(is_available),
  isInStock: typeof stock === 'number' ? stock > 0 : undefined,
})

/** unspecified: how the three facts combine. Each of them alone prevents a sale; missing stock explains most. */
export function saleOf(item: ItemRow): Sale {
  const { isActive, isAvailable, isInStock } = truthsOf(item)
  if (isActive === false) return 'inactive'
  if (isInStock === false) return 'outOfStock'
  if (isAvailable === false) return 'notAvailable'
  return isActive && isAvailable && isInStock ? 'on' : 'unclear'
}
