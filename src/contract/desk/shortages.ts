import { endpoint } from '#contract/endpoint.ts'
import { NullableText, Text } from '#contract/plain.ts'
import { Who } from './action.ts'
import * as z from 'zod/mini'

/**
 * A product that was marked missing in an order and that the shop therefore takes to be out, until somebody says that
 * it is back or the day ends. The service's catalog is not changed.
 */
export const Shortage = z.object({
  id: Text,
  /** The product as the order named it; null where the order did not say. */
  name: NullableText,
  product_id: NullableText,
  reference: NullableText,
  barcode: NullableText,
  since: Text,
  by: Who,
  /** The order in which it was first missing; empty for a station that does not see it. */
  order_id: Text,
})
export type Shortage = z.infer<typeof Shortage>

export const shortages = {
  list: endpoint({ method: 'GET', path: '/api/desk/shortages', answer: z.object({ data: z.array(Shortage) }) }),
  /** The product is back. 404 `not_found`. */
  end: endpoint({
    method: 'DELETE',
    path: '/api/desk/shortages/:shortageId',
    answer: z.object({ data: z.object({ id: Text }) }),
  }),
} as const
