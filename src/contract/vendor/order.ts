import * as z from 'zod/mini'
import { AnyNumber, Anything, Flag, NullableNumber, NullableText, OptionalText, Text, Texts } from '#contract/plain.ts'
import { isRecord } from '#contract/json.ts'
import { readable, salvage, Unreadable, type Salvaged } from '#contract/salvage.ts'
import type { OrderId } from './item-id.ts'
import { isKnownStatusKey } from './status-key.ts'

// The fields are those of the specification, "Resources and their fields", under the names of the wire.

/** The service's own colours for a status. unspecified: the types of the colours, the radius and the icon. */
export const StatusDecoration = z.strictObject({
  background_color: NullableText,
  border_color: NullableText,
  border_radius: Anything,
  featured_icon: NullableText,
  foreground_color: z.nullable(z.strictObject({ light_hex: NullableText, dark_hex: NullableText, role: NullableText })),
})
export type StatusDecoration = z.infer<typeof StatusDecoration>

const OrderStatus = z.strictObject({
  key: Text,
  title: Text,
  created_at: NullableText,
  aliases: Texts,
  decoration: StatusDecoration,
})

const OrderProduct = z.strictObject({
  id: Text,
  vendor_id: Text,
  vendor_reference_id: NullableText,
  service: Text,
  name: Text,
  featured_image: Text,
  images: Texts,
  barcode: NullableText,
  price: AnyNumber,
  original_price: NullableNumber,
  currency: Text,
  is_available: Flag,
})

export const OrderItem = z.strictObject({
  id: Text,
  price: AnyNumber,
  // unspecified: what is sold by weight; it is shown as it is told.
  quantity: AnyNumber,
  product: OrderProduct,
  // unspecified: the shape; it may hold an allergy, so whatever it is must be shown.
  customizations: Anything,
})
export type OrderItem = z.infer<typeof OrderItem>

export const Order = z.strictObject({
  id: Text,
  service: Text,
  receipt_number: NullableText,
  cash_amount: AnyNumber,
  subtotal: AnyNumber,
  total: AnyNumber,
  total_quantity: Text,
  created_at: Text,
  currency: Text,
  is_active: Flag,
  delivery_charge: AnyNumber,
  service_charge: AnyNumber,
  status: OrderStatus,
  customer: z.strictObject({ id: Text, name: Text }),
  print_order_number: Text,
  items: z.array(OrderItem),
  payment_method: z.strictObject({
    id: NullableText,
    key: Text,
    title: Text,
    sub_title: NullableText,
    payment_type: NullableText,
    featured_image: NullableText,
    form: Anything, // "Extra payment data": never shown, logged or stored.
  }),
  delivery_method: z.strictObject({ id: Text, name: Text, featured_image: NullableText }),
  is_pickup: Flag,
  can_mark_as_ready: Flag,
  pickup_otp: OptionalText,
  return_otp: OptionalText,
  vendor: z.strictObject({ id: Text, name: Text, featured_image: Text }),
})
export type Order = z.infer<typeof Order>

/** What accept, reject and ready show of the order. A sign that it was done, never a replacement for the order. */
export const PartialOrder = z.looseObject({
  id: Text,
  service: Text,
  status: z.looseObject({ key: Text }),
  total: AnyNumber,
  currency: Text,
  created_at: Text,
})
export type PartialOrder = z.infer<typeof PartialOrder>

/** An order as it could be read: the id is certain, each other field may be missing or unreadable. */
export type ReadOrder = Omit<Salvaged<Order>, 'id'> & { readonly id: OrderId }
export type ReadOrderItem = Salvaged<OrderItem>

type Data = Readonly<Record<string, unknown>>

function idIn(data: Data): string | undefined {
  const id = salvage(Order.shape.id, data['id'])
  return typeof id === 'string' ? id.trim() : undefined
}

/** One bad field blanks no order; but what has neither an id nor what every order has is no order at all. */
const isLikeOrder = ({ status, items }: Data): boolean => isRecord(status) && Array.isArray(items)

/** Whether `data` is an order, and none but the one that was asked for: acting on another would be a mistake. */
export function isOrderAskedFor(askedFor: OrderId, data: unknown): data is Data {
  if (!isRecord(data)) return false
  const id = idIn(data)
  return id === undefined ? isLikeOrder(data) : id === askedFor
}

/** Whether `data` says of itself that it is another order. */
export function isOtherOrder(askedFor: OrderId, data: Data): boolean {
  const id = idIn(data)
  return id !== undefined && id !== askedFor
}

/** Reads the order out of `data`, under the id that was asked for. @returns nothing where it is not `isOrderAskedFor`. */
export function readOrder(askedFor: OrderId, data: unknown): ReadOrder | undefined {
  if (!isOrderAskedFor(askedFor, data)) return undefined
  return { ...(salvage(Order, data) as Salvaged<Order>), id: askedFor }
}

/** The lines of an order, each readable or not; empty where none were sent. */
export const orderItems = (order: ReadOrder): readonly (ReadOrderItem | Unreadable)[] =>
  Array.isArray(order.items) ? order.items : []

/** What a line is known by within its order: its id, or its place where it has none that can stand in an address. */
export function lineKey(line: ReadOrderItem | Unreadable, index: number): string {
  if (line instanceof Unreadable) return `unreadable-${index}`
  const id = readable(line.id)
  return id === undefined || /^\.{0,2}$/.test(id.trim()) ? `line-${index}` : id
}

/**
 * The key that the order's state goes by: its status's own, or the known one among the aliases of a status whose own key
 * is unknown. unspecified: which of several known aliases counts; one that waits for an answer must not be missed, else
 * it is the first.
 */
export function statusKey(order: ReadOrder | undefined): string | undefined {
  const status = readable(order?.status)
  const key = readable(status?.key)
  if (key !== undefined && isKnownStatusKey(key)) return key
  const aliases = (readable(status?.aliases) ?? []).filter((alias) => typeof alias === 'string')
  return aliases.find((alias) => alias === 'pending') ?? aliases.find(isKnownStatusKey) ?? key
}
