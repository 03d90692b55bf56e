import type { Clock } from '#contract/clock.ts'
import { testEvent } from '#contract/desk/outgoing-webhooks.ts'
import { type DeliveryRecord, testIdStart, type WebhookRecord } from '#domain/outgoing-event.ts'
import type { Subscribe } from '#server/events/bus.ts'
import type { Alarms } from '#server/feed/alarms.ts'
import type { WebCrypto } from '#server/notifications/webhook-auth.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import type { OrderRows } from '#server/orders/order-rows.ts'
import type { Log } from '#server/runtime/bug.ts'
import { newId, type RandomBytes } from '#server/runtime/credentials.ts'
import { unlessLate } from '#server/runtime/tasks.ts'
import type { Cluster } from '#server/storage/cluster.ts'
import type { Store } from '#server/storage/store.ts'
import { createDispatcher } from './dispatcher.ts'
import { enqueueOccasions } from './occasions.ts'
import { noReceivers, type WebhooksOutside } from './outside.ts'
import { afterTry } from './retry.ts'
import { createTryDelivery } from './try-delivery.ts'

export interface OutgoingWebhooksDeps {
  /** Without it, no receiver can be reached. */
  readonly outside: WebhooksOutside | undefined
  readonly store: Store
  readonly cluster: Pick<Cluster, 'isPolling'>
  readonly alarms: Pick<Alarms, 'current'>
  readonly inbox: Pick<Inbox, 'find'>
  readonly rows: Pick<OrderRows, 'withoutCodes'>
  readonly clock: Clock
  readonly log: Log
  /** From 0 to 1. */
  readonly random: () => number
  readonly randomBytes: RandomBytes
  readonly subtle: WebCrypto
  readonly subscribe: Subscribe
  readonly onStoreFailure: (error: unknown) => void
}

/** Webhooks to other systems of the shop. */
export interface OutgoingWebhooks {
  readonly allowsUrl: WebhooksOutside['allowsUrl']
  /** Looks at once for deliveries to send. */
  wake(): void
  /** Sends a delivery that says nothing, once, and records it. */
  test(webhook: WebhookRecord): Promise<DeliveryRecord>
  run(closing: AbortSignal): Promise<void>
  /** Resolves when nothing is being sent, or after two seconds. Never rejects. */
  idle(): Promise<void>
}

/** A receiver that is slow does not hold up a restart: what it got is sent again, with the same id. */
const idleLimitMs = 2000

export function createOutgoingWebhooks(deps: OutgoingWebhooksDeps): OutgoingWebhooks {
  const { outside = noReceivers, store, cluster, inbox, clock, random, randomBytes, subscribe } = deps
  const tryDelivery = createTryDelivery({ ...deps, outside, findOrder: inbox.find })
  const { wake, run, idle } = createDispatcher({ ...deps, servers: cluster, tryDelivery })
  subscribe('order-changed', wake)
  enqueueOccasions({ ...deps, servers: cluster, onAdded: wake })
  return {
    allowsUrl: outside.allowsUrl,
    wake,
    async test(webhook) {
      const delivery: DeliveryRecord = {
        id: `${testIdStart}${newId(randomBytes)}`,
        webhookId: webhook.id,
        orderId: null,
        type: testEvent,
        at: clock.now(),
        data: {},
        state: 'waiting',
        dueAt: null,
        tries: 0,
        lastTry: null,
        revision: 1,
      }
      const tried = afterTry(delivery, await tryDelivery(webhook, delivery), random())
      await store.addDelivery(tried)
      return tried
    },
    run,
    async idle() {
      await unlessLate(clock, idleLimitMs, idle)
    },
  }
}
