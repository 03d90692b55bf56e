import { ask, throughDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import type { HandOverKind } from '#contract/desk/marks.ts'
import { isRecord } from '#contract/json.ts'
import { Unreadable } from '#contract/salvage.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import type { OrderId } from '#contract/vendor/order-id.ts'
import { readOrder } from '#contract/vendor/order.ts'

/**
 * The code of an order as the service has it at this moment; it may come late, and be another than a minute ago.
 * @returns nothing where there is none.
 * @throws {Failure}
 */
export async function readHandOverCode(orderId: OrderId, kind: HandOverKind): Promise<string | undefined> {
  const { body } = await ask(throughDesk(orderEndpoints.getOrder), { params: { orderId } })
  const order = isRecord(body) ? readOrder(orderId, body['data']) : undefined
  const code = kind === 'pickup' ? order?.pickup_otp : order?.return_otp
  if (!order || code instanceof Unreadable) throw new Failure('vendor_unreadable', 'The code cannot be read.')
  return code?.trim() === '' ? undefined : code
}
