import type { OrderId } from '#contract/vendor/item-id.ts'
import { fromBase64 } from '#server/runtime/base64.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'

/**
 * The idempotency key of a try to accept an order that arrived at a moment: a UUID, the same on every server and after a
 * restart, so that no try is sent twice.
 */
export async function keyOfTry(sha256: Sha256, orderId: OrderId, arrivedAt: number, tries: number): Promise<string> {
  const hash = await sha256(`automatic acceptance ${orderId} ${arrivedAt} ${tries}`)
  const bytes = fromBase64(hash.replaceAll('-', '+').replaceAll('_', '/'))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  // Version 8 is for values of one's own making, RFC 9562.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`, hex.slice(18, 30)].join(
    '-',
  )
}
