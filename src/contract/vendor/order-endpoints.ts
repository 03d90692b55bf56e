import * as z from 'zod/mini'
import { Integer, OptionalText, Text } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Order, PartialOrder } from './order.ts'

/** The codes of one unit of a digital line; the specification, "POST …/accept". */
export const DigitalCode = z.strictObject({
  order_item_id: Text,
  secret_code: Text,
  serial_number: Text,
})
export type DigitalCode = z.infer<typeof DigitalCode>

export const AcceptBody = z.strictObject({ items: z.array(DigitalCode) })
export type AcceptBody = z.infer<typeof AcceptBody>

/**
 * Why an order is rejected: a listed reason, with its items if it requires them, or a code; either may have a text. All
 * fields are optional on the wire; the specification, "POST …/reject".
 */
export const RejectBody = z.strictObject({
  cancel_reason_id: z.optional(Integer),
  items: z.optional(z.array(z.strictObject({ id: Integer }))),
  reason_code: OptionalText,
  reason_text: OptionalText,
})
export type RejectBody = z.infer<typeof RejectBody>

/** The calls for orders. */
export const orderEndpoints = {
  getOrder: endpoint({
    method: 'GET',
    path: '/orders/:orderId',
    answer: z.strictObject({ data: Order }),
  }),
  /** Has a body only if the order has digital items. */
  acceptOrder: endpoint({
    method: 'POST',
    path: '/orders/:orderId/accept',
    body: z.optional(AcceptBody),
    answer: z.strictObject({ data: PartialOrder }),
  }),
  rejectOrder: endpoint({
    method: 'POST',
    path: '/orders/:orderId/reject',
    body: RejectBody,
    answer: z.strictObject({ data: PartialOrder }),
  }),
  markOrderReady: endpoint({
    method: 'POST',
    path: '/orders/:orderId/ready',
    answer: z.strictObject({ data: PartialOrder }),
  }),
} as const
