import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { discountOf } from '#web/format/discount.ts'
import type { ItemRow } from '#web/format/item.ts'
import { saleOf } from '#web/format/sale.ts'
import { isOther } from './is-other.ts'

/** What the catalog says of a line that somebody is about to accept. */
export type Truth =
  | { readonly is: 'outOfStock' | 'notAvailable' | 'inactive' | 'discountOver' }
  | { readonly is: 'tooFew'; readonly stock: number }
  | { readonly is: 'priceDiffers'; readonly price: number }

/**
 * Where the catalog contradicts a line, the gravest first; nothing where it agrees or does not say. `now` in
 * milliseconds. unspecified: whether a line's price is that of a unit, so the product's own price is compared; and the
 * catalog's currency, so a price in another one than the order's is not.
 */
export function truthsOfLine(line: ReadOrderItem, item: ItemRow, now: number, currency?: string): readonly Truth[] {
  const sale = saleOf(item)
  const truths: Truth[] = []
  if (sale === 'outOfStock' || sale === 'notAvailable' || sale === 'inactive') truths.push({ is: sale })
  const { stock } = item
  const quantity = readable(line.quantity)
  if (typeof stock === 'number' && stock > 0 && quantity !== undefined && quantity > stock)
    truths.push({ is: 'tooFew', stock })
  const product = readable(line.product)
  const price = isOther(product?.currency, currency) ? undefined : truthOfPrice(readable(product?.price), item, now)
  return price ? [...truths, price] : truths
}

function truthOfPrice(asked: number | undefined, item: ItemRow, now: number): Truth | undefined {
  const { price, discounted_price: lower } = item
  if (asked === undefined || price === undefined || price instanceof Unreadable || asked === price) return undefined
  const discount = discountOf(item, now)
  if (asked === lower) return discount.is === 'over' ? { is: 'discountOver' } : undefined
  return { is: 'priceDiffers', price: discount.is === 'running' && typeof lower === 'number' ? lower : price }
}
