import type { Clock } from '#contract/clock.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import type { DeliveryRecord, ReceiverAnswer, WebhookRecord } from '#domain/outgoing-event.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { WebCrypto } from '#server/notifications/webhook-auth.ts'
import type { OrderRows } from '#server/orders/order-rows.ts'
import { TimedOut, withTimeLimit } from '#server/runtime/tasks.ts'
import { NoAnswer, type WebhooksOutside } from './outside.ts'
import { readRetryAfter, type Tried } from './retry.ts'
import { keyOfSecret, signMessage } from './sign-message.ts'

interface TryDeliveryDeps {
  readonly outside: WebhooksOutside
  readonly subtle: WebCrypto
  readonly clock: Clock
  readonly findOrder: (orderId: OrderId) => Promise<OrderRecord | undefined>
  readonly rows: Pick<OrderRows, 'withoutCodes'>
}

/** Sends a delivery once. @returns what came of it. @throws {StoreUnavailable} if its order cannot be read. */
export type TryDelivery = (webhook: WebhookRecord, delivery: DeliveryRecord) => Promise<Tried>

const sendLimitMs = 15_000

export function createTryDelivery({ outside, subtle, clock, findOrder, rows }: TryDeliveryDeps): TryDelivery {
  async function bodyOf({ includesRow }: WebhookRecord, { type, at, data, orderId }: DeliveryRecord): Promise<string> {
    const record = includesRow && orderId !== null ? await findOrder(orderId) : undefined
    const row = record && { row: await rows.withoutCodes(record) }
    return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { ...data, ...row } })
  }

  return async (webhook, delivery) => {
    const body = await bodyOf(webhook, delivery)
    const at = clock.now()
    const begun = clock.steady()
    const keys = webhook.secrets
      .filter(({ until }, index) => index === 0 || (until !== null && until > at))
      .map(({ secret }) => keyOfSecret(secret))
    const signed = await signMessage(subtle, keys, { id: delivery.id, body, at })
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Vendor-Desk', ...signed }
    const tried = (answer: ReceiverAnswer, retryAfterMs?: number): Tried => ({
      ...answer,
      at: clock.now(),
      tookMs: Math.round(clock.steady() - begun),
      retryAfterMs,
    })
    try {
      const { status, retryAfter } = await withTimeLimit(clock, sendLimitMs, (signal) =>
        outside.post({ url: webhook.url, headers, body }, signal),
      )
      return tried({ status, problem: null }, readRetryAfter(retryAfter, clock.now()))
    } catch (error) {
      if (error instanceof TimedOut) return tried({ status: null, problem: 'silent' })
      if (error instanceof NoAnswer) return tried({ status: null, problem: error.problem })
      throw error
    }
  }
}
