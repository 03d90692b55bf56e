import { readable, Unreadable } from '#contract/salvage.ts'
import type { ReadOrderItem } from '#contract/vendor/order.ts'
import { discountOf, type ItemRow, saleOf } from './catalog-item.ts'

type Sent = string | Unreadable | null | undefined

const plain = (sent: Sent): string => readable(sent)?.trim().toLowerCase() ?? ''

/** Whether a product's value differs from its order's. A missing value is no difference. */
export function isOther(ofProduct: Sent, ofOrder: Sent): boolean {
  const [product, order] = [plain(ofProduct), plain(ofOrder)]
  return product !== '' && order !== '' && product !== order
}

/** A contradiction between the catalog and a line. */
type Mismatch =
  | { readonly is: 'outOfStock' | 'notAvailable' | 'inactive' | 'discountOver' }
  | { readonly is: 'tooFew'; readonly stock: number }
  | { readonly is: 'priceDiffers'; readonly price: number }

/**
 * The contradictions between the catalog and a line, the gravest first. `now` is in milliseconds.
 * unspecified: whether a line's price is per unit, so the product's own price is compared; and the catalog's currency, so
 * a product price in another currency than the order's is not compared.
 */
export function truthsOfLine(line: ReadOrderItem, item: ItemRow, now: number, currency?: string): readonly Mismatch[] {
  const sale = saleOf(item)
  const mismatches: Mismatch[] = []
  if (sale === 'outOfStock' || sale === 'notAvailable' || sale === 'inactive') mismatches.push({ is: sale })
  const { stock } = item
  const quantity = readable(line.quantity)
  if (typeof stock === 'number' && stock > 0 && quantity !== undefined && quantity > stock)
    mismatches.push({ is: 'tooFew', stock })
  const product = readable(line.product)
  const price = isOther(product?.currency, currency) ? undefined : priceMismatch(readable(product?.price), item, now)
  return price ? [...mismatches, price] : mismatches
}

function priceMismatch(charged: number | undefined, item: ItemRow, now: number): Mismatch | undefined {
  const { price, discounted_price: lower } = item
  if (charged === undefined || price === undefined || price instanceof Unreadable || charged === price) return undefined
  const discount = discountOf(item, now)
  if (charged === lower) return discount.is === 'over' ? { is: 'discountOver' } : undefined
  return { is: 'priceDiffers', price: discount.is === 'running' && typeof lower === 'number' ? lower : price }
}
