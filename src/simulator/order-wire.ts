import type { CatalogItem } from '#contract/vendor/catalog.ts'
import type { Order, OrderItem, PartialOrder } from '#contract/vendor/order.ts'
import type { SimulatedLine } from './basket.ts'
import type { SimulatedOrder } from './order-book.ts'
import { decorationOf, states } from './order-life.ts'
import { currency, shop, sisterShopId } from '#simulator/shop/shop.ts'

const service = 'shop'
const deliveryCharge = 3000
const serviceCharge = 500

const iso = (at: number): string => new Date(at).toISOString()

const priceOf = ({ item }: SimulatedLine): number => item.discounted_price ?? item.price

/** A second picture of every fourth product, in another colour. */
const otherPicture = ({ id, image_url: address }: CatalogItem): readonly string[] =>
  address === null || id % 4 !== 0
    ? []
    : [address.replace(/-(\d)\.svg$/, (_, tint) => `-${(Number(tint) + 1) % 8}.svg`)]

/** Product fields that sometimes differ from the order's. */
const oddities = ({ id }: CatalogItem, price: number): Partial<OrderItem['product']> => ({
  ...(id % 23 === 0 && { vendor_id: sisterShopId }),
  ...(id % 29 === 0 && { currency: 'USD', price: Math.ceil(price / 13) / 100, original_price: null }),
  // Its `images` stand in.
  ...(id % 8 === 0 && { featured_image: '' }),
})

function orderItem(line: SimulatedLine): OrderItem {
  const { item } = line
  const price = priceOf(line)
  return {
    id: line.id,
    price,
    quantity: line.quantity,
    product: {
      id: String(item.id),
      vendor_id: shop.id,
      vendor_reference_id: item.vendor_reference_id,
      service,
      name: item.id % 3 === 0 ? item.name.ar : item.name.en,
      featured_image: item.image_url ?? '',
      images: [...(item.image_url === null ? [] : [item.image_url]), ...otherPicture(item)],
      barcode: item.barcode,
      price,
      original_price: price === item.price ? null : item.price,
      currency,
      is_available: item.is_available && item.stock > 0,
      ...oddities(item, price),
    },
    customizations: line.customizations,
  }
}

/** The whole order, as the get endpoint shows it. */
export function fullOrder(order: SimulatedOrder): Order {
  const subtotal = order.lines.reduce((sum, line) => sum + priceOf(line) * line.quantity, 0)
  const delivery = order.isPickup ? 0 : deliveryCharge
  const total = subtotal + delivery + serviceCharge
  const facts = states[order.state]
  return {
    id: order.id,
    service,
    receipt_number: order.receiptNumber,
    cash_amount: order.payment.key === 'cash' ? total : 0,
    subtotal,
    total,
    total_quantity: String(order.lines.reduce((sum, line) => sum + line.quantity, 0)),
    created_at: iso(order.createdAt),
    currency,
    is_active: facts.isActive,
    delivery_charge: delivery,
    service_charge: serviceCharge,
    status: {
      key: order.state,
      title: facts.title,
      created_at: iso(order.stateSince),
      aliases: [...facts.aliases],
      decoration: decorationOf(order.state),
    },
    customer: order.customer,
    print_order_number: order.printNumber,
    items: order.lines.map(orderItem),
    payment_method: order.payment,
    delivery_method: order.delivery,
    is_pickup: order.isPickup,
    can_mark_as_ready: order.state === 'preparing',
    // Omitted, not null, without a value; the specification, "Order".
    ...(order.state === 'ready' && { pickup_otp: order.pickupOtp }),
    ...(order.state === 'returning' && { return_otp: order.returnOtp }),
    vendor: shop,
  }
}

/** The fields that accept, reject and ready return. */
export function partialOrder(order: SimulatedOrder): PartialOrder {
  const { id, total, currency: code, created_at } = fullOrder(order)
  return { id, service, status: { key: order.state }, total, currency: code, created_at }
}
