import { isRecord } from '#contract/json.ts'
import { AnyNumber, Anything, Flag, NullableNumber, NullableText, OptionalText, Text, Texts } from '#contract/plain.ts'
import { readable, salvage, type Salvaged, Unreadable } from '#contract/salvage.ts'
import type { OrderId } from './item-id.ts'
import * as z from 'zod/mini'

// What is known about status keys; `order.ts` also reads their aliases.

/** unspecified: the key of a ready order; the specification mentions a ready status. */
export const isReadyKey = (key: string): boolean => key.startsWith('ready')

/** unspecified: which keys mean a cancellation. `cancelled` is named; similar ones count too. */
export const isCalledOffKey = (key: string): boolean => /cancel|expire/i.test(key)

/** unspecified: the key of a rejected order, which is "marked rejected". */
export const isRejectedKey = (key: string): boolean => /reject|declin/i.test(key)

/** unspecified: the key of a completed order. Only exact words count: `delivery_failed` must not. */
export const isCompletedKey = (key: string): boolean =>
  /^(?:completed?|delivered|collected|picked_up|fulfilled|finished)$/i.test(key)

/** unspecified: the key of an order that came back to the shop. */
export const isReturnedKey = (key: string): boolean => /return/i.test(key)

/** unspecified: the keys besides `pending` and `contact`. Any other key does not tell where the order stands. */
const isKnownStatusKey = (key: string): boolean =>
  key === 'pending' || key === 'contact' || isReadyKey(key) || isCalledOffKey(key) || isRejectedKey(key)

// Field names are those of the wire; the specification, "Resources and their fields".

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
  // unspecified: goods sold by weight. Shown as received.
  quantity: AnyNumber,
  product: OrderProduct,
  // unspecified: the shape. It may name an allergy, so it is shown whatever it is.
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

/** The part of an order that accept, reject and ready return. It confirms the action and never replaces the order. */
export const PartialOrder = z.looseObject({
  id: Text,
  service: Text,
  status: z.looseObject({ key: Text }),
  total: AnyNumber,
  currency: Text,
  created_at: Text,
})
export type PartialOrder = z.infer<typeof PartialOrder>

/** An order as far as it could be read: only the id is certain. */
export type ReadOrder = Omit<Salvaged<Order>, 'id'> & { readonly id: OrderId }
export type ReadOrderItem = Salvaged<OrderItem>

type Data = Readonly<Record<string, unknown>>

function idIn(data: Data): string | undefined {
  const id = salvage(Order.shape.id, data['id'])
  return typeof id === 'string' ? id.trim() : undefined
}

/** Minimum that makes data an order. One bad field does not blank it, but data without these is no order. */
const isLikeOrder = ({ status, items }: Data): boolean => isRecord(status) && Array.isArray(items)

/** Whether `data` is the requested order. Acting on another one would be a bug. */
export function isOrderAskedFor(askedFor: OrderId, data: unknown): data is Data {
  if (!isRecord(data)) return false
  const id = idIn(data)
  return id === undefined ? isLikeOrder(data) : id === askedFor
}

/** Whether `data` has the id of another order. */
export function isOtherOrder(askedFor: OrderId, data: Data): boolean {
  const id = idIn(data)
  return id !== undefined && id !== askedFor
}

/** Reads an order from `data`, under the requested id. @returns undefined unless `isOrderAskedFor`. */
export function readOrder(askedFor: OrderId, data: unknown): ReadOrder | undefined {
  if (!isOrderAskedFor(askedFor, data)) return undefined
  return { ...(salvage(Order, data) as Salvaged<Order>), id: askedFor }
}

/** The lines of an order, each readable or not; empty if none were sent. */
export const orderItems = (order: ReadOrder): readonly (ReadOrderItem | Unreadable)[] =>
  Array.isArray(order.items) ? order.items : []

/** Identifies a line within its order: its id, or its index if the id cannot be part of an address. */
export function lineKey(line: ReadOrderItem | Unreadable, index: number): string {
  if (line instanceof Unreadable) return `unreadable-${index}`
  const id = readable(line.id)
  return id === undefined || /^\.{0,2}$/.test(id.trim()) ? `line-${index}` : id
}

/** The payment method in the service's words, or its key if it has no title. */
export function paymentOf(order: ReadOrder): string | undefined {
  const method = readable(order.payment_method)
  return readable(method?.title)?.trim() || readable(method?.key)?.trim() || undefined
}

/**
 * The key of the order's state: the status's own, or a known alias if that is unknown. unspecified: which of several
 * known aliases counts. One that waits for an answer must not be missed; otherwise the first.
 */
export function statusKey(order: ReadOrder | undefined): string | undefined {
  const status = readable(order?.status)
  const key = readable(status?.key)
  if (key !== undefined && isKnownStatusKey(key)) return key
  const aliases = (readable(status?.aliases) ?? []).filter((alias) => typeof alias === 'string')
  return aliases.find((alias) => alias === 'pending') ?? aliases.find(isKnownStatusKey) ?? key
}
