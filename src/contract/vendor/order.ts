import * as z from 'zod/mini'
import { Integer } from '#contract/integer.ts'
import { isRecord } from '#contract/json.ts'
import { readable, salvage, Unreadable, type Salvaged } from '#contract/salvage.ts'
import type { OrderId } from './order-id.ts'

// The fields are those of the specification, "Resources and their fields", under the names of the wire.

const nullableText = z.nullable(z.string())

/** The service's own colours for a status. unspecified: the types of the colours, the radius and the icon. */
export const StatusDecoration = z.strictObject({
  background_color: nullableText,
  border_color: nullableText,
  border_radius: z.unknown(),
  featured_icon: nullableText,
  foreground_color: z.nullable(z.strictObject({ light_hex: nullableText, dark_hex: nullableText, role: nullableText })),
})
export type StatusDecoration = z.infer<typeof StatusDecoration>

const OrderStatus = z.strictObject({
  key: z.string(),
  title: z.string(),
  created_at: nullableText,
  aliases: z.array(z.string()),
  decoration: StatusDecoration,
})

const OrderProduct = z.strictObject({
  id: z.string(),
  vendor_id: z.string(),
  vendor_reference_id: nullableText,
  service: z.string(),
  name: z.string(),
  featured_image: z.string(),
  images: z.array(z.string()),
  barcode: nullableText,
  price: z.number(),
  original_price: z.nullable(z.number()),
  currency: z.string(),
  is_available: z.boolean(),
})

export const OrderItem = z.strictObject({
  id: z.string(),
  price: z.number(),
  quantity: Integer,
  product: OrderProduct,
  // unspecified: the shape; it may hold an allergy, so whatever it is must be shown.
  customizations: z.unknown(),
})
export type OrderItem = z.infer<typeof OrderItem>

export const Order = z.strictObject({
  id: z.string(),
  service: z.string(),
  receipt_number: nullableText,
  cash_amount: z.number(),
  subtotal: z.number(),
  total: z.number(),
  total_quantity: z.string(),
  created_at: z.string(),
  currency: z.string(),
  is_active: z.boolean(),
  delivery_charge: z.number(),
  service_charge: z.number(),
  status: OrderStatus,
  customer: z.strictObject({ id: z.string(), name: z.string() }),
  print_order_number: z.string(),
  items: z.array(OrderItem),
  payment_method: z.strictObject({
    id: nullableText,
    key: z.string(),
    title: z.string(),
    sub_title: nullableText,
    payment_type: nullableText,
    featured_image: nullableText,
    form: z.unknown(), // "Extra payment data": never shown, logged or stored.
  }),
  delivery_method: z.strictObject({ id: z.string(), name: z.string(), featured_image: nullableText }),
  is_pickup: z.boolean(),
  can_mark_as_ready: z.boolean(),
  pickup_otp: z.optional(z.string()),
  return_otp: z.optional(z.string()),
  vendor: z.strictObject({ id: z.string(), name: z.string(), featured_image: z.string() }),
})
export type Order = z.infer<typeof Order>

/** What accept, reject and ready show of the order. A sign that it was done, never a replacement for the order. */
export const PartialOrder = z.looseObject({
  id: z.string(),
  service: z.string(),
  status: z.looseObject({ key: z.string() }),
  total: z.number(),
  currency: z.string(),
  created_at: z.string(),
})
export type PartialOrder = z.infer<typeof PartialOrder>

/** An order as it could be read: the id is certain, each other field may be missing or unreadable. */
export type ReadOrder = Omit<Salvaged<Order>, 'id'> & { readonly id: OrderId }
export type ReadOrderItem = Salvaged<OrderItem>

/** Whether `data` is an order, and none but the one that was asked for: acting on another would be a mistake. */
export function isOrderAskedFor(askedFor: OrderId, data: unknown): data is Readonly<Record<string, unknown>> {
  if (!isRecord(data)) return false
  const id = salvage(Order.shape.id, data['id'])
  return typeof id !== 'string' || id.trim() === askedFor
}

/** Reads the order out of `data`, under the id that was asked for. @returns nothing where it is not `isOrderAskedFor`. */
export function readOrder(askedFor: OrderId, data: unknown): ReadOrder | undefined {
  if (!isOrderAskedFor(askedFor, data)) return undefined
  return { ...(salvage(Order, data) as Salvaged<Order>), id: askedFor }
}

/** The lines of an order, each readable or not; empty where none were sent. */
export const orderItems = (order: ReadOrder): readonly (ReadOrderItem | Unreadable)[] =>
  Array.isArray(order.items) ? order.items : []

/** What a line is known by within its order: its id, or its place where it has none that can be read. */
export const lineKey = (line: ReadOrderItem | Unreadable, index: number): string =>
  line instanceof Unreadable ? `unreadable-${index}` : (readable(line.id) ?? `line-${index}`)

/** The status key, where there is a readable one. */
export const statusKey = (order: ReadOrder | undefined): string | undefined => readable(readable(order?.status)?.key)
