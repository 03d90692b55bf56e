import { ask, changeLimitMs, throughDesk, type Reply } from '#web/api/http/call.ts'
import { isKept } from '#web/api/http/connection-status.ts'
import { Failure } from '#web/api/http/failure.ts'
import type { Action } from '#contract/desk/action.ts'
import { isRecord } from '#contract/json.ts'
import { type AcceptBody, orderEndpoints, type RejectBody } from '#contract/vendor/order-endpoints.ts'
import { readOrder, type ReadOrder } from '#contract/vendor/order.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'

/** What somebody decided about an order. */
export type Answer =
  | { readonly action: 'accept'; readonly body?: AcceptBody }
  | { readonly action: 'reject'; readonly body: RejectBody }
  | { readonly action: 'ready' }

const endpoints = {
  accept: throughDesk(orderEndpoints.acceptOrder),
  reject: throughDesk(orderEndpoints.rejectOrder),
  ready: throughDesk(orderEndpoints.markOrderReady),
} satisfies Record<Action, unknown>

const askAgainMs = 4000

/** While the desk does not answer, a tap is sent again for so long; then a person looks, and decides anew. */
const lostForMs = changeLimitMs + 25_000
/** While the desk answers that it does not know yet, it is asked for so long; it goes on finding out by itself. */
const unknownForMs = 5 * 60_000

/** What says nothing of a tap that was sent before: who asks is no longer let in. */
const asStranger = ['sign_in_required', 'not_enrolled']

/**
 * Sends one tap under one key. While the desk does not know whether it arrived, or does not answer, it is asked again
 * with the same key: that does nothing a second time. `onUnknown` is told that this is happening, and whether it is the desk
 * that does not answer. `shownVersion` is that of the order's row as it was shown to whoever pressed.
 * @returns the order as it was read again afterwards, where it could be read, and the version of the row that has it.
 * @throws {Failure}
 */
export async function sendAction(
  orderId: OrderId,
  answer: Answer,
  shownVersion: number,
  onUnknown: (isDeskAway: boolean) => void,
): Promise<{ readonly order: ReadOrder | undefined; readonly version: number | undefined }> {
  // Said at once, and never sent later by itself: by then it may be wrong.
  if (!navigator.onLine || isKept()) throw new Failure('offline', 'The tablet is offline.')
  // There wherever the desk is: it is served over https, or on loopback.
  const idempotencyKey = crypto.randomUUID()
  const tappedAt = Date.now()
  // A clock that is set back has it gone by at once: it must not be sent for as long.
  const hasGoneBy = (ms: number) => Math.abs(Date.now() - tappedAt) >= ms
  for (let asks = 1; ; asks += 1) {
    const reply = await sendOnce(orderId, answer, idempotencyKey, shownVersion).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      // Each ask before came to nothing that is known: "nothing was sent" would be true of this one alone.
      const isRepeated = asks > 1
      if (isRepeated && asStranger.includes(error.code)) throw stillUnknown()
      const isLost = error.code === 'no_contact' || (isRepeated && error.code === 'store_unavailable')
      if (!isLost) throw error
      if (hasGoneBy(lostForMs)) throw stillUnknown()
      return undefined
    })
    if (reply && reply.status !== 202) {
      const order = readOrder(orderId, isRecord(reply.body) ? reply.body['data'] : undefined)
      return { order, version: reply.orderVersion }
    }
    // The desk has it, so nobody need tap again.
    if (reply && hasGoneBy(unknownForMs)) throw new Failure('order_busy', 'It is not known yet what came of it.')
    onUnknown(reply === undefined)
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

const stillUnknown = () => new Failure('no_contact', 'It is still not known whether it arrived.')

function sendOnce(orderId: OrderId, answer: Answer, idempotencyKey: string, orderVersion: number): Promise<Reply> {
  const options = { params: { orderId }, idempotencyKey, orderVersion }
  switch (answer.action) {
    case 'accept':
      return ask(endpoints.accept, answer.body ? { ...options, body: answer.body } : options)
    case 'reject':
      return ask(endpoints.reject, { ...options, body: answer.body })
    case 'ready':
      return ask(endpoints.ready, options)
  }
}
